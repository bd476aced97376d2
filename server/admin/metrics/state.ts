/** The state of Galley at a scrape. Every query reads at most a few thousand index entries. */
import type Registry from "prom-client/lib/registry.js";
import { REPLICA_STATES } from "../../contracts/replica-api.ts";
import type { DeliveryFigures } from "../../deliveries/monitoring.ts";
import type { Services } from "../../services.ts";
import type { DatabaseSizes } from "../../storage/database-health.ts";
import { gaugesIn, labelledGaugesIn } from "./gauge.ts";

export type StateServices = Pick<
  Services,
  "clock" | "version" | "settings" | "presence" | "readiness" | "replica" | "keptBackups"
> & { figures: DeliveryFigures; sizes: DatabaseSizes };

export function describeState(
  registry: Registry,
  { clock, version, settings, presence, readiness, replica, keptBackups, figures, sizes }: StateServices,
): void {
  const add = gaugesIn(registry);
  const addLabelled = labelledGaugesIn(registry);
  const seconds = (iso: string | undefined) => (iso === undefined ? null : Date.parse(iso) / 1000);

  addLabelled("galley_build_info", "1.", ["version", "node"], () => [[{ version, node: process.version }, 1]]);
  add("galley_open_editors", "Open editor tabs.", () => presence.count().tabs);
  add("galley_open_articles", "Articles that are open in an editor tab.", () => presence.count().articles);

  addLabelled(
    "galley_deliveries_unfinished",
    `Deliveries in the queue, by state. Counts stop at ${figures.most}.`,
    ["state"],
    () => figures.unfinished().map(({ state, count }) => [{ state }, count]),
  );
  addLabelled(
    "galley_deliveries_attention",
    `Deliveries that need attention, by state and code. Counts the newest ${figures.most}.`,
    ["state", "code"],
    () => figures.attention().map(({ state, code, count }) => [{ state, code }, count]),
  );
  add(
    "galley_delivery_queue_age_seconds",
    "Time since the oldest due delivery became due.",
    () => figures.overdueMs(clock.now()) / 1000,
  );
  add("galley_deliveries_paused", "Whether an admin paused deliveries: 1 or 0.", () =>
    settings.get().deliveries_paused ? 1 : 0,
  );
  add("galley_sites_held", "Sites whose deliveries an admin put on hold.", () => figures.sites().held);
  add("galley_sites_failing", "Sites whose last attempt failed.", () => figures.sites().failing);

  add("galley_database_bytes", "Size of the database.", sizes.databaseBytes);
  add("galley_wal_bytes", "Size of the write-ahead log.", sizes.logBytes);
  add("galley_files_bytes", "Size of pictures, fonts and other files.", sizes.blobBytes);
  add("galley_disk_free_bytes", "Free space on the disk of the data folder.", readiness.diskFree);

  addLabelled("galley_replica_state", "1 for the current state of the replica, 0 for the others.", ["state"], () => {
    const now = replica.view().state;
    return REPLICA_STATES.map((state) => [{ state }, state === now ? 1 : 0]);
  });
  add("galley_replica_lag_seconds", "Age of the oldest commit that the target lacks.", () => {
    const { lag_ms } = replica.view();
    return lag_ms === null ? null : lag_ms / 1000;
  });
  add(
    "galley_replica_pending_files",
    "Files that are not copied to the target yet.",
    () => replica.view().pending_files,
  );
  add("galley_replica_drill_timestamp_seconds", "When the last drill ended.", () =>
    seconds(replica.view().last_drill?.at),
  );
  add("galley_replica_drill_ok", "Whether the last drill passed: 1 or 0.", () => {
    const drill = replica.view().last_drill;
    return drill && (drill.ok ? 1 : 0);
  });
  add("galley_backup_timestamp_seconds", "When the newest complete backup was made.", () =>
    seconds(keptBackups.last()?.last_at),
  );
}
