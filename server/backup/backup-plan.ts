/** When backups are due, and the schedule that makes them, even after sleep or downtime. */
import type { BackupPlan } from "../contracts/backups-api.ts";
import type { Runtime } from "../core/runtime.ts";
import type { BackupRecordStore } from "./backup-record.ts";

/** Wait after a start, so that a backup does not slow it down. */
const FIRST_CHECK_MS = 60_000;
/** Timers stop while a machine sleeps, so the clock is checked this often. */
const CHECK_INTERVAL_MS = 10 * 60_000;
/** Retry interval of a failed backup. Each due time has `MAX_TRIES` tries. */
const RETRY_MS = 3_600_000;
const MAX_TRIES = 3;

type Schedule = Pick<BackupPlan, "schedule" | "hour" | "weekday">;

/** The last due time at or before `now`, ms, by local time; null if the schedule is off. */
export function lastDue(plan: Schedule, now: number): number | null {
  return plan.schedule === "off" ? null : search(plan, now, -1);
}

/** The first due time after `now`, ms, by local time; null if the schedule is off. */
export function nextDue(plan: Schedule, now: number): number | null {
  return plan.schedule === "off" ? null : search(plan, now, 1);
}

function search({ schedule, hour, weekday }: Schedule, now: number, step: 1 | -1): number {
  const today = new Date(now);
  for (let day = 0; day <= 8; day++) {
    // Computed for each day, so that an hour skipped by daylight saving time does not shift later days.
    const at = new Date(today.getFullYear(), today.getMonth(), today.getDate() + day * step, hour);
    const isInTime = step === 1 ? at.getTime() > now : at.getTime() <= now;
    if (isInTime && (schedule === "daily" || at.getDay() === weekday)) return at.getTime();
  }
  throw new Error("A week has no day on which a backup is due.");
}

/** @param make resolves to null while Galley closes, otherwise to whether it succeeded */
export function createBackupSchedule(
  { clock, log }: Runtime,
  record: BackupRecordStore,
  { isBusy, make }: { isBusy(): boolean; make(): Promise<boolean | null> },
) {
  let isClosed = false;
  let cancel = () => {};
  let failedTries = 0;
  let notBefore = 0;
  let running: Promise<void> = Promise.resolve();

  const isDue = (now: number): boolean => {
    const { plan, planned_at, turn_at } = record.get();
    const due = lastDue(plan, now);
    return due !== null && due > Math.max(planned_at, turn_at ?? 0) && now >= notBefore;
  };
  const makeDue = async () => {
    const now = clock.now();
    if (isClosed || isBusy() || !isDue(now)) return;
    const isMade = await make();
    if (isMade === null) return;
    failedTries = isMade ? 0 : failedTries + 1;
    notBefore = isMade ? 0 : clock.now() + RETRY_MS;
    if (!isMade && failedTries < MAX_TRIES) return;
    failedTries = 0;
    notBefore = 0;
    await record.put({ turn_at: now });
  };
  const check = () => {
    cancel();
    running = running
      .then(makeDue)
      .catch((error) => log.error("The scheduled backup could not be recorded. Galley retries it.", error))
      .then(() => checkWithin(CHECK_INTERVAL_MS));
  };
  const checkWithin = (ms: number) => {
    if (isClosed) return;
    cancel();
    const now = clock.now();
    const next = nextDue(record.get().plan, now) ?? Number.POSITIVE_INFINITY;
    cancel = clock.after(Math.min(ms, next - now), check);
  };
  return {
    start: (): void => checkWithin(FIRST_CHECK_MS),
    /** Checks the clock now; for example after the machine's sleep. */
    check,
    reset(): void {
      failedTries = 0;
      notBefore = 0;
      checkWithin(CHECK_INTERVAL_MS);
    },
    async close(): Promise<void> {
      isClosed = true;
      cancel();
      await running;
    },
  };
}
