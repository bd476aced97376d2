/**
 * Sessions: one per (project, material), opened by the site as often as it likes (spec 3).
 *
 * Glossary. session: the editing of one material. fingerprint: its name in download paths. opening state: the vms_json
 * of the first open. site's copy: a vms_json of a later open that equals no version here; kept aside, never applied.
 * last access: open, editor load, draft or save.
 */
import { isBlankState } from "../article/readable.ts";
import type { DeliveryStore } from "../callbacks/delivery-store.ts";
import { AppError } from "../errors.ts";
import type { EventHub } from "../events.ts";
import type { AssetStore } from "../media/asset-store.ts";
import type { Runtime } from "../runtime.ts";
import type { Database } from "../storage/database.ts";
import { firstMetadata, type Metadata, mergeMetadata } from "./metadata.ts";
import type { Session, SessionStore, SiteState } from "./session-store.ts";
import { stateHash } from "./state-hash.ts";

/** A validated `SessionCreate`, already authorised for its project. Spec 2.2. */
export interface OpenRequest {
  projectId: string;
  materialId: string;
  callbackUrl: string;
  vmsJson: Record<string, unknown> | null;
  metadata: Metadata | null;
}

export interface Sessions {
  /** Finds or makes the session, in one transaction; committed when it returns. Spec 3.1, 3.3. */
  open(request: OpenRequest): Session;
  /** @throws AppError not_found */
  byId(id: string): Session;
  byMaterial(projectId: string, materialId: string): Session | null;
  /** The state that the site sent at a later opening and that equals no version here; null where none is. */
  siteCopy(id: string): SiteState | null;
  /** Counts as an access. Never fails: where it cannot be written down, the log says so. */
  touch(id: string): void;
  /** With its versions, drafts and deliveries. @throws AppError not_found */
  remove(id: string): void;
}

interface Parts {
  database: Database;
  runtime: Runtime;
  events: EventHub;
  store: SessionStore;
  assets: AssetStore;
  deliveries: DeliveryStore;
}

export function createSessions({ database, runtime, events, store, assets, deliveries }: Parts): Sessions {
  const first = (request: OpenRequest, now: number): Session => {
    const session: Session = {
      id: runtime.random.uuid(),
      projectId: request.projectId,
      materialId: request.materialId,
      fingerprint: runtime.random.uuid(),
      callbackUrl: request.callbackUrl,
      currentVersion: null,
      lastAccess: now,
      createdAt: now,
      metadata: firstMetadata(request.metadata),
    };
    store.insert(session);
    if (request.vmsJson !== null) {
      store.putState(session.id, "opening", now, stateHash(request.vmsJson), request.vmsJson);
      assets.adoptForeign(session.id, request.vmsJson, now);
    }
    return session;
  };

  const again = (session: Session, request: OpenRequest, now: number): Session => {
    const reopened: Session = {
      ...session,
      callbackUrl: request.callbackUrl,
      metadata: mergeMetadata(session.metadata, request.metadata),
      lastAccess: now,
    };
    store.reopen(reopened);
    if (request.callbackUrl !== session.callbackUrl)
      deliveries.moveOrigin(session.id, new URL(request.callbackUrl).origin);
    // A site that has nothing sends nothing worth offering.
    if (request.vmsJson !== null && !isBlankState(request.vmsJson)) {
      const hash = stateHash(request.vmsJson);
      if (!store.knowsState(session.id, hash)) store.putState(session.id, "site_copy", now, hash, request.vmsJson);
    }
    return reopened;
  };

  const open = database.transaction((request: OpenRequest) => {
    const now = runtime.clock.now();
    const present = store.byMaterial(request.projectId, request.materialId);
    return present === null
      ? { session: first(request, now), change: "opened" as const }
      : { session: again(present, request, now), change: "reopened" as const };
  });

  const byId = (id: string) => {
    const session = store.byId(id);
    if (session === null) throw new AppError("not_found", `There is no session ${id}.`);
    return session;
  };

  return {
    open(request) {
      const { session, change } = open.immediate(request);
      events.publish("session", { id: session.id, project_id: session.projectId, change });
      return session;
    },
    byId,
    byMaterial: (projectId, materialId) => store.byMaterial(projectId, materialId),
    siteCopy: (id) => store.state(id, "site_copy"),
    touch(id) {
      try {
        store.touch(id, runtime.clock.now());
      } catch (error) {
        // On a full disk an article can still be read; the time of this access is all that is lost.
        runtime.log.error("The last access to an article could not be written down.", error);
      }
    },
    remove(id) {
      const session = byId(id);
      store.remove(id);
      events.publish("session", { id, project_id: session.projectId, change: "deleted" });
    },
  };
}
