/** Waits for deliveries with the console's events. */
import type { DeliveryRow } from "../../server/contracts/deliveries-api.ts";
import type { RunningAppliance } from "./appliance.ts";

/** Resolves with the delivery when more than `attempts` attempts have ended and none is running. */
export async function deliverySettles(appliance: RunningAppliance, id: string, attempts = 0): Promise<DeliveryRow> {
  return deliveryIs(
    appliance,
    id,
    (row) => row.state !== "sending" && (row.attempts > attempts || row.state !== "pending"),
  );
}

/** Resolves with the delivery when it fits. */
export function deliveryIs(
  appliance: RunningAppliance,
  id: string,
  fits: (delivery: DeliveryRow) => boolean,
): Promise<DeliveryRow> {
  const look = async () => {
    type Detail = DeliveryRow & { attempts: unknown[] };
    const { attempts, ...row } = await appliance.console<Detail>("GET", `/deliveries/${id}`);
    const delivery = { ...row, attempts: attempts.length };
    return fits(delivery) ? delivery : null;
  };
  return atConsoleEvents(appliance, look, new RegExp(`${id}|event: ?reset`));
}

/** Calls `look` now and after every console event that matches `about`, until it returns a value. */
export async function atConsoleEvents<T>(
  appliance: RunningAppliance,
  look: () => Promise<T | null>,
  about = /./,
): Promise<T> {
  const end = new AbortController();
  const events = await appliance.request("GET", "/events", undefined, { signal: end.signal });
  try {
    const first = await look();
    if (first !== null) return first;
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of events.body ?? []) {
      // Keep the end of the previous chunk, because a name may be split.
      text = text.slice(-50) + decoder.decode(chunk, { stream: true });
      if (!about.test(text)) continue;
      text = "";
      const seen = await look();
      if (seen !== null) return seen;
    }
    throw new Error("The event stream ended.");
  } finally {
    end.abort();
  }
}
