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
export async function deliveryIs(
  appliance: RunningAppliance,
  id: string,
  fits: (delivery: DeliveryRow) => boolean,
): Promise<DeliveryRow> {
  const end = new AbortController();
  const events = await fetch(`${appliance.consoleUrl}/api/events`, {
    headers: { authorization: `Bearer ${appliance.consoleToken}` },
    signal: end.signal,
  });
  const look = async () => {
    const { attempts, ...row } = await appliance.console<DeliveryRow & { attempts: unknown[] }>(
      "GET",
      `/deliveries/${id}`,
    );
    return { ...row, attempts: attempts.length };
  };
  try {
    const first = await look();
    if (fits(first)) return first;
    for await (const _ of events.body ?? []) {
      const row = await look();
      if (fits(row)) return row;
    }
    throw new Error("The event stream ended.");
  } finally {
    end.abort();
  }
}
