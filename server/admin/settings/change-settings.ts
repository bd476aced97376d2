/** Changes settings while Galley runs: stores, audits, announces and applies them. */

import type { Settings } from "../../contracts/settings-api.ts";
import type { EventHub } from "../../core/events.ts";
import type { Deliveries } from "../../deliveries/deliveries.ts";
import type { AuditLog } from "../../storage/audit-log.ts";
import type { SettingsStore } from "../../storage/settings.ts";

export type ChangeSettings = ReturnType<typeof createChangeSettings>;

export function createChangeSettings({
  settings,
  audit,
  events,
  deliveries,
}: {
  settings: SettingsStore;
  audit: AuditLog;
  events: EventHub;
  deliveries: Deliveries;
}) {
  /** Changes only the given settings. They are in force when the call returns. */
  return (changes: Partial<Settings>): void => {
    settings.patch(changes);
    audit.record("settings changed", "settings", changes);
    events.publish("settings", { names: Object.keys(changes) });
    if (changes.deliveries_paused !== undefined) deliveries.followPause();
  };
}
