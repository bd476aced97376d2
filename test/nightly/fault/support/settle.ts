/** Waits until nothing is owed to any site. What waits for its next attempt is sent at once, as an admin would. */
import type { RunningAppliance } from "../../../support/appliance.ts";
import { atConsoleEvents } from "../../../support/deliveries.ts";
import { look } from "./truth.ts";

export async function allSettled(appliance: RunningAppliance): Promise<void> {
  const sent = new Set<string>();
  await atConsoleEvents(appliance, async () => {
    const open = look(appliance.dataDir, (database) =>
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
