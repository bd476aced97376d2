/** When backups are due, by the machine's own time: an admin says "at three at night", in summer as in winter. */
import type { BackupPlan } from "../contracts/backups-api.ts";

type Schedule = Pick<BackupPlan, "schedule" | "hour" | "weekday">;

/** The last time at or before `now` at which a backup was due; null where the schedule is off. In ms. */
export function lastDue(plan: Schedule, now: number): number | null {
  return plan.schedule === "off" ? null : search(plan, now, -1);
}

/** The first time after `now` at which one is due; null where the schedule is off. In ms. */
export function nextDue(plan: Schedule, now: number): number | null {
  return plan.schedule === "off" ? null : search(plan, now, 1);
}

/** Looks at the days around `now`, one after the other, in the direction of `step`. */
function search({ schedule, hour, weekday }: Schedule, now: number, step: 1 | -1): number {
  const today = new Date(now);
  for (let day = 0; day <= 8; day++) {
    // Made anew for each day: an hour that a change of the clocks leaves out must not move the days after it.
    const at = new Date(today.getFullYear(), today.getMonth(), today.getDate() + day * step, hour);
    const isInTime = step === 1 ? at.getTime() > now : at.getTime() <= now;
    if (isInTime && (schedule === "daily" || at.getDay() === weekday)) return at.getTime();
  }
  throw new Error("A week has no day on which a backup is due.");
}
