/**
 * Whether the clock may be believed when something is deleted because of its age. A clock that is years ahead for some
 * minutes, such as after a dead battery and before the network has set it, would delete all history.
 *
 * What is stored now cannot confirm the clock, since it bears the clock's own time. So Galley keeps the newest time that it
 * believed. A clock that is more than a day away from it is believed once Galley has run with it for a day in sum.
 */
import type { Runtime } from "../core/runtime.ts";
import type { Places } from "../storage/steps.ts";

export type ClockTrust = ReturnType<typeof createClockTrust>;

const DAY_MS = 24 * 3_600_000;
/** `clock` keeps the newest believed time (`at`) and for how many ms a doubted clock has run (`place`). */
const TASK = "clock";

export function createClockTrust({ clock, log }: Pick<Runtime, "clock" | "log">, places: Places) {
  const kept = places.get(TASK);
  // An earlier Galley wrote down every five minutes how far the cleaning had come.
  let believed = kept?.at ?? places.get("blobs")?.at ?? clock.now();
  let doubted = kept?.place ?? 0;
  let isLogged = false;

  const isBelieved = (): boolean => Math.abs(clock.now() - believed) <= DAY_MS;
  return {
    isBelieved,
    /** @param ran ms that Galley has run since the last look, by a timer */
    look(ran: number): void {
      if (!isBelieved()) {
        doubted += ran;
        if (doubted < DAY_MS) {
          if (!isLogged)
            log.warn(
              `The clock says ${iso(clock.now())}, more than a day away from the last time that Galley ran, ${iso(believed)}. Nothing is deleted because of its age until Galley has run for a day. If the clock is wrong, set it.`,
            );
          isLogged = true;
          return;
        }
        log.info("Galley has run for a day with this clock. What is too old is deleted again.");
      }
      believed = clock.now();
      doubted = 0;
      isLogged = false;
    },
    /** Writes down how it is. */
    keep: (): void => places.set(TASK, doubted, believed),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
