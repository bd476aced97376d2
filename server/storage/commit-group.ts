/**
 * Group commit: what is to be written in one turn of the event loop runs in one transaction and shares its fsync.
 *
 * The writes are functions that are collected during the turn. When it ends they run one after the other, each in a
 * savepoint of its own, and are committed together, all without a pause: no transaction is ever open while a request is
 * read or answered, so nothing outside the group sees rows that are not on disk yet. Whoever waits is answered after the
 * commit, in the order in which they came.
 *
 * SQLite waits for the write lock of another process by blocking the thread, so it waits briefly (`database.ts`), and the
 * group tries again from a timer: the event loop goes on answering, and a save still waits.
 *
 * Glossary. member: one such function. group: the members that share a transaction.
 */
import type { Clock } from "../core/runtime.ts";
import type { Database } from "./database.ts";

/** ms that the members of one group may take; those that are left then form the next group. */
const LONGEST_GROUP_MS = 8;
/** How long a member waits for another process's lock before it is refused, in ms. */
const LONGEST_WAIT_MS = 5_000;
const RETRY_MS = 100;

interface Member {
  write(): unknown;
  /** ms since the epoch. */
  givenAt: number;
  /** What became of `write`, before the commit. */
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

  /** better-sqlite3 makes a savepoint of a transaction inside another. */
  const alone = database.transaction((write: Member["write"]) => write());
  const together = database.transaction((members: Member[]) => {
    const end = performance.now() + LONGEST_GROUP_MS;
    for (const [index, member] of members.entries()) {
      if (index > 0 && performance.now() > end) {
        waiting = members.splice(index);
        return;
      }
      try {
        member.outcome = { ok: true, value: alone(member.write) };
      } catch (error) {
        // A full or broken disk can end the whole transaction: then nothing of those before is left either.
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
      const isLate = ({ givenAt }: Member) => !isLocked(error) || clock.now() - givenAt >= LONGEST_WAIT_MS;
      for (const { reject } of members.filter(isLate)) reject(error);
      const patient = members.filter((member) => !isLate(member));
      waiting = [...patient, ...waiting];
      if (patient.length > 0) return retry();
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
      waiting.push({ write, givenAt: clock.now(), outcome: NOT_RUN, resolve: resolve as Member["resolve"], reject });
      flushSoon();
    });

  return {
    /**
     * Runs `write` with others in one transaction; resolves with what it returned once that is committed and fsynced.
     *
     * `write` runs later than the call: what it decides by, it reads itself. It sees what members before it wrote, and is
     * acknowledged only together with them. It must not touch anything but the database, as a failed commit takes back
     * nothing else.
     * @throws what `write` throws, of which nothing is left behind; what SQLite says where the commit fails: then no
     *   member of the group left anything behind. SQLITE_BUSY after five seconds behind another process's lock
     */
    run,
    /** Resolves once all that was given so far is committed or refused. */
    settled: (): Promise<void> => run(() => undefined).catch(() => undefined),
    /** Collects without committing until the returned function is called: for what must not run beside a commit. */
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

/** Another process held the write lock when the transaction was to begin: nothing of it has run. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
}
