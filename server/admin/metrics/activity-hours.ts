/**
 * Opens and saves per hour. They are summed in memory and written once a minute, because most opens write nothing else.
 * A crash loses at most the last minute.
 */
import { ORIGINAL } from "../../articles/versions/version-store.ts";
import { HOUR_MS, type SiteStates } from "../../deliveries/site-states.ts";
import type { Services } from "../../services.ts";

const WRITTEN_EVERY_MS = 60_000;

export function keepActivityHours({
  runtime,
  events,
  commits,
  siteStates,
}: Pick<Services, "runtime" | "events" | "commits"> & { siteStates: SiteStates }) {
  const { clock, log } = runtime;
  let sums = new Map<number, { opens: number; saves: number }>();
  let cancelWrite: (() => void) | null = null;

  const add = (hour: number, { opens, saves }: { opens: number; saves: number }) => {
    const sum = sums.get(hour) ?? { opens: 0, saves: 0 };
    sums.set(hour, { opens: sum.opens + opens, saves: sum.saves + saves });
  };
  const count = (one: { opens: number; saves: number }) => {
    const now = clock.now();
    add(now - (now % HOUR_MS), one);
    cancelWrite ??= clock.after(WRITTEN_EVERY_MS, write);
  };
  const write = async () => {
    cancelWrite?.();
    cancelWrite = null;
    const written = sums;
    sums = new Map();
    try {
      await commits.run(() => {
        for (const [hour, { opens, saves }] of written) siteStates.addActivity(hour, opens, saves);
      });
    } catch (error) {
      log.error("Could not store the counts of opens and saves. Retrying with the next ones.", error);
      for (const [hour, sum] of written) add(hour, sum);
    }
  };
  const stop = events.subscribe(({ kind, data }) => {
    if (kind === "version" && data.number !== ORIGINAL) count({ opens: 0, saves: 1 });
    else if (kind === "session" && (data.change === "opened" || data.change === "reopened"))
      count({ opens: 1, saves: 0 });
  });
  return {
    /** The sums that are not stored yet, by the start of their hour (ms). */
    waiting: (): ReadonlyMap<number, { opens: number; saves: number }> => sums,
    /** Stores the rest. */
    async close(): Promise<void> {
      stop();
      if (cancelWrite !== null) await write();
    },
  };
}
