import type { Settings } from "../../contracts/settings-api.ts";
import type { Services } from "../../services.ts";

export function createChangeSettings(services: Pick<Services, "settings" | "audit" | "events" | "holds">) {
  const { settings, audit, events, holds } = services;
  /** Changes only the given settings. They apply when the call returns. */
  return (changes: Partial<Settings>): void => {
    settings.patch(changes);
    audit.record("settings changed", "settings", changes);
    events.publish("settings", { names: Object.keys(changes) });
    if (changes.deliveries_paused !== undefined) holds.settle();
  };
}
