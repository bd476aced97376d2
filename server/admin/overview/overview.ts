import { setImmediate } from "node:timers/promises";
import type { Overview } from "../../contracts/overview-api.ts";
import { withSentence } from "../../contracts/sentences/index.ts";
import { isoTime } from "../../core/runtime.ts";
import type { SiteStates } from "../../deliveries/site-states.ts";
import type { Services } from "../../services.ts";
import type { FirstSteps } from "./first-steps.ts";
import type { StorageUse } from "./storage-use.ts";

export function createOverview({
  runtime,
  version,
  settings,
  attention,
  siteStates,
  storageUse,
  firstSteps,
  lastBackup,
  replica,
  publicUrl,
  publicUrlCheck,
  database,
}: Pick<
  Services,
  "runtime" | "version" | "settings" | "attention" | "replica" | "publicUrl" | "publicUrlCheck" | "database"
> & {
  siteStates: SiteStates;
  storageUse: StorageUse;
  firstSteps: FirstSteps;
  lastBackup: () => Overview["backup"];
}) {
  const lastTakeover = database.prepare<[], { epoch: number; at: number }>(
    "SELECT epoch, at FROM takeovers ORDER BY epoch DESC LIMIT 1",
  );
  const takeoverState = (): Overview["takeover"] => {
    const last = lastTakeover.get();
    const { takeover_dismissed: dismissed, deliveries_paused: paused } = settings.get();
    if (last === undefined || last.epoch <= dismissed) return null;
    return { epoch: last.epoch, at: isoTime(last.at), released: !paused };
  };
  const replicaState = (): Overview["replica"] => {
    const { state, target, lag_ms, progress, last_drill, detail, detail_sentence } = replica.view();
    return target === null ? null : { state, target, lag_ms, progress, last_drill, detail, detail_sentence };
  };
  /** The last result. Starts a new check in the background. */
  const publicUrlState = (): Overview["public_url"] => {
    const last = publicUrlCheck.last();
    publicUrlCheck.run().catch((error: unknown) => runtime.log.error("The public URL could not be checked.", error));
    return {
      url: publicUrl(),
      reachable: last?.reachable ?? null,
      ...(last?.reason ? withSentence("reason", last.reason) : { reason: null }),
      checked_at: last === null ? null : isoTime(last.checkedAt),
    };
  };
  return {
    /** @throws AppError invalid for an unknown cursor */
    async view(cursor: string | null): Promise<Overview> {
      const storage = await storageUse();
      const page = attention.page(cursor);
      // With years of failed articles, each half takes tens of ms. Lets other requests run in between.
      await setImmediate();
      return {
        version,
        ...page,
        ...attention.sites(),
        hours: siteStates.lastDay(runtime.clock.now()).map((row) => ({ ...row, hour: isoTime(row.hour) })),
        storage,
        backup: lastBackup(),
        replica: replicaState(),
        takeover: takeoverState(),
        public_url: publicUrlState(),
        first_steps: { dismissed: settings.get().first_steps_dismissed, ...firstSteps() },
      };
    },
  };
}
