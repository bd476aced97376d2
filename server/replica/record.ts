/** `<dataDir>/replica.json`: the replica's part in this data folder. Not in the database, which the target has, too. */
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Runtime } from "../core/runtime.ts";
import { writeFileDurably } from "../storage/disk.ts";

const RECORD_FILE = "replica.json";

const Record = z.object({
  /** Of this data folder; another one for each takeover. */
  id: z.string(),
  /** The target that the epoch belongs to, as the admin wrote it. */
  target: z.string().nullable(),
  /** Null before the first contact with the target. */
  epoch: z.int().nullable(),
  /** The master key under a passphrase: `backup/passphrase.ts`. */
  key: z.object({ fingerprint: z.string(), wrapped: z.object({ salt: z.string(), sealed: z.string() }) }).nullable(),
  drill: z
    .object({
      at: z.number(),
      ok: z.boolean(),
      /** `toStored` of a sentence. */
      detail: z.string(),
    })
    .nullable(),
  /** The machine that took over, and when: ms since the epoch. */
  fenced: z.object({ by: z.string(), at: z.number() }).nullable(),
});
export type ReplicaRecord = z.infer<typeof Record>;

/** A damaged file counts as missing: the target still refuses a second writer. */
export function openReplicaRecord(dataDir: string, { random, log }: Pick<Runtime, "random" | "log">) {
  const file = path.join(dataDir, RECORD_FILE);
  const none: ReplicaRecord = { id: random.uuid(), target: null, epoch: null, key: null, drill: null, fenced: null };
  let record = readReplicaRecord(dataDir) ?? none;
  let turn: Promise<void> = Promise.resolve();
  return {
    get: (): Readonly<ReplicaRecord> => record,
    /** Durable when it resolves. */
    put(part: Partial<ReplicaRecord>): Promise<void> {
      record = { ...record, ...part };
      const written = JSON.stringify(record, null, 2);
      const done = turn.then(() => writeFileDurably(file, `${written}\n`, 0o600));
      turn = done.catch((error) => log.error(`${file} could not be written.`, error));
      return done;
    },
  };
}

/** Null: there is none, or it is damaged. */
export function readReplicaRecord(dataDir: string): ReplicaRecord | null {
  try {
    return Record.parse(JSON.parse(fs.readFileSync(path.join(dataDir, RECORD_FILE), "utf8")));
  } catch {
    return null;
  }
}
