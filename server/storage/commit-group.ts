/**
 * Group commit: all writes of one turn of the event loop share a transaction and its fsync.
 * Writes are functions (members), collected during the turn. At its end they run in sequence, each in a savepoint, and are
 * committed together. So no transaction is open while a request is handled, and no reader sees rows that are not durable.
 * Callers receive their results after the commit, in order.
 * SQLite blocks the thread while another process holds the write lock, so it waits only briefly (`database.ts`), and the
 * group retries from a timer.
 */
import type { Clock } from "../core/runtime.ts";
import { actor } from "./audit-log.ts";
import type { Database } from "./database.ts";

/** After this, the remaining members form the next group. */
const MAX_GROUP_MS = 8;
/** How long a member waits for another process's lock before it fails. */
const MAX_WAIT_MS = 5_000;
const RETRY_MS = 100;

interface Member {
  write(): unknown;
  givenAt: number;
  /** The result of `write`, before the commit. */
  outcome: { ok: true; value: unknown } | { ok: false; error: unknown };
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const NOT_RUN: Member["outcome"] = { ok: true, value: undefined };

export type CommitGroup = ReturnType<typeof createCommitGroup>;

export function createCommitGroup(database: Database, clock: Clock) {
  let waiting: Member[] = [];
  let holds = 0;
  let flushIsDue = false;
  let isLockedOut = false;

  /** Inside another transaction, better-sqlite3 makes a savepoint. */
  const alone = database.transaction((write: Member["write"]) => write());
  const together = database.transaction((members: Member[]) => {
    const end = performance.now() + MAX_GROUP_MS;
    for (const [index, member] of members.entries()) {
      if (index > 0 && performance.now() > end) {
        waiting = members.splice(index);
        return;
      }
      try {
        member.outcome = { ok: true, value: alone(member.write) };
      } catch (error) {
        // A full or broken disk can roll back the whole transaction, previous members included.
        if (!database.inTransaction) throw error;
        member.outcome = { ok: false, error };
      }
    }
  });

  const flush = () => {
    flushIsDue = false;
    if (holds > 0 || waiting.length === 0) return;
    const members = waiting;
    const [first] = members;
    waiting = [];
    try {
      if (members.length === 1 && first !== undefined) first.resolve(alone.immediate(first.write));
      else {
        together.immediate(members);
        for (const { outcome, resolve, reject } of members)
          if (outcome.ok) resolve(outcome.value);
          else reject(outcome.error);
      }
    } catch (error) {
      const isLate = ({ givenAt }: Member) => !isLocked(error) || clock.now() - givenAt >= MAX_WAIT_MS;
      for (const { reject } of members.filter(isLate)) reject(error);
      const retried = members.filter((member) => !isLate(member));
      waiting = [...retried, ...waiting];
      if (retried.length > 0) return retry();
    }
    if (waiting.length > 0) flushSoon();
  };
  const retry = () => {
    isLockedOut = true;
    clock.after(RETRY_MS, () => {
      isLockedOut = false;
      flushSoon();
    });
  };
  const flushSoon = () => {
    if (flushIsDue || isLockedOut) return;
    flushIsDue = true;
    setImmediate(flush);
  };

  const run = <T>(write: () => T): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      // The group runs in the context of its first caller, so each write restores its own.
      const from = actor.getStore();
      const member = { write: () => actor.run(from, write), givenAt: clock.now(), outcome: NOT_RUN, reject };
      waiting.push({ ...member, resolve: resolve as Member["resolve"] });
      flushSoon();
    });

  return {
    /**
     * Runs `write` with others in one transaction; resolves once it is committed and fsynced. `write` runs later, so it
     * must read the state that it depends on. It must change only the database, because a failed commit undoes nothing else.
     * @throws the error of `write`, which is rolled back; SQLite's error if the commit fails, which rolls back the group;
     * SQLITE_BUSY after five seconds behind another process's lock
     */
    run,
    /** Resolves once all writes so far are committed or failed. */
    settled: (): Promise<void> => run(() => undefined).catch(() => undefined),
    /** Delays commits until the returned function is called. */
    hold(): () => void {
      holds += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds -= 1;
        if (holds === 0 && waiting.length > 0) flushSoon();
      };
    },
  };
}

/** Another process held the write lock, so nothing has run. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
}
