/** The console's events, and deliveries that are awaited with them. */
import type { DeliveryRow } from "../../server/contracts/deliveries-api.ts";
import type { RunningAppliance } from "./appliance.ts";
import { readEvents } from "./event-reader.ts";

/** Resolves with the delivery when more than `attempts` attempts have ended and none is running. */
export function deliverySettles(appliance: RunningAppliance, id: string, attempts = 0): Promise<DeliveryRow> {
  const ended = (row: DeliveryRow) => row.attempts > attempts || row.state !== "pending";
  return deliveryIs(appliance, id, (row) => row.state !== "sending" && ended(row));
}

/** Resolves with the delivery when it fits. */
export function deliveryIs(appliance: RunningAppliance, id: string, fits: (delivery: DeliveryRow) => boolean) {
  const look = async () => {
    type Detail = DeliveryRow & { attempts: unknown[] };
    const { attempts, ...row } = await appliance.console<Detail>("GET", `/deliveries/${id}`);
    const delivery = { ...row, attempts: attempts.length };
    return fits(delivery) ? delivery : null;
  };
  return atConsoleEvents(appliance, look, new RegExp(`${id}|"event":"reset"`));
}

export const listenToConsole = (appliance: RunningAppliance, lastEventId?: string) =>
  readEvents(`${appliance.consoleUrl}/api/events`, { authorization: `Bearer ${appliance.consoleToken}` }, lastEventId);

/** Calls `look` now and after every console event whose JSON matches `about`, until it returns a value. */
export async function atConsoleEvents<T>(
  appliance: RunningAppliance,
  look: () => Promise<T | null>,
  about = /./,
): Promise<T> {
  const stream = await listenToConsole(appliance);
  try {
    for (;;) {
      const { length } = stream.events;
      const seen = await look();
      if (seen !== null) return seen;
      await stream.until(({ events }) => events.slice(length).some((event) => about.test(JSON.stringify(event))));
    }
  } finally {
    stream.breakOff();
  }
}
