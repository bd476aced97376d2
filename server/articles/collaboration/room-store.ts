import { type Database, statements } from "../../storage/database.ts";

/** The draft that a room began with: its tab, and how many of the tab's steps it contains. */
interface RoomOrigin {
  client_id: string;
  steps: number;
}

/** A row of `rooms` without its document. */
export interface RoomHead {
  epoch: string;
  n: number;
  baseVersion: number | null;
  /** Number of the last step in the base version. */
  savedN: number;
  origin: RoomOrigin | null;
  /** ms. */
  updatedAt: number;
}

interface StoredRoom extends RoomHead {
  /** Number of the last step in `vmsJson`; later steps are in `session_steps`. */
  storedN: number;
  files: string[];
  vmsJson: string;
}

/** Steps of one tab that were stored together. */
interface StepBatch {
  /** The room's step count after this batch. */
  n: number;
  /** Public name of the tab's editor. */
  writer: string;
  /** The writer's steps so far, including this batch. */
  counter: number;
  /** JSON array. */
  steps: string;
}

/** How long steps are kept for tabs that were offline, ms. */
export const STEPS_KEPT_MS = 24 * 3_600_000;

type HeadRow = Omit<RoomHead, "origin"> & { origin: string | null };

const HEAD = `epoch, n, base_version AS baseVersion, saved_n AS savedN, origin, updated_at AS updatedAt`;

export type RoomStore = ReturnType<typeof createRoomStore>;

export function createRoomStore(database: Database) {
  const { run, row, rows, values } = statements(database);
  const upsert = run(
    `INSERT INTO rooms (session_id, epoch, n, base_version, saved_n, stored_n, origin, updated_at, files, vms_json)
     VALUES (@sessionId, @epoch, @n, @baseVersion, @savedN, @storedN, @origin, @updatedAt, @files, @vmsJson)
     ON CONFLICT (session_id) DO UPDATE SET epoch = excluded.epoch, n = excluded.n, base_version = excluded.base_version,
       saved_n = excluded.saved_n, stored_n = excluded.stored_n, origin = excluded.origin,
       updated_at = excluded.updated_at, files = excluded.files, vms_json = excluded.vms_json`,
  );
  const head = row<[string], HeadRow>(`SELECT ${HEAD} FROM rooms WHERE session_id = ?`);
  const whole = row<[string], HeadRow & { storedN: number; files: string; vmsJson: string }>(
    `SELECT ${HEAD}, stored_n AS storedN, files, vms_json AS vmsJson FROM rooms WHERE session_id = ?`,
  );
  const advance = run<[number, number, string, string]>(
    "UPDATE rooms SET n = ?, updated_at = ?, files = ? WHERE session_id = ?",
  );
  const compact = run<[number, string, string, string]>(
    "UPDATE rooms SET stored_n = ?, vms_json = ?, files = ? WHERE session_id = ?",
  );
  const saved = run<[number, number, string]>("UPDATE rooms SET saved_n = ?, base_version = ? WHERE session_id = ?");
  const insertSteps = run(
    `INSERT INTO session_steps (session_id, n, writer, counter, at, steps)
     VALUES (@sessionId, @n, @writer, @counter, @at, @steps)`,
  );
  const dropSteps = run<[string]>("DELETE FROM session_steps WHERE session_id = ?");
  const after = rows<[string, number], StepBatch>(
    "SELECT n, writer, counter, steps FROM session_steps WHERE session_id = ? AND n > ? ORDER BY n",
  );
  const dropOld = run<[string, number, number]>("DELETE FROM session_steps WHERE session_id = ? AND n <= ? AND at < ?");
  const counters = rows<[string], { writer: string; counter: number }>(
    "SELECT writer, max(counter) AS counter FROM session_steps WHERE session_id = ? GROUP BY writer",
  );
  const decode = <T extends HeadRow>(row: T) => ({
    ...row,
    origin: row.origin === null ? null : (JSON.parse(row.origin) as RoomOrigin),
  });
  return {
    /** Replaces the room and the steps of its previous epoch. All writes run in the caller's transaction. */
    put(sessionId: string, room: StoredRoom): void {
      dropSteps(sessionId);
      upsert({
        ...room,
        sessionId,
        origin: room.origin && JSON.stringify(room.origin),
        files: JSON.stringify(room.files),
      });
    },
    /** @param files names of the files in the document after the batch */
    add(sessionId: string, batch: StepBatch, at: number, files: readonly string[]): void {
      insertSteps({ ...batch, sessionId, at });
      advance(batch.n, at, JSON.stringify(files), sessionId);
    },
    /** Stores the document as of step `n`, and drops steps older than `STEPS_KEPT_MS`. */
    compact(sessionId: string, n: number, vmsJson: string, files: readonly string[], now: number): void {
      compact(n, vmsJson, JSON.stringify(files), sessionId);
      dropOld(sessionId, n, now - STEPS_KEPT_MS);
    },
    saved: (sessionId: string, n: number, version: number) => void saved(n, version, sessionId),
    remove: run<[string]>("DELETE FROM rooms WHERE session_id = ?"),
    /** Its newest version, null before the first; null for an unknown session. */
    current: row<[string], { version: number | null }>("SELECT current_version AS version FROM sessions WHERE id = ?"),
    /** Sessions whose rooms have no unsaved steps and have not changed since `before` (ms). */
    idle: values<[number, number], string>("SELECT session_id FROM rooms WHERE n = saved_n AND updated_at < ? LIMIT ?"),
    head: (sessionId: string): RoomHead | null => {
      const row = head(sessionId);
      return row && decode(row);
    },
    room: (sessionId: string): StoredRoom | null => {
      const row = whole(sessionId);
      return row && { ...decode(row), files: JSON.parse(row.files) as string[] };
    },
    after,
    /** Steps so far by writer, for writers whose steps are still stored. */
    counters: (sessionId: string) =>
      new Map(counters(sessionId).map(({ writer, counter }) => [writer, counter] as const)),
  };
}
