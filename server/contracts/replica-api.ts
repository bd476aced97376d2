/** Types of the console API for the replica (`/replica`): a copy of the data folder on a second machine or disk. */
import { z } from "zod";
import { sentenceBeside, time } from "./schema-parts.ts";

/**
 * off: no target, or no engine on this system. ok: at most a minute behind. behind: more than a minute behind, or the
 * first full copy is running. failing: the last copy failed; `detail` contains the reason. fenced: another machine took
 * over, and this one is read-only.
 */
export const REPLICA_STATES = ["off", "ok", "behind", "failing", "fenced"] as const;

const drill = z.object({
  at: time,
  ok: z.boolean(),
  detail: z.string(),
  detail_sentence: sentenceBeside,
});

export const ReplicaView = z
  .object({
    state: z.enum(REPLICA_STATES),
    /** Such as `/mnt/replica` or `sftp://user@host/path`, without a password; null without a target. */
    target: z.string().nullable(),
    /** With `flag` or `environment`, the console cannot change the target. */
    source: z.enum(["flag", "environment", "file", "default"]),
    /** Age of the oldest commit missing in the target, ms; 0 if none is missing, null before the first copy. */
    lag_ms: z.number().nullable(),
    last_copy_at: time.nullable(),
    /** Number of files still to copy: parts of the database's log, and uploads. */
    pending_files: z.number(),
    /** Increases with every takeover. Null before the first contact with the target. */
    epoch: z.number().nullable(),
    /** Whether the target contains the key of the secrets, encrypted with a passphrase. */
    with_key: z.boolean(),
    /** Progress of the first full copy; null when it is complete. */
    progress: z
      .object({
        bytes: z.number(),
        total_bytes: z.number(),
        files: z.number(),
        total_files: z.number(),
        /** Estimate; null while unknown. */
        remaining_ms: z.number().nullable(),
      })
      .nullable(),
    last_drill: drill.nullable(),
    busy: z.enum(["drill", "test"]).nullable(),
    fenced: z.object({ by: z.string(), at: time }).nullable(),
    /** Sentence: the state, and what to do about a problem. */
    detail: z.string(),
    detail_sentence: sentenceBeside,
    /** Whether the programs are installed. Every target needs Litestream; targets other than folders need rclone. */
    engines: z.object({ litestream: z.boolean(), rclone: z.boolean() }),
  })
  .meta({ id: "Replica" });
export type ReplicaView = z.infer<typeof ReplicaView>;

/** Response to `POST /replica/test`: a probe was written to the target, read and restored. */
export const ReplicaTest = z
  .object({ ok: z.boolean(), duration_ms: z.number(), detail: z.string(), detail_sentence: sentenceBeside })
  .meta({ id: "ReplicaTest" });
export type ReplicaTest = z.infer<typeof ReplicaTest>;
