/** Types of the console's API for the replica (`/replica`): a copy of the data folder on a second machine or disk. */
import { z } from "zod";
import { sentenceBeside, time } from "./schema-parts.ts";

/**
 * off: no target, or no engine on this system. ok: at most a minute behind. behind: more than a minute, or the first full
 * copy is running. failing: the last attempt to copy failed; `detail` says why. fenced: another machine took over, and
 * this one is read-only.
 */
export const REPLICA_STATES = ["off", "ok", "behind", "failing", "fenced"] as const;

const drill = z.object({
  at: time,
  ok: z.boolean(),
  detail: z.string(),
  detail_sentence: sentenceBeside,
});

/** Response to `GET /replica`, and to all changes of it. */
export const ReplicaView = z
  .object({
    state: z.enum(REPLICA_STATES),
    /** Such as `/mnt/replica` or `sftp://user@host/path`; never with a password. Null without one. */
    target: z.string().nullable(),
    /** `flag` and `environment` override the setting, so the console cannot change the target. */
    source: z.enum(["flag", "environment", "file", "default"]),
    /** Age of the oldest commit that the target does not have, ms; 0 if it has all, null before the first copy. */
    lag_ms: z.number().nullable(),
    last_copy_at: time.nullable(),
    /** Files that wait for the target: parts of the database's log and uploaded files. */
    pending_files: z.number(),
    /** The number of this machine's term; a takeover begins the next. Null before the first contact with the target. */
    epoch: z.number().nullable(),
    /** Whether the target has the key of the secrets, sealed with a passphrase. */
    with_key: z.boolean(),
    /** The first full copy; null when it is complete. */
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
    /** Whether a drill or a test runs now. */
    busy: z.enum(["drill", "test"]).nullable(),
    /** The machine that took over; null unless fenced. */
    fenced: z.object({ by: z.string(), at: time }).nullable(),
    /** What is wrong and what to do, or what happens now, in a sentence. */
    detail: z.string(),
    detail_sentence: sentenceBeside,
    /** Whether the programs are present: Litestream for every target, rclone for those that are not folders. */
    engines: z.object({ litestream: z.boolean(), rclone: z.boolean() }),
  })
  .meta({ id: "Replica" });
export type ReplicaView = z.infer<typeof ReplicaView>;

/** Response to `POST /replica/test`: a probe was written to the target, read and restored. */
export const ReplicaTest = z
  .object({ ok: z.boolean(), duration_ms: z.number(), detail: z.string(), detail_sentence: sentenceBeside })
  .meta({ id: "ReplicaTest" });
export type ReplicaTest = z.infer<typeof ReplicaTest>;
