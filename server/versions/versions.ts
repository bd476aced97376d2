/**
 * Versions: every save is one, with its document, its rendering, its files and the metadata of that moment.
 *
 * Glossary. version: an acknowledged save; numbers count up in a session. base version: the one that a save was made
 * from. current version: the newest. current state: its vms_json with the clientUrls that the site gave. original: the
 * state of another editor that a session began with; version 0 from the first save on, never sent and never pruned.
 */
import { fileEntries } from "../article/assets.ts";
import { isBlankState, isReadableState } from "../article/readable.ts";
import { filesNamedIn } from "../article/references.ts";
import type { VmsJson } from "../article/vms-json.ts";
import { AppError } from "../core/errors.ts";
import type { EventHub } from "../core/events.ts";
import type { JsonText } from "../core/json-text.ts";
import type { Runtime } from "../core/runtime.ts";
import { isoTime } from "../core/runtime.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import type { Sender } from "../deliveries/sender.ts";
import type { Asset, AssetStore } from "../media/asset-store.ts";
import type { DraftStore } from "../sessions/draft-store.ts";
import { isFilled } from "../sessions/metadata.ts";
import type { Session, SessionStore } from "../sessions/session-store.ts";
import type { CommitGroup } from "../storage/commit-group.ts";
import { PAGE_SIZE, pageOf, type StoredPage } from "../storage/lists.ts";
import { type Article, faultAt, readArticle } from "./article-of-save.ts";
import { withClientUrls } from "./letters.ts";
import { ORIGINAL, type Version, type VersionHead, type VersionStore } from "./version-store.ts";

/** A save as the editor asks for it, its shape validated. */
export interface SaveRequest {
  saveId: string;
  vmsJson: VmsJson;
  baseVersion: number | null;
  userEmail: string | null;
  userIp: string | null;
  /** The tab whose draft this save makes superfluous. */
  clientId: string | null;
}

/** A save without its document, which is not needed any more once it is checked and rendered. */
type SaveAbout = Omit<SaveRequest, "vmsJson">;

export interface Saved {
  version: VersionHead;
  deliveryId: string;
}

/** Another tab's save came in between; `current` is what stands now. */
export class SaveConflicts extends AppError {
  readonly baseVersion: number | null;
  readonly current: VersionHead;
  constructor(baseVersion: number | null, current: VersionHead) {
    super(
      "conflict",
      `Version ${current.number} was saved in the meantime; this text was made from ${baseVersion === null ? "before the first version" : `version ${baseVersion}`}.`,
    );
    this.baseVersion = baseVersion;
    this.current = current;
  }
}

export interface Versions {
  /**
   * Stores the version and the callback that it owes the site, in one transaction; fsynced when it resolves. The same
   * save id again gets the first answer.
   * @throws SaveConflicts, ValidationFailed for a document that is none or names a file that the session lacks
   */
  save(sessionId: string, request: SaveRequest): Promise<Saved>;
  /**
   * Makes a new version with the content of an older one.
   * @throws AppError not_found, invalid for the original, SaveConflicts
   */
  restore(sessionId: string, number: number, request: Omit<SaveRequest, "vmsJson">): Promise<Saved>;
  /** The HTML that a save of this state would make, and the files in it. @throws ValidationFailed as `save` does */
  render(sessionId: string, vmsJson: VmsJson): { html: string; fileNames: string[] };
  /** The vms_json that the next opening shows, null before anything was saved or given. Contract 2.3, 6.3.1. */
  currentState(session: Session): JsonText | null;
  /** A version's vms_json with the kept clientUrls. @throws AppError not_found */
  stateOf(sessionId: string, number: number): JsonText;
  head(id: string): VersionHead;
  /** @throws AppError not_found */
  headByNumber(sessionId: string, number: number): VersionHead;
  /** The newest version, null before the first save. */
  currentHead(session: Pick<Session, "id" | "currentVersion">): VersionHead | null;
  /** A page of a session's versions, newest first: those with a number below `before`. */
  page(sessionId: string, before: number | null): StoredPage<VersionHead>;
  /** @throws AppError not_found */
  byId(id: string): Version;
}

interface Parts {
  commits: CommitGroup;
  runtime: Runtime;
  events: EventHub;
  store: VersionStore;
  sessions: SessionStore;
  drafts: DraftStore;
  assets: AssetStore;
  deliveries: DeliveryStore;
  sender: Pick<Sender, "wake">;
  /** Whether the admin holds all deliveries. */
  isPaused: () => boolean;
}

export function createVersions(parts: Parts): Versions {
  const { commits, runtime, events, store, sessions, drafts, assets, deliveries, sender } = parts;

  const sessionById = (id: string): Session => {
    const session = sessions.byId(id);
    if (session === null) throw new AppError("not_found", `There is no session ${id}.`);
    return session;
  };

  const clientUrls = (known: Map<string, Asset>) =>
    new Map(
      [...known].flatMap(([name, asset]) => (asset.clientUrl === null ? [] : [[name, asset.clientUrl] as const])),
    );

  const isOwn = (state: VmsJson) => isBlankState(state) || isReadableState(state);

  /** What another editor wrote is never overwritten: the first save keeps it. Returns its id as a version, if it is one. */
  const keepOriginal = (sessionId: string): string | null => {
    const opening = sessions.state(sessionId, "opening");
    if (opening === null || isOwn(opening.vmsJson.parse() as VmsJson)) return null;
    const id = runtime.random.uuid();
    store.keepOriginal(id, sessionId);
    return id;
  };

  /** The files that an article may refer to: the session's, and those that a state of the site names. */
  const knownFiles = (sessionId: string, vmsJson: VmsJson): Map<string, Asset> => {
    const present = assets.ofSession(sessionId);
    if ([...filesNamedIn(vmsJson.doc)].every((name) => present.has(name))) return present;
    for (const kind of ["opening", "site_copy"] as const) {
      const state = sessions.state(sessionId, kind);
      if (state !== null) assets.adoptForeign(sessionId, state.vmsJson.parse() as VmsJson, runtime.clock.now());
    }
    return assets.ofSession(sessionId);
  };

  /** All that is written for a save: `commit` decides whether it still may be. */
  const commit = (session: Session, request: SaveAbout, article: Article) => {
    const first = store.bySave(session.id, request.saveId);
    if (first !== null) return { saved: savedBefore(first), isNew: false, superseded: [], original: null };
    const { currentVersion, metadata, callbackUrl } = sessionById(session.id);
    const current = currentVersion === null ? null : store.headByNumber(session.id, currentVersion);
    if (currentVersion !== request.baseVersion) {
      if (current !== null) throw new SaveConflicts(request.baseVersion, current);
      throw faultAt("base_version", request.baseVersion, "There is no version yet, so base_version must be null");
    }
    const original = currentVersion === null ? keepOriginal(session.id) : null;
    const now = runtime.clock.now();
    // Sites tell newer from older by version_cdate, so it grows even where the clock was set back.
    const createdAt = Math.max(now, (current?.createdAt ?? 0) + 1);
    const id = runtime.random.uuid();
    const saved = metadata.with({
      ...(isFilled(request.userEmail) ? { user_email: request.userEmail } : {}),
      ...(isFilled(request.userIp) ? { user_ip: request.userIp } : {}),
      version_id: id,
      version_cdate: isoTime(createdAt),
    });
    const [userEmail, userIp] = [saved.read("user_email"), saved.read("user_ip")];
    const version: Version = {
      id,
      sessionId: session.id,
      number: (currentVersion ?? 0) + 1,
      baseVersion: request.baseVersion,
      saveId: request.saveId,
      userEmail: isFilled(userEmail) ? userEmail : null,
      userIp: isFilled(userIp) ? userIp : null,
      size: article.size,
      files: article.files.length,
      stateHash: article.stateHash,
      createdAt,
      metadata: saved,
      vmsJson: article.text,
      html: article.html,
    };
    store.insert(version, article.files);
    sessions.advance(session.id, version.number, saved, now);
    if (request.clientId !== null) drafts.remove(session.id, request.clientId);
    const deliveryId = runtime.random.uuid();
    const superseded = deliveries.owe(
      {
        id: deliveryId,
        projectId: session.projectId,
        sessionId: session.id,
        event: "article_saved",
        versionId: id,
        snapshotId: null,
        origin: new URL(callbackUrl).origin,
        reason: "saved",
        state: parts.isPaused() ? "held" : "pending",
      },
      now,
    );
    return { saved: { version, deliveryId }, isNew: true, superseded, original };
  };

  const savedBefore = (version: VersionHead): Saved => ({
    version,
    deliveryId: deliveries.ofVersion(version.id)?.id ?? "",
  });

  /** The state that a save was made from. */
  const baseOf = (sessionId: string, baseVersion: number | null): JsonText | null =>
    baseVersion === null
      ? (sessions.state(sessionId, "opening")?.vmsJson ?? null)
      : (store.byNumber(sessionId, baseVersion)?.vmsJson ?? null);

  /** Waits for the commit, with nothing in memory but what is written: many saves may wait for the same one. */
  const write = async (session: Session, request: SaveAbout, article: Article): Promise<Saved> => {
    const { saved, isNew, superseded, original } = await commits.run(() => commit(session, request, article));
    if (isNew) {
      sender.wake();
      const about = { session_id: session.id, project_id: session.projectId };
      for (const id of superseded) events.publish("delivery", { id, ...about, state: "superseded" });
      if (original !== null) events.publish("version", { id: original, session_id: session.id, number: ORIGINAL });
      events.publish("version", { id: saved.version.id, session_id: session.id, number: saved.version.number });
      events.publish("delivery", { id: saved.deliveryId, ...about, state: parts.isPaused() ? "held" : "pending" });
    }
    return saved;
  };

  const save = async (
    sessionId: string,
    { vmsJson, ...about }: SaveRequest,
    before = () => baseOf(sessionId, about.baseVersion),
  ): Promise<Saved> => {
    const session = sessionById(sessionId);
    const first = store.bySave(sessionId, about.saveId);
    if (first !== null) return savedBefore(first);
    return write(session, about, readArticle(vmsJson, knownFiles(sessionId, vmsJson), before).article);
  };

  const known = <T>(version: T | null, name: string): T => {
    if (version === null) throw new AppError("not_found", `There is no version ${name}.`);
    return version;
  };

  const stateOf = (sessionId: string, number: number): JsonText => {
    const { vmsJson } = known(store.byNumber(sessionId, number), `${number} of this article`);
    return number === ORIGINAL ? vmsJson : withClientUrls(vmsJson, clientUrls(assets.ofSession(sessionId)));
  };

  return {
    save: (sessionId, request) => save(sessionId, request),
    async restore(sessionId, number, request) {
      const vmsJson = stateOf(sessionId, number);
      if (number === ORIGINAL)
        throw new AppError(
          "invalid",
          "Version 0 was written with another editor. It is kept as it came and cannot be brought back here; start from its HTML instead.",
        );
      return save(sessionId, { ...request, vmsJson: vmsJson.parse() as VmsJson }, () => vmsJson);
    },
    render(sessionId, vmsJson) {
      const { article, state } = readArticle(vmsJson, knownFiles(sessionId, vmsJson), () => null);
      return { html: article.html, fileNames: fileEntries(state.assets).map(([name]) => name) };
    },
    currentState: (session) =>
      session.currentVersion === null
        ? (sessions.state(session.id, "opening")?.vmsJson ?? null)
        : stateOf(session.id, session.currentVersion),
    stateOf,
    head: (id) => known(store.headById(id), id),
    headByNumber: (sessionId, number) => known(store.headByNumber(sessionId, number), `${number} of this article`),
    currentHead: (session) =>
      session.currentVersion === null ? null : store.headByNumber(session.id, session.currentVersion),
    page: (sessionId, before) =>
      pageOf(store.heads(sessionId, before ?? Number.MAX_SAFE_INTEGER, PAGE_SIZE + 1), (head) => [head.number]),
    byId: (id) => known(store.byId(id), id),
  };
}
