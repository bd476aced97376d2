import { useSyncExternalStore } from "react";
import { locale, sharedWords } from "./language.ts";

interface TimeProps {
  iso: string;
  /**
   * day: "14:03" today, "3 Nov, 14:03" this year, else with the year. seconds: the same with seconds. relative: "5 min
   * ago", "in 2 h"; older than a week as `day`.
   */
  as?: "day" | "seconds" | "relative";
}

/** A time in local time, with the exact time as tooltip. */
export function Time({ iso, as = "day" }: TimeProps) {
  const now = useSyncExternalStore(everyHalfMinute, nowInHalfMinutes);
  return (
    <time dateTime={iso} title={iso}>
      {as === "relative" ? relativeTime(iso, now) : localTime(iso, now, as === "seconds")}
    </time>
  );
}

export function localTime(iso: string, now: number, seconds = false): string {
  const at = new Date(iso);
  const today = new Date(now);
  const clock: Intl.DateTimeFormatOptions = {
    hour: "2-digit",
    minute: "2-digit",
    ...(seconds ? { second: "2-digit" } : {}),
  };
  if (at.toDateString() === today.toDateString()) return at.toLocaleTimeString(locale, clock);
  const year: Intl.DateTimeFormatOptions = at.getFullYear() === today.getFullYear() ? {} : { year: "numeric" };
  return at.toLocaleString(locale, { day: "numeric", month: "short", ...year, ...clock });
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function relativeTime(iso: string, now: number): string {
  const ms = Date.parse(iso) - now;
  const far = Math.abs(ms);
  if (far > 7 * DAY) return localTime(iso, now);
  const words = sharedWords;
  if (far < MINUTE) return ms > 0 ? words.soon : words.justNow;
  const amount =
    far < HOUR
      ? words.minutes(Math.floor(far / MINUTE))
      : far < DAY
        ? words.hours(Math.floor(far / HOUR))
        : words.days(Math.floor(far / DAY));
  return ms > 0 ? words.ahead(amount) : words.ago(amount);
}

/** The end of the current half minute: constant within it, and never before a recent event. */
const nowInHalfMinutes = () => Math.floor(Date.now() / 1_000 / 30) * 30_000 + 29_999;

/** One timer for all times on the page: a list may show thousands. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function everyHalfMinute(changed: () => void): () => void {
  listeners.add(changed);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, 30_000);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
