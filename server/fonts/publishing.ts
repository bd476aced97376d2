/** Publishing makes a snapshot current and sends `site_fonts_updated` to each callback URL of the project (contract 6.2). */
import type { SessionStore } from "../articles/sessions/session-store.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { yieldToRequests } from "../core/runtime.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import type { Sender } from "../deliveries/sender.ts";
import type { Services } from "../services.ts";
import type { Database } from "../storage/database.ts";
import type { FontStore } from "./font-store.ts";
import { publishedFonts } from "./font-tree.ts";
import type { Snapshot, SnapshotStore } from "./snapshot-store.ts";

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
  snapshots,
  recipients,
  deliveries,
  sender,
}: Pick<Services, "database" | "runtime" | "events" | "audit" | "settings" | "projects"> & {
  sessions: SessionStore;
  store: FontStore;
  snapshots: SnapshotStore;
  recipients: Recipients;
  deliveries: DeliveryStore;
  sender: Pick<Sender, "wake">;
}) {
  const snapshotFor = (
    projectId: string,
    snapshotId: string | null,
    at: number,
  ): Pick<Published, "snapshot" | "isNew"> => {
    const current = snapshots.current(projectId);
    if (snapshotId !== null) {
      const snapshot = snapshots.byId(projectId, snapshotId);
      if (snapshot === null) throw new AppError("not_found", sentence("fonts.no_snapshot", { id: snapshotId }));
      return { snapshot, isNew: false };
    }
    const fonts = publishedFonts(store.ofProject(projectId));
    if (current === null && fonts.files.length === 0) throw new AppError("conflict", sentence("fonts.nothing"));
    if (current !== null && isSame(current, fonts)) return { snapshot: current, isNew: false };
    const snapshot = { id: runtime.random.uuid(), createdAt: at, publishedAt: at, tree: fonts.tree, css: fonts.css };
    snapshots.insert(projectId, snapshot, fonts.files);
    return { snapshot, isNew: true };
  };

  const commit = database.transaction((projectId: string, snapshotId: string | null, recipients: Recipient[]) => {
    const now = runtime.clock.now();
    // The newest publication is current, even after the clock was set back.
    const at = Math.max(now, (snapshots.current(projectId)?.publishedAt ?? 0) + 1);
    const { snapshot, isNew } = snapshotFor(projectId, snapshotId, at);
    snapshots.setPublished(snapshot.id, at);
    const superseded = deliveries.supersedeFonts(projectId, at);
    const inProgress = deliveries.fontsInProgress(projectId);
    const paused = settings.get().deliveries_paused;
    const enqueued = recipients.flatMap((recipient) => {
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
    async publish(projectId: string, snapshotId: string | null): Promise<Published> {
      projects.byId(projectId);
      const found = await recipients.find(projectId);
      const { snapshot, isNew, superseded, enqueued } = commit.immediate(projectId, snapshotId, found);
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

interface Recipient {
  callbackUrl: string;
  sessionId: string;
  materialId: string;
  saved: boolean;
}

type Row = Omit<Recipient, "saved"> & { saved: number; lastAccess: number };

type Recipients = ReturnType<typeof createRecipients>;

const STEP = 2_000;

/** The recipients of a publication: each callback URL with its most recent session, preferably saved (contract 6.2). */
export function createRecipients(database: Database) {
  const page = database.prepare<[string, number, string, number], Row>(
    `SELECT id AS sessionId, material_id AS materialId, callback_url AS callbackUrl,
       current_version IS NOT NULL AS saved, last_access AS lastAccess FROM sessions
     WHERE project_id = +? AND (last_access, id) < (+?, +?) ORDER BY last_access DESC, id DESC LIMIT +?`,
  );
  return {
    /** Sorted by callback URL. Walks in steps, so that 100,000 sessions do not block the appliance. */
    async find(projectId: string): Promise<Recipient[]> {
      const found = new Map<string, Recipient>();
      const take = (rows: Row[]) => {
        for (const { lastAccess: _, ...row } of rows) {
          const present = found.get(row.callbackUrl);
          const saved = row.saved === 1;
          if (present === undefined || (!present.saved && saved)) found.set(row.callbackUrl, { ...row, saved });
        }
        return rows.at(-1);
      };
      const top = [Number.MAX_SAFE_INTEGER, ""] as const;
      const newest = page.all(projectId, ...top, 1)[0]?.lastAccess ?? 0;
      let last = take(page.all(projectId, ...top, STEP));
      while (last !== undefined) {
        await yieldToRequests();
        last = take(page.all(projectId, last.lastAccess, last.sessionId, STEP));
      }
      // Sessions used during the walk have moved to the top.
      for (let at: Row | undefined = page.all(projectId, ...top, 1)[0]; at !== undefined && at.lastAccess > newest; ) {
        take([at]);
        at = page.all(projectId, at.lastAccess, at.sessionId, 1)[0];
      }
      return [...found.values()].sort((a, b) => (a.callbackUrl < b.callbackUrl ? -1 : 1));
    },
  };
}
