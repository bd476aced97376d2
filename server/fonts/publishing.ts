/** Publishing makes a snapshot current and sends `site_fonts_updated` to each callback URL of the project (contract 6.2). */
import type { SessionStore } from "../articles/sessions/session-store.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import type { Sender } from "../deliveries/sender.ts";
import type { Services } from "../services.ts";
import type { FontStore, Snapshot } from "./font-store.ts";
import { publishedFonts } from "./font-tree.ts";

interface Published {
  snapshot: Snapshot;
  isNew: boolean;
  deliveries: number;
}

export function createFontPublishing({
  database,
  runtime,
  events,
  audit,
  settings,
  projects,
  sessions,
  store,
  deliveries,
  sender,
}: Pick<Services, "database" | "runtime" | "events" | "audit" | "settings" | "projects"> & {
  sessions: SessionStore;
  store: FontStore;
  deliveries: DeliveryStore;
  sender: Pick<Sender, "wake">;
}) {
  const snapshotFor = (
    projectId: string,
    snapshotId: string | null,
    at: number,
  ): Pick<Published, "snapshot" | "isNew"> => {
    const current = store.current(projectId);
    if (snapshotId !== null) {
      const snapshot = store.byId(projectId, snapshotId);
      if (snapshot === null) throw new AppError("not_found", sentence("fonts.no_snapshot", { id: snapshotId }));
      return { snapshot, isNew: false };
    }
    const fonts = publishedFonts(store.ofProject(projectId));
    if (current === null && fonts.files.length === 0) throw new AppError("conflict", sentence("fonts.nothing"));
    if (current !== null && isSame(current, fonts)) return { snapshot: current, isNew: false };
    const snapshot = { id: runtime.random.uuid(), createdAt: at, publishedAt: at, tree: fonts.tree, css: fonts.css };
    store.insertSnapshot(projectId, snapshot, fonts.files);
    return { snapshot, isNew: true };
  };

  const commit = database.transaction((projectId: string, snapshotId: string | null) => {
    const now = runtime.clock.now();
    // The newest publication is current, even after the clock was set back.
    const at = Math.max(now, (store.current(projectId)?.publishedAt ?? 0) + 1);
    const { snapshot, isNew } = snapshotFor(projectId, snapshotId, at);
    store.setPublished(snapshot.id, at);
    const superseded = deliveries.supersedeFonts(projectId, at);
    const inProgress = deliveries.fontsInProgress(projectId);
    const paused = settings.get().deliveries_paused;
    const enqueued = store.recipients(projectId).flatMap((recipient) => {
      // Callbacks of one session are sent in order, so the session with a callback in progress is used.
      const session = sessions.byId(inProgress.get(recipient.callbackUrl) ?? recipient.sessionId);
      if (session === null) return [];
      const delivery = {
        id: runtime.random.uuid(),
        projectId,
        sessionId: session.id,
        event: "site_fonts_updated" as const,
        versionId: null,
        snapshotId: snapshot.id,
        origin: new URL(session.callbackUrl).origin,
        reason: "published" as const,
        paused,
      };
      const { state } = deliveries.enqueue(delivery, at);
      return [{ ...delivery, state }];
    });
    audit.record("fonts published", projectId, { snapshot: snapshot.id, deliveries: enqueued.length });
    return { snapshot: { ...snapshot, publishedAt: at }, isNew, superseded, enqueued };
  });

  return {
    /**
     * @param snapshotId null for the current fonts @returns `isNew`: false for a resend @throws AppError not_found; conflict without fonts
     */
    publish(projectId: string, snapshotId: string | null): Published {
      projects.byId(projectId);
      const { snapshot, isNew, superseded, enqueued } = commit.immediate(projectId, snapshotId);
      sender.wake();
      const publishState = (id: string, sessionId: string, state: "superseded" | "pending" | "held") =>
        events.publish("delivery", { id, session_id: sessionId, project_id: projectId, state });
      events.publish("fonts", { project_id: projectId, snapshot_id: snapshot.id });
      for (const { id, sessionId } of superseded) publishState(id, sessionId, "superseded");
      for (const { id, sessionId, state } of enqueued) publishState(id, sessionId, state);
      return { snapshot, isNew, deliveries: enqueued.length };
    },
  };
}

export function isSame(snapshot: Snapshot, fonts: { tree: object; css: string }): boolean {
  return snapshot.css === fonts.css && JSON.stringify(snapshot.tree) === JSON.stringify(fonts.tree);
}
