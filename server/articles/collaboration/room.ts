/** A room in memory: its document, its recent steps, and the entries of its files. */
import { createHash } from "node:crypto";
import type { Node } from "prosemirror-model";
import type { Step } from "prosemirror-transform";
import { DOCUMENT_BYTES, documentJson, fileReferencesIn, filesOf, sourcesOf } from "../../article/document.ts";
import { type AssetEntry, dummyReference, type GalleyState, otherEntries } from "../../article/vms-json.ts";
import type { StepBatchView } from "../../contracts/collaboration-api.ts";
import { MAX_STEPS } from "../../contracts/collaboration-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import type { Clock } from "../../core/runtime.ts";
import type { Services } from "../../services.ts";
import { readStep } from "./read-steps.ts";
import type { RoomHead } from "./room-store.ts";

export const EMPTY: GalleyState = {
  format: "galley/1",
  doc: { type: "doc", content: [{ type: "paragraph" }] },
  assets: {},
};

export interface Room extends RoomHead {
  storedN: number;
  doc: Node;
  /** The state at the start of the epoch, without its document. Steps do not change its keys and file entries. */
  state: GalleyState;
  /** Upper bound of the document's size in bytes. */
  bytes: number;
  files: Set<string>;
  counters: Map<string, number>;
  recent: readonly OwnBatch[];
}

export type OwnBatch = StepBatchView & { steps: unknown[] };

export const parsedSteps = new WeakMap<OwnBatch, readonly Step[]>();
export const stepsOf = (batches: readonly OwnBatch[]): Step[] =>
  batches.flatMap((batch) => parsedSteps.get(batch) ?? batch.steps.map((json) => readStep(json).step));

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
/** Buckets in memory; the least recently used is dropped first. */
const MAX_BUCKETS = 10_000;

interface Bucket {
  left: number;
  /** ms. */
  at: number;
}

/** Rate limits for steps: on average 50 a second for a writer and 1,000 for an article. */
export function createStepLimits(clock: Clock) {
  const buckets = new Map<string, Bucket>();
  const fill = (key: string, rate: number, burst: number): Bucket => {
    const now = clock.now();
    const { left, at } = buckets.get(key) ?? { left: burst, at: now };
    const bucket = { left: Math.min(burst, left + ((now - at) / 1000) * rate), at: now };
    // The most recently used bucket is last.
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > MAX_BUCKETS && oldest !== undefined) buckets.delete(oldest);
    return bucket;
  };
  return {
    /** @throws AppError too_many_requests, without counting the steps */
    take(sessionId: string, writer: string, steps: number): void {
      const article = fill(sessionId, ARTICLE_RATE, ARTICLE_BURST);
      const own = fill(`${sessionId}.${writer}`, WRITER_RATE, WRITER_BURST);
      const missing = Math.max((steps - own.left) / WRITER_RATE, (steps - article.left) / ARTICLE_RATE);
      if (missing > 0) {
        const seconds = Math.ceil(missing);
        throw new AppError("too_many_requests", sentence("articles.too_many_steps", { seconds }), {
          "Retry-After": String(seconds),
        });
      }
      own.left -= steps;
      article.left -= steps;
    },
  };
}
