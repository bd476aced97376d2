/**
 * Whether the clock is trusted for deleting by age. A clock that is years ahead for some minutes, such as after a dead
 * battery, would delete all history. So Galley stores the newest trusted time; a clock more than a day away from it is
 * trusted only after Galley has run with it for a day in total.
 */
import type { Runtime } from "../core/runtime.ts";
import type { Progress } from "../storage/progress.ts";

const DAY_MS = 24 * 3_600_000;
/** `at`: the newest trusted time; `place`: for how many ms a doubted clock has run. */
const TASK = "clock";

export function createClockTrust({ clock, log }: Pick<Runtime, "clock" | "log">, progress: Progress) {
  const kept = progress.get(TASK);
  // Older versions stored the progress of the cleaning every five minutes.
  let believed = kept?.at ?? progress.get("blobs")?.at ?? clock.now();
  let doubted = kept?.place ?? 0;
  let isLogged = false;

  const isBelieved = (): boolean => Math.abs(clock.now() - believed) <= DAY_MS;
  return {
    isBelieved,
    /** @param ran ms that Galley has run since the last check, by a timer */
    update(ran: number): void {
      if (!isBelieved()) {
        doubted += ran;
        if (doubted < DAY_MS) {
          if (!isLogged)
            log.warn(
              `The clock says ${iso(clock.now())}, more than a day away from the last time that Galley ran, ${iso(believed)}. Nothing is deleted by age until Galley has run for a day. If the clock is wrong, set it.`,
            );
          isLogged = true;
          return;
        }
        log.info("Galley has run for a day with this clock, and deletes by age again.");
      }
      believed = clock.now();
      doubted = 0;
      isLogged = false;
    },
    keep: (): void => progress.set(TASK, doubted, believed),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
