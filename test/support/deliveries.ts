/** Waiting for a delivery by listening to the console's events, as the console itself does. */
import type { DeliveryRow } from "../../server/contracts/deliveries-api.ts";
import type { RunningAppliance } from "./appliance.ts";

/** The delivery once it is not under way: its first attempt over, or one more than `attempts`. */
export async function deliverySettles(appliance: RunningAppliance, id: string, attempts = 0): Promise<DeliveryRow> {
  return deliveryIs(
    appliance,
    id,
    (row) => row.state !== "sending" && (row.attempts > attempts || row.state !== "pending"),
  );
}

/** The delivery once it fits. */
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

/** Looks now and after every event of the console that is `about` it, until there is something. */
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
    let heard = "";
    for await (const chunk of events.body ?? []) {
      // The end of the chunk before: a name may be split.
      heard = heard.slice(-50) + decoder.decode(chunk, { stream: true });
      if (!about.test(heard)) continue;
      heard = "";
      const seen = await look();
      if (seen !== null) return seen;
    }
    throw new Error("The event stream ended.");
  } finally {
    end.abort();
  }
}
