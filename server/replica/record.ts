/** `<dataDir>/replica.json`: the state of replication in this folder. It is outside the database, which the replica contains. */
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Runtime } from "../core/runtime.ts";
import { writeFileDurably } from "../storage/disk.ts";

const RECORD_FILE = "replica.json";

const Record = z.object({
  /** Id of this data folder; each takeover creates a new one. */
  id: z.string(),
  /** The target that the epoch belongs to, as the admin wrote it. */
  target: z.string().nullable(),
  /** Null before the first contact with the target. */
  epoch: z.int().nullable(),
  /** The master key encrypted with a passphrase, see `backup/passphrase.ts`. */
  key: z.object({ fingerprint: z.string(), wrapped: z.object({ salt: z.string(), sealed: z.string() }) }).nullable(),
  drill: z
    .object({
      at: z.number(),
      ok: z.boolean(),
      /** A sentence in its stored form, see `toStored`. */
      detail: z.string(),
    })
    .nullable(),
  /** The machine that took over, and when: ms since the epoch. */
  fenced: z.object({ by: z.string(), at: z.number() }).nullable(),
});
export type ReplicaRecord = z.infer<typeof Record>;

/** Treats a damaged file as missing, because the target still refuses a second writer. */
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

/** Null if the file is missing or damaged. */
export function readReplicaRecord(dataDir: string): ReplicaRecord | null {
  try {
    return Record.parse(JSON.parse(fs.readFileSync(path.join(dataDir, RECORD_FILE), "utf8")));
  } catch {
    return null;
  }
}
