/**
 * The layout of a target, and which machine may write to it. A takeover begins the next epoch. A machine reads the epochs
 * before each copy and stops when a newer one exists. The process that started last is the only writer of its epoch.
 *
 *     blobs/ab/cdef…                   article files, by SHA-256
 *     epoch-0001/epoch.json            the Galley that began it, and when
 *     epoch-0001/key.json              the encryption key, encrypted with a passphrase
 *     epoch-0001/writer-<token>.json   the process that writes
 *     epoch-0001/head-0.json, -1       written alternately: the time up to which the copy is complete
 *     epoch-0001/generations/…         Litestream's layout
 */

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { z } from "zod";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Clock } from "../core/runtime.ts";
import type { ReplicaRecord } from "./record.ts";
import type { Store } from "./store.ts";

export const BLOBS = "blobs";

const Epoch = z.object({
  epoch: z.int().min(1),
  /** Id of the data folder. */
  id: z.string().max(100),
  machine: z.string().max(300),
  since: z.iso.datetime(),
  galley_version: z.string().max(100),
});
export type Epoch = z.infer<typeof Epoch>;

const Head = z.object({
  n: z.int().min(0),
  /** All commits up to this time are in the copy. */
  at: z.iso.datetime(),
  generation: z.string().regex(/^[0-9a-f]{16}$/),
  /** Name of the newest file of Litestream's log in the copy; null: only the snapshot. */
  last: z
    .string()
    .regex(/^[0-9a-f]{8}_[0-9a-f]{8}\.wal\.lz4$/)
    .nullable(),
  schema: z.int(),
});
export type Head = z.infer<typeof Head>;

const Key = z.object({
  fingerprint: z.string().max(200),
  wrapped: z.object({ salt: z.string().max(200), sealed: z.string().max(2_000) }),
});
export type SealedKey = z.infer<typeof Key>;

export const epochFolder = (epoch: number) => `epoch-${String(epoch).padStart(4, "0")}`;

async function epochsIn(store: Store, signal: AbortSignal): Promise<number[]> {
  const names = await store.list("", signal);
  return names.flatMap((name) => /^epoch-(\d{4,9})\/$/.exec(name)?.[1] ?? []).map(Number);
}

/** The newest epoch of a target; null: none. @throws AppError for a damaged one */
export async function newestEpoch(store: Store, signal: AbortSignal): Promise<Epoch | null> {
  for (const number of (await epochsIn(store, signal)).sort((a, b) => b - a)) {
    const epoch = await readEpoch(store, number, signal);
    // Null if its Galley was interrupted while it began the epoch.
    if (epoch !== null) return epoch;
  }
  return null;
}

export function readEpoch(store: Store, epoch: number, signal: AbortSignal): Promise<Epoch | null> {
  return readPart(store, `${epochFolder(epoch)}/epoch.json`, Epoch, signal);
}

/** The newer of the two heads; null before the first complete copy. */
export async function readHead(store: Store, epoch: number, signal: AbortSignal): Promise<Head | null> {
  const heads: Head[] = [];
  for (const slot of [0, 1]) {
    const text = await store.read(`${epochFolder(epoch)}/head-${slot}.json`, signal);
    // One of them may be truncated.
    const head = text === null ? null : Head.safeParse(jsonOf(text)).data;
    if (head) heads.push(head);
  }
  return heads.sort((a, b) => b.n - a.n)[0] ?? null;
}

export function readKey(store: Store, epoch: number, signal: AbortSignal): Promise<SealedKey | null> {
  return readPart(store, `${epochFolder(epoch)}/key.json`, Key, signal);
}

async function otherWriters(store: Store, epoch: number, own: string, signal: AbortSignal): Promise<string[]> {
  const names = await store.list(epochFolder(epoch), signal);
  return names.filter((name) => /^writer-[\w-]+\.json$/.test(name) && name !== writerFile(own));
}

const writerFile = (token: string) => `writer-${token}.json`;

/** A time for messages. @param at ms since the epoch */
export const timeInWords = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

export function newEpoch(epoch: number, id: string, version: string, now: number): Epoch {
  return { epoch, id, machine: hostname(), since: new Date(now).toISOString(), galley_version: version };
}

async function machineOf(store: Store, name: string, signal: AbortSignal): Promise<string> {
  const text = await store.read(name, signal);
  return z.object({ machine: z.string().max(300) }).safeParse(jsonOf(text ?? "")).data?.machine ?? "another machine";
}

async function readPart<T>(store: Store, name: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | null> {
  const text = await store.read(name, signal);
  if (text === null) return null;
  const result = schema.safeParse(jsonOf(text));
  if (result.success) return result.data;
  throw new AppError("unavailable", sentence("replica.incomplete", { target: name, detail: "it is damaged." }));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Another machine took over. */
export class Fenced extends Error {
  readonly by: string;
  /** ms since the epoch. */
  readonly at: number;
  constructor(by: string, at: number) {
    super(by);
    this.by = by;
    this.at = at;
  }
}

/** Another process writes to the target. This one stops copying until a restart. */
export class Superseded extends AppError {}

export interface TermParts {
  store: Store;
  target: string;
  record: { get(): Readonly<ReplicaRecord>; put(part: Partial<ReplicaRecord>): Promise<void> };
  clock: Clock;
  version: string;
  put(name: string, content: object): Promise<void>;
}

/** This machine's right to write to a target: begins or continues an epoch, and detects other writers. */
export function createTerm({ store, target, record, clock, version, put }: TermParts) {
  const token = randomBytes(9).toString("base64url");
  const number = () => record.get().epoch ?? 0;
  const inEpoch = (name: string) => `${epochFolder(number())}/${name}`;

  const foreign = ({ machine }: Epoch) => new AppError("conflict", sentence("replica.foreign", { target, machine }));
  const requireOwn = (newest: Epoch | null) => {
    if (newest === null) throw new AppError("unavailable", sentence("replica.lost", { target }));
    if (newest.id === record.get().id) return;
    throw newest.epoch >= number() ? new Fenced(newest.machine, Date.parse(newest.since)) : foreign(newest);
  };

  return {
    inEpoch,
    /** Becomes the only writer. @throws Fenced; AppError if the target belongs to another Galley, or was emptied */
    async begin(signal: AbortSignal): Promise<void> {
      const { id, key, ...known } = record.get();
      const newest = await newestEpoch(store, signal);
      if (known.target === target && known.epoch !== null) requireOwn(newest);
      else if (newest === null) {
        await put(`${epochFolder(1)}/epoch.json`, newEpoch(1, id, version, clock.now()));
        await record.put({ target, epoch: 1 });
      } else if (newest.id === id) await record.put({ target, epoch: newest.epoch });
      else throw foreign(newest);
      if (key === null) await store.remove([inEpoch("key.json")], signal);
      else await put(inEpoch("key.json"), key);
      await put(inEpoch(writerFile(token)), { machine: hostname(), since: new Date(clock.now()).toISOString() });
      const others = await otherWriters(store, number(), token, signal);
      await store.remove(others.map(inEpoch), signal);
    },
    /** Call it before each copy. @throws Fenced; Superseded; AppError if the target was emptied */
    async requireOurs(signal: AbortSignal): Promise<void> {
      const numbers = await epochsIn(store, signal);
      if (!numbers.includes(number()) || Math.max(...numbers) > number()) requireOwn(await newestEpoch(store, signal));
      const [other] = await otherWriters(store, number(), token, signal);
      if (other === undefined) return;
      const machine = await machineOf(store, inEpoch(other), signal);
      throw new Superseded("conflict", sentence("replica.two_writers", { target, machine }));
    },
  };
}
