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
  publicUrl,
  publicUrlCheck,
}: Pick<Services, "runtime" | "version" | "settings" | "attention" | "publicUrl" | "publicUrlCheck"> & {
  siteStates: SiteStates;
  storageUse: StorageUse;
  firstSteps: FirstSteps;
  lastBackup: () => Overview["backup"];
}) {
  /** The last result. Starts another check without waiting for it. */
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
    /** @throws AppError invalid for a cursor that it did not give */
    async view(cursor: string | null): Promise<Overview> {
      const storage = await storageUse();
      const page = attention.page(cursor);
      // Where all articles of years fail, each half takes some ten ms: others come in between.
      await setImmediate();
      return {
        version,
        ...page,
        ...attention.sites(),
        hours: siteStates.lastDay(runtime.clock.now()).map((row) => ({ ...row, hour: isoTime(row.hour) })),
        storage,
        backup: lastBackup(),
        public_url: publicUrlState(),
        first_steps: { dismissed: settings.get().first_steps_dismissed, ...firstSteps() },
      };
    },
  };
}
