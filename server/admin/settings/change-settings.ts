/** Changing settings while Galley runs: stored, written down as a deed, told to open pages, and obeyed. */
import type { EventHub } from "../../core/events.ts";
import type { Deliveries } from "../../deliveries/deliveries.ts";
import type { AuditLog } from "../../storage/audit-log.ts";
import type { Settings, SettingsStore } from "../../storage/settings.ts";

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
  /** The given part changes, the rest stays. In force when it returns. */
  return (changes: Partial<Settings>): void => {
    settings.patch(changes);
    audit.record("settings changed", "settings", changes);
    events.publish("settings", { names: Object.keys(changes) });
    if (changes.deliveries_paused !== undefined) deliveries.followPause();
  };
}
