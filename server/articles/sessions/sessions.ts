/**
 * Sessions: one per (project, material), opened by the site as often as it likes (contract 3).
 *
 * Glossary. session: the editing of one material. fingerprint: its name in download paths. opening state: the vms_json
 * of the first open. site's copy: a vms_json of a later open that equals no version here; stored, but never applied.
 * last access: open, editor load, draft or save.
 */
import { isBlankState } from "../../article/document.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { JsonText } from "../../core/json-text.ts";
import { withArchiveNames } from "../../media/file-names.ts";
import type { Services } from "../../services.ts";
import { firstMetadata, type Metadata, mergeMetadata } from "./metadata.ts";
import { isFresh, type Session, type SiteState, stateHash } from "./session-store.ts";
import { titleOf } from "./session-titles.ts";

interface WrittenState {
  text: JsonText;
  value: Record<string, unknown>;
}

/** A validated `SessionCreate`, authorised for its project. Contract 2.2. */
interface OpenRequest {
  projectId: string;
  materialId: string;
  callbackUrl: string;
  vmsJson: WrittenState | null;
  metadata: JsonText | null;
}

export function createSessions(
  services: Pick<
    Services,
    | "commits"
    | "runtime"
    | "events"
    | "settings"
    | "seal"
    | "sessionStore"
    | "deliveryStore"
    | "sender"
    | "assets"
    | "knownContainers"
  >,
) {
  const { commits, runtime, events, settings, seal, sessionStore: store, deliveryStore, sender } = services;
  const { assets, knownContainers } = services;
  const openFirst = (request: OpenRequest, now: number): Session => {
    const id = runtime.random.timedUuid(now);
    const session: Session = {
      id,
      projectId: request.projectId,
      materialId: request.materialId,
      fingerprint: runtime.random.timedUuid(now),
      callbackUrl: request.callbackUrl,
      currentVersion: null,
      lastAccess: now,
      createdAt: now,
      metadata: seal.seal(id, firstMetadata(request.metadata)),
    };
    store.insert(session);
    if (request.vmsJson !== null) keepOpening(session, request.vmsJson, now);
    return session;
  };

  /** Stores the hash of the state as the site sent it, so that a repeated open recognises it. */
  const keepOpening = ({ id, callbackUrl }: Session, vmsJson: WrittenState, now: number): void => {
    const { text, value, originals } = withArchiveNames(vmsJson);
    store.putState(id, "opening", now, stateHash(vmsJson.value), text);
    assets.adoptForeign(id, value, now, callbackUrl, originals);
  };

  /** Returns the session's own `metadata` object if nothing changes: the caller compares by identity. */
  const mergedMetadata = (session: Session, incoming: JsonText | null): Metadata => {
    if (incoming === null) return session.metadata;
    const stored = seal.open(session.id, session.metadata);
    const clear = mergeMetadata(stored, incoming);
    if (clear.text === stored.text) return session.metadata;
    // Articles may still use the containers of the replaced metadata.
    knownContainers.keepOffered(session.id, stored);
    return seal.seal(session.id, clear);
  };

  /** The hash of an incoming state; null if it is known or blank, so that the editor does not offer it. */
  const newStateHash = (session: Session, vmsJson: OpenRequest["vmsJson"]): string | null => {
    if (vmsJson === null || isBlankState(vmsJson.value)) return null;
    const hash = stateHash(vmsJson.value);
    return store.knowsState(session.id, hash) ? null : hash;
  };

  /** `news`: the title changed, or the site sent an unknown state. */
  const openAgain = (session: Session, request: OpenRequest, now: number): { session: Session; news: boolean } => {
    const { callbackUrl } = request;
    const metadata = mergedMetadata(session, request.metadata);
    const isMoved = callbackUrl !== session.callbackUrl;
    if (isMoved || metadata !== session.metadata) store.reopen(session, callbackUrl, metadata);
    if (!isFresh(session, now)) store.touch(session.id, now);
    if (isMoved) {
      const { origin } = new URL(callbackUrl);
      if (deliveryStore.moveOrigin(session.id, origin, settings.get().deliveries_paused, now)) sender.wake();
    }
    const hash = newStateHash(session, request.vmsJson);
    if (request.vmsJson !== null && hash !== null)
      store.putState(session.id, "site_copy", now, hash, withArchiveNames(request.vmsJson).text);
    const isRenamed = metadata !== session.metadata && titleOf(metadata) !== titleOf(session.metadata);
    return { session: { ...session, callbackUrl, metadata }, news: isRenamed || hash !== null };
  };

  const byId = (id: string): Session => {
    const session = store.byId(id);
    if (session === null) throw new AppError("not_found", sentence("articles.no_session", { id }));
    return session;
  };

  return {
    /**
     * Finds or creates the session; committed when it resolves. An open that changes nothing writes nothing. Contract 3.1,
     * 3.3.
     * @param response makes the result in the same transaction; may only use the database
     */
    async open<T>(request: OpenRequest, response: (session: Session) => T): Promise<T> {
      // An open that writes nothing joins the group too: a read in an open transaction takes no lock of its own.
      const { session, news, change, result } = await commits.run(() => {
        const now = runtime.clock.now();
        const existing = store.byMaterial(request.projectId, request.materialId);
        const opened =
          existing === null ? { session: openFirst(request, now), news: false } : openAgain(existing, request, now);
        return {
          ...opened,
          change: existing === null ? ("opened" as const) : ("reopened" as const),
          result: response(opened.session),
        };
      });
      events.publish("session", { id: session.id, project_id: session.projectId, change });
      if (news) events.publish("reopened", { session_id: session.id });
      return result;
    },
    /** @throws AppError not_found */
    byId,
    byMaterial: (projectId: string, materialId: string): Session | null => store.byMaterial(projectId, materialId),
    siteCopy: (id: string): SiteState | null => store.state(id, "site_copy"),
    /** Records an access after the call returned. Never fails: logs a failed write. */
    touch(session: Session): void {
      const now = runtime.clock.now();
      if (isFresh(session, now)) return;
      // On a full disk, articles can still be read: only the time of this access is lost.
      commits
        .run(() => store.touch(session.id, now))
        .catch((error) => runtime.log.error("Could not record the last access to an article.", error));
    },
    /** Removes it with its content. @param record runs before the removal, in the same transaction @throws AppError not_found */
    async remove(id: string, record: (session: Session) => void): Promise<void> {
      const session = byId(id);
      await commits.run(() => {
        record(session);
        store.remove(id);
      });
      events.publish("session", { id, project_id: session.projectId, change: "deleted" });
    },
  };
}
