/** Quiet hours delay most notifications. A problem that ends during them is not reported. */
import type { Settings } from "../../contracts/settings-api.ts";
import type { CauseEvent } from "./notification-store.ts";

/** Sent even in quiet hours: Galley cannot save, or has no backup. */
const URGENT: ReadonlySet<CauseEvent> = new Set(["disk_nearly_full", "replica_fenced", "backup_failed"]);

export const isUrgent = (event: CauseEvent): boolean => URGENT.has(event);

/** Uses the local time of the machine. @param at ms since the epoch */
export function isQuietAt(hours: Settings["quiet_hours"], at: number): boolean {
  if (hours === null) return false;
  const time = new Date(at);
  const now = time.getHours() * 60 + time.getMinutes();
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  return from < to ? now >= from && now < to : now >= from || now < to;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
