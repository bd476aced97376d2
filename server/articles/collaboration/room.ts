/** A room: its rows, its document in memory, the entries of its files, and its limits. */
import { createHash } from "node:crypto";
import type { Node } from "prosemirror-model";
import { Step } from "prosemirror-transform";
import { DOCUMENT_BYTES, documentJson, fileReferencesIn, filesOf, sourcesOf } from "../../article/document.ts";
import { articleSchema } from "../../article/schema.ts";
import { type AssetEntry, dummyReference, type GalleyState, otherEntries } from "../../article/vms-json.ts";
import { MAX_STEPS, type RoomView, type StepBatchView } from "../../contracts/collaboration-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { type Database, statements } from "../../storage/database.ts";

export const EMPTY: GalleyState = {
  format: "galley/1",
  doc: { type: "doc", content: [{ type: "paragraph" }] },
  assets: {},
};

/** A row of `rooms` without its document. */
export interface RoomHead {
  epoch: string;
  n: number;
  baseVersion: number | null;
  /** Number of the last step in the base version. */
  savedN: number;
  origin: RoomView["origin"];
  /** ms. */
  updatedAt: number;
}

interface StoredRoom extends RoomHead {
  /** Number of the last step in `vmsJson`; later steps are in `session_steps`. */
  storedN: number;
  files: string[];
  vmsJson: string;
}

/** How long steps are kept for tabs that were offline, ms. */
export const STEPS_KEPT_MS = 24 * 3_600_000;

type HeadRow = Omit<RoomHead, "origin"> & { origin: string | null };

const HEAD = `epoch, n, base_version AS baseVersion, saved_n AS savedN, origin, updated_at AS updatedAt`;

export interface Room extends RoomHead {
  storedN: number;
  doc: Node;
  /** The state at the start of the epoch, without its document. Steps do not change its keys and file entries. */
  state: GalleyState;
  /** Upper bound of the document's size in bytes. */
  bytes: number;
  files: Set<string>;
  counters: Map<string, number>;
  /** The newest batches, for tabs that are slightly behind. */
  recent: StepBatch[];
  /** By writer, and of all as "". */
  limits: Map<string, Bucket>;
}

/** Steps of one tab that were stored together. */
export type StepBatch = StepBatchView & { steps: unknown[] };

/** The parsed steps of recent batches, so that a rebase does not parse them again. */
export const parsedSteps = new WeakMap<StepBatch, readonly Step[]>();

/** Of stored batches, which were validated. */
export const stepsOf = (batches: readonly StepBatch[]): Step[] =>
  batches.flatMap((batch) => parsedSteps.get(batch) ?? batch.steps.map((json) => Step.fromJSON(articleSchema, json)));

/** Builds the file entries of a room's state. */
export function createRoomFiles({ assets }: Pick<Services, "assets">) {
  const entryOf = (sessionId: string, widths: ReturnType<typeof assets.widths>, name: string): AssetEntry | null => {
    const asset = assets.byName(sessionId, name);
    if (asset === null) return null;
    const { clientUrl, type, size, width, height } = asset;
    const smaller = widths.get(name);
    return {
      clientUrl: clientUrl ?? dummyReference(name),
      type,
      size,
      ...(width !== null && { width }),
      ...(height !== null && { height }),
      ...(smaller && { widths: smaller }),
    };
  };
  const entriesOf = (sessionId: string, names: readonly string[]): Record<string, AssetEntry> => {
    if (names.length === 0) return {};
    const widths = assets.widths(sessionId);
    const all = names.flatMap((name) => [name, ...(widths.get(name) ?? []).map(({ file }) => file)]);
    return Object.fromEntries(
      all.flatMap((name) => {
        const entry = entryOf(sessionId, widths, name);
        return entry === null ? [] : [[name, entry]];
      }),
    );
  };

  /** The document as a state that lists only the files in the document. */
  const stateOf = (sessionId: string, { doc, state }: Room): GalleyState => {
    const entries = entriesOf(sessionId, [...filesOf(doc), ...sourcesOf(doc)]);
    const files = Object.entries(entries).map(([name, entry]) => [name, { ...state.assets[name], ...entry }]);
    return {
      ...state,
      doc: documentJson(doc),
      assets: Object.fromEntries([...otherEntries(state.assets), ...files]),
    };
  };

  return { entriesOf, stateOf };
}

/** The document's size in bytes: estimated, or exact if the estimate exceeds the limit. @throws AppError too_large */
export function sizeWith(room: Room, doc: Node, added: number): number {
  const estimate = room.bytes + added;
  if (estimate <= DOCUMENT_BYTES) return estimate;
  const bytes = JSON.stringify(documentJson(doc)).length;
  if (bytes > DOCUMENT_BYTES)
    throw new AppError("too_large", sentence("articles.article_too_large", { limit: DOCUMENT_BYTES }));
  return bytes;
}

export function filesInSteps(steps: readonly unknown[]): Set<string> {
  const names = new Set<string>();
  for (const step of steps as { slice?: { content?: unknown[] }; attr?: string; value?: unknown }[]) {
    const content = step.slice?.content ?? (step.attr === undefined ? [] : [{ attrs: { [step.attr]: step.value } }]);
    for (const name of fileReferencesIn({ content })) names.add(name);
  }
  return names;
}

/** The public name of the writer with a secret key. */
export function writerOf(sessionId: string, key: string): string {
  return createHash("sha256").update(`${sessionId}.${key}`).digest("base64url").slice(0, 16);
}

const WRITER_RATE = 50;
const ARTICLE_RATE = 1_000;
/** Burst: offline changes, or Replace all in a long article. */
const WRITER_BURST = MAX_STEPS;
const ARTICLE_BURST = 4 * MAX_STEPS;
/** Buckets in memory for an article. */
const MAX_BUCKETS = 1_000;
/** Steps that a writer or the article may still send; `at` in ms. */
type Bucket = Record<"left" | "at", number>;

/**
 * Limits the steps of a room: on average 50 a second for a writer and 1,000 for all.
 * @throws AppError too_many_requests, without counting the steps
 */
export function limitSteps({ limits }: Pick<Room, "limits">, writer: string, steps: number, now: number): void {
  const bucketOf = (key: string, rate: number, burst: number): Bucket => {
    const { left, at } = limits.get(key) ?? { left: burst, at: now };
    return { left: Math.min(burst, left + ((now - at) / 1000) * rate), at: now };
  };
  const article = bucketOf("", ARTICLE_RATE, ARTICLE_BURST);
  const own = bucketOf(writer, WRITER_RATE, WRITER_BURST);
  const missing = Math.max((steps - own.left) / WRITER_RATE, (steps - article.left) / ARTICLE_RATE);
  if (missing > 0) {
    const seconds = Math.ceil(missing);
    throw new AppError("too_many_requests", sentence("articles.too_many_steps", { seconds }), {
      "Retry-After": String(seconds),
    });
  }
  // A tab may claim any number of writers. The article's own limit stays.
  if (limits.size > MAX_BUCKETS) limits.clear();
  limits.set("", { left: article.left - steps, at: now });
  limits.set(writer, { left: own.left - steps, at: now });
}

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
  const whole = row<[string], HeadRow & Pick<StoredRoom, "storedN" | "vmsJson"> & { files: string }>(
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
  const after = rows<[string, number], Omit<StepBatch, "after" | "steps"> & { steps: string }>(
    "SELECT n, writer, counter, steps FROM session_steps WHERE session_id = ? AND n > ? ORDER BY n",
  );
  const dropOld = run<[string, number, number]>("DELETE FROM session_steps WHERE session_id = ? AND n <= ? AND at < ?");
  const counters = rows<[string], { writer: string; counter: number }>(
    "SELECT writer, max(counter) AS counter FROM session_steps WHERE session_id = ? GROUP BY writer",
  );
  const decode = <T extends HeadRow>(row: T) => ({
    ...row,
    origin: row.origin === null ? null : (JSON.parse(row.origin) as RoomView["origin"]),
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
      const { n, writer, counter, steps } = batch;
      insertSteps({ n, writer, counter, steps: JSON.stringify(steps), sessionId, at });
      advance(n, at, JSON.stringify(files), sessionId);
    },
    /** Stores the document as of step `n`, and drops steps older than `STEPS_KEPT_MS`. */
    compact(sessionId: string, n: number, vmsJson: string, files: readonly string[], now: number): void {
      compact(n, vmsJson, JSON.stringify(files), sessionId);
      dropOld(sessionId, n, now - STEPS_KEPT_MS);
    },
    saved: (sessionId: string, n: number, version: number) => void saved(n, version, sessionId),
    remove: run<[string]>("DELETE FROM rooms WHERE session_id = ?"),
    /** Sessions whose rooms have no unsaved steps and have not changed since `before` (ms). */
    idle: values<[number, number], string>("SELECT session_id FROM rooms WHERE n = saved_n AND updated_at < ? LIMIT ?"),
    head(sessionId: string): RoomHead | null {
      const found = head(sessionId);
      return found && decode(found);
    },
    room(sessionId: string): StoredRoom | null {
      const found = whole(sessionId);
      return found && { ...decode(found), files: JSON.parse(found.files) as string[] };
    },
    after: (sessionId: string, n: number): StepBatch[] =>
      after(sessionId, n).map((row) => {
        const steps = JSON.parse(row.steps) as unknown[];
        return { ...row, after: row.n - steps.length, steps };
      }),
    /** Steps so far by writer, for writers whose steps are still stored. */
    counters: (sessionId: string) =>
      new Map(counters(sessionId).map(({ writer, counter }) => [writer, counter] as const)),
  };
}
