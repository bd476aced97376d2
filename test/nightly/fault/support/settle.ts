import type { RunningAppliance } from "../../../support/appliance.ts";
import { atConsoleEvents } from "../../../support/deliveries.ts";
import { readDatabase } from "./verify-data.ts";

/** Waits until no delivery is pending; sends deliveries that wait for a retry immediately. */
export async function waitUntilSettled(appliance: RunningAppliance): Promise<void> {
  const sent = new Set<string>();
  await atConsoleEvents(appliance, async () => {
    const open = readDatabase(appliance.dataDir, (database) =>
      database
        .prepare<[], { id: string; state: string; at: number }>(
          "SELECT id, state, next_attempt_at AS at FROM deliveries WHERE state IN ('pending', 'sending')",
        )
        .all(),
    );
    for (const { id, state, at } of open) {
      if (state !== "pending" || at <= Date.now() || sent.has(id)) continue;
      sent.add(id);
      await appliance.console("POST", `/deliveries/${id}/retry`);
    }
    return open.length === 0 ? true : null;
  });
}
