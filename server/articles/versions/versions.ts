/**
 * Versions: each save is one, with its document, HTML, files and metadata.
 *
 * Glossary. version: an acknowledged save; numbers count up in a session. base version: the version that a save was made
 * from. current version: the newest. current state: the current version's vms_json with the clientUrls that the site
 * gave. original: the state of another editor that a session began with; version 0 from the first save on, never sent and
 * never pruned.
 */

import { filesNamedIn, isBlankState, isReadableState } from "../../article/document.ts";
import { embedSettings } from "../../article/embeds/settings.ts";
import { type DocumentNode, fileEntries, type VmsJson } from "../../article/vms-json.ts";
import type { Page } from "../../contracts/console-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError, refusedPart } from "../../core/errors.ts";
import type { JsonText } from "../../core/json-text.ts";
import { isoTime } from "../../core/runtime.ts";
import type { Asset } from "../../media/asset-store.ts";
import type { Services } from "../../services.ts";
import { PAGE_SIZE, pageOf, readCursor } from "../../storage/lists.ts";
import { isFilled } from "../sessions/metadata.ts";
import type { Session } from "../sessions/session-store.ts";
import { type Article, createStyleSheets, readArticle } from "./article-of-save.ts";
import { withClientUrls } from "./exact-state.ts";
import { hashesIn } from "./known-containers.ts";
import { ORIGINAL_VERSION, type Version, type VersionHead } from "./version-store.ts";

export interface SaveRequest {
  saveId: string;
  vmsJson: VmsJson;
  baseVersion: number | null;
  userEmail: string | null;
  userIp: string | null;
  /** The tab whose draft this save replaces. */
  clientId: string | null;
  /** Set for a room's document: its step, and the tabs whose drafts are removed. Never conflicts. */
  shared?: { n: number; tabs: readonly string[] };
}

/** A save without its document, so that the document is not in memory while the save waits for its commit. */
type SaveDetails = Omit<SaveRequest, "vmsJson">;

export interface Saved {
  version: VersionHead;
  deliveryId: string;
}

/** Another tab has saved since; `current` is the newest version. */
export class SaveConflicts extends AppError {
  readonly baseVersion: number | null;
  readonly current: VersionHead;
  constructor(baseVersion: number | null, current: VersionHead) {
    const number = String(current.number);
    super(
      "conflict",
      baseVersion === null
        ? sentence("articles.conflict_first", { number })
        : sentence("articles.conflict", { number, base: String(baseVersion) }),
    );
    this.baseVersion = baseVersion;
    this.current = current;
  }
}

/** Version numbers skipped after a takeover: sites may have received versions that were lost with the first machine. */
const TAKEOVER_GAP = 1_000;

export type Versions = ReturnType<typeof createVersions>;

type StoreName = "versionStore" | "sessionStore" | "roomStore" | "deliveryStore" | "knownContainers";

export function createVersions(
  services: Parameters<typeof createStyleSheets>[0] &
    Pick<Services, StoreName | "commits" | "events" | "settings" | "drafts" | "seal" | "sender">,
) {
  const { commits, runtime, events, settings, projects, drafts, assets, seal, sender } = services;
  const { versionStore: store, sessionStore: sessions, roomStore: rooms, deliveryStore: deliveries } = services;
  const { knownContainers: containers } = services;
  const styleSheets = createStyleSheets(services);
  const sessionById = (id: string): Session => {
    const session = sessions.byId(id);
    if (session === null) throw new AppError("not_found", sentence("articles.no_session", { id }));
    return session;
  };

  const embedsOf = ({ projectId }: Session) => {
    const { embed_loading, embed_hosts } = projects.byId(projectId).settings;
    return embedSettings(embed_loading, embed_hosts);
  };

  const clientUrls = (files: Map<string, Asset>) =>
    new Map(
      [...files].flatMap(([name, asset]) => (asset.clientUrl === null ? [] : [[name, asset.clientUrl] as const])),
    );

  const isOwn = (state: VmsJson) => isBlankState(state) || isReadableState(state);

  /** Keeps another editor's state as the original before the first save. Returns its version id, or null without one. */
  const keepOriginal = (sessionId: string): string | null => {
    const opening = sessions.state(sessionId, "opening");
    if (opening === null || isOwn(opening.vmsJson.parse() as VmsJson)) return null;
    const id = runtime.random.uuid();
    store.keepOriginal(id, sessionId);
    return id;
  };

  /** The files that an article may refer to: the session's, and those named in a state of the site. */
  const knownFiles = ({ id: sessionId, callbackUrl }: Session, vmsJson: VmsJson): Map<string, Asset> => {
    const present = assets.ofSession(sessionId);
    if ([...filesNamedIn(vmsJson.doc)].every((name) => present.has(name))) return present;
    for (const kind of ["opening", "site_copy"] as const) {
      const state = sessions.state(sessionId, kind);
      if (state !== null)
        assets.adoptForeign(sessionId, state.vmsJson.parse() as VmsJson, runtime.clock.now(), callbackUrl);
    }
    return assets.ofSession(sessionId);
  };

  /** Checks that the save is still allowed, and writes it, in one transaction. */
  const commit = (session: Session, request: SaveDetails, article: Article) => {
    const first = store.bySave(session.id, request.saveId);
    if (first !== null)
      return { saved: savedBefore(first), isNew: false, state: "pending" as const, superseded: [], original: null };
    const { currentVersion, metadata, callbackUrl } = sessionById(session.id);
    const current = currentVersion === null ? null : store.headByNumber(session.id, currentVersion);
    if (request.shared === undefined && currentVersion !== request.baseVersion) {
      if (current !== null) throw new SaveConflicts(request.baseVersion, current);
      throw refusedPart("base_version", sentence("articles.no_version_yet"), request.baseVersion);
    }
    const original = currentVersion === null ? keepOriginal(session.id) : null;
    const now = runtime.clock.now();
    // Sites order versions by version_cdate, so it grows even if the clock was set back.
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
      number: (currentVersion ?? 0) + 1 + (store.precedesTakeover(current?.createdAt ?? null) ? TAKEOVER_GAP : 0),
      baseVersion: request.shared === undefined ? request.baseVersion : currentVersion,
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
      missingFiles: article.missing,
    };
    store.insert(version, article.files, article.sources);
    containers.keep(session.id, article.containers);
    sessions.advance(session, { number: version.number, metadata: saved, heading: article.heading }, now);
    if (request.clientId !== null) drafts.removeNow(session.id, request.clientId);
    if (request.shared !== undefined) {
      rooms.saved(session.id, request.shared.n, version.number);
      for (const tab of request.shared.tabs) drafts.removeNow(session.id, tab);
    }
    const deliveryId = runtime.random.uuid();
    const { state, superseded } = deliveries.enqueue(
      {
        id: deliveryId,
        projectId: session.projectId,
        sessionId: session.id,
        event: "article_saved",
        versionId: id,
        snapshotId: null,
        origin: new URL(callbackUrl).origin,
        reason: "saved",
        paused: settings.get().deliveries_paused,
      },
      now,
    );
    return { saved: { version, deliveryId }, isNew: true, state, superseded, original };
  };

  const savedBefore = (version: VersionHead): Saved => ({
    version,
    deliveryId: deliveries.ofVersion(version.id)?.id ?? "",
  });

  const baseOf = (sessionId: string, baseVersion: number | null): JsonText | null =>
    baseVersion === null
      ? (sessions.state(sessionId, "opening")?.vmsJson ?? null)
      : (store.byNumber(sessionId, baseVersion)?.vmsJson ?? null);

  /** Many saves may wait for one commit, so only the data to be written stays in memory. */
  const write = async (session: Session, request: SaveDetails, article: Article): Promise<Saved> => {
    const { saved, isNew, state, superseded, original } = await commits.run(() => commit(session, request, article));
    if (isNew) {
      sender.wake();
      const ids = { session_id: session.id, project_id: session.projectId };
      for (const id of superseded) events.publish("delivery", { id, ...ids, state: "superseded" });
      if (original !== null)
        events.publish("version", { id: original, session_id: session.id, number: ORIGINAL_VERSION });
      events.publish("version", { id: saved.version.id, session_id: session.id, number: saved.version.number });
      events.publish("delivery", { id: saved.deliveryId, ...ids, state });
    }
    return saved;
  };

  /** The definitions that an article may not use. @param before a state of the article */
  const unknownContainers = (session: Session, before: () => JsonText | null) => (used: ReadonlySet<string>) =>
    containers.unknown(session.id, used, () => seal.open(session.id, session.metadata), [
      before,
      () => sessions.state(session.id, "opening")?.vmsJson ?? null,
      () => sessions.state(session.id, "site_copy")?.vmsJson ?? null,
      () => baseOf(session.id, session.currentVersion),
    ]);

  const articleOf = (
    session: Session,
    vmsJson: VmsJson,
    before: () => JsonText | null,
    styleFile: Asset | null = null,
  ) =>
    readArticle(vmsJson, {
      styleFile,
      files: {
        known: knownFiles(session, vmsJson),
        unfetched: assets.unfetched(session.id),
        widths: assets.widths(session.id),
      },
      before,
      embeds: embedsOf(session),
      unknownContainers: unknownContainers(session, before),
    });

  const save = async (
    sessionId: string,
    { vmsJson, ...details }: SaveRequest,
    before = () => baseOf(sessionId, details.baseVersion),
  ): Promise<Saved> => {
    const session = sessionById(sessionId);
    const first = store.bySave(sessionId, details.saveId);
    if (first !== null) return savedBefore(first);
    // Without a style sheet the save does not wait, so that it shares a commit with other saves.
    const styleFile = styleSheets.isFile(session) ? await styleSheets.of(session) : null;
    return write(session, details, articleOf(session, vmsJson, before, styleFile).article);
  };

  /** @param name an id, or the number in its session */
  const requireVersion = <T>(version: T | null, name: string | number): T => {
    if (version !== null) return version;
    throw new AppError(
      "not_found",
      typeof name === "string"
        ? sentence("articles.no_version", { id: name })
        : sentence("articles.no_version_number", { number: String(name) }),
    );
  };

  const stateOf = (sessionId: string, number: number): JsonText => {
    const { vmsJson } = requireVersion(store.byNumber(sessionId, number), number);
    return number === ORIGINAL_VERSION ? vmsJson : withClientUrls(vmsJson, clientUrls(assets.ofSession(sessionId)));
  };

  return {
    /**
     * Stores the version and the delivery of its callback in one transaction; fsynced when it resolves. A repeated save id
     * returns the first result.
     * @throws SaveConflicts; ValidationFailed for a document that cannot be read or names a file that the session lacks
     */
    save: (sessionId: string, request: SaveRequest): Promise<Saved> => save(sessionId, request),
    /** Saves the content of an older version again. @throws AppError not_found, invalid for the original; SaveConflicts */
    async restore(sessionId: string, number: number, request: SaveDetails): Promise<Saved> {
      const vmsJson = stateOf(sessionId, number);
      if (number === ORIGINAL_VERSION) throw new AppError("invalid", sentence("articles.foreign_restore"));
      return save(sessionId, { ...request, vmsJson: vmsJson.parse() as VmsJson }, () => vmsJson);
    },
    /** The HTML that a save of this state would produce, and its files. @throws ValidationFailed as `save` does */
    render(sessionId: string, vmsJson: VmsJson): { html: string; fileNames: string[] } {
      const { article, state } = articleOf(sessionById(sessionId), vmsJson, () => null);
      return { html: article.html, fileNames: fileEntries(state.assets).map(([name]) => name) };
    },
    /** Checks files and containers of new content. @param doc a node as JSON @throws ValidationFailed for an unknown file or container */
    checkReferences(sessionId: string, doc: DocumentNode): void {
      const names = filesNamedIn(doc);
      const used = hashesIn(doc);
      if (names.size === 0 && used.size === 0) return;
      const session = sessionById(sessionId);
      const known = knownFiles(session, { doc });
      for (const name of names)
        if (!known.has(name)) throw refusedPart("steps", sentence("articles.not_uploaded", { file: name }), name);
      if (unknownContainers(session, () => null)(used).size > 0)
        throw refusedPart("steps", sentence("articles.unknown_container"));
    },
    /** The vms_json that the next open shows; null if nothing was saved or sent. Contract 2.3, 6.3.1. */
    currentState: (session: Session): JsonText | null =>
      session.currentVersion === null
        ? (sessions.state(session.id, "opening")?.vmsJson ?? null)
        : stateOf(session.id, session.currentVersion),
    /** A version's vms_json with the stored clientUrls. @throws AppError not_found */
    stateOf,
    /** @throws AppError not_found */
    head: (id: string): VersionHead => requireVersion(store.headById(id), id),
    /** @throws AppError not_found */
    headByNumber: (sessionId: string, number: number): VersionHead =>
      requireVersion(store.headByNumber(sessionId, number), number),
    currentHead: (session: Pick<Session, "id" | "currentVersion">): VersionHead | null =>
      session.currentVersion === null ? null : store.headByNumber(session.id, session.currentVersion),
    page(sessionId: string, cursor: string | null): Page<VersionHead> {
      const before = Number(readCursor(cursor, ["number"])?.[0] ?? Number.MAX_SAFE_INTEGER);
      return pageOf(store.heads(sessionId, before, PAGE_SIZE + 1), (head) => [head.number]);
    },
    count: store.count,
    /** @throws AppError not_found */
    byId: (id: string): Version => requireVersion(store.byId(id), id),
  };
}
