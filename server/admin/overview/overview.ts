import { setImmediate } from "node:timers/promises";
import type { History, HistorySpan, Overview } from "../../contracts/overview-api.ts";
import { withSentence } from "../../contracts/sentences/index.ts";
import { isoTime } from "../../core/runtime.ts";
import { DAY_MS, HOUR_MS, startsOfSteps } from "../../deliveries/site-states.ts";
import type { Services } from "../../services.ts";
import { statements } from "../../storage/database.ts";

export function createOverview(
  services: Pick<
    Services,
    | "runtime"
    | "clock"
    | "version"
    | "settings"
    | "attention"
    | "replica"
    | "publicUrl"
    | "publicUrlCheck"
    | "database"
    | "readiness"
    | "sandboxProject"
    | "keptBackups"
    | "metrics"
    | "siteStates"
    | "sizes"
  >,
) {
  const { runtime, version, settings, attention, siteStates, keptBackups, replica, database } = services;
  const { publicUrl, publicUrlCheck } = services;
  const storageUse = createStorageUse(services);
  const firstSteps = createFirstSteps(services);
  const { row } = statements(database);
  const lastTakeover = row<[], { epoch: number; at: number }>(
    "SELECT epoch, at FROM takeovers ORDER BY epoch DESC LIMIT 1",
  );
  const takeoverState = (): Overview["takeover"] => {
    const last = lastTakeover();
    const { takeover_dismissed: dismissed, deliveries_paused: paused } = settings.get();
    if (last === null || last.epoch <= dismissed) return null;
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
        backup: keptBackups.last(),
        replica: replicaState(),
        takeover: takeoverState(),
        public_url: publicUrlState(),
        first_steps: { dismissed: settings.get().first_steps_dismissed, ...firstSteps() },
      };
    },
    history: createHistory(services),
  };
}

/** The admin's progress with the first steps, derived from existing data. */
function createFirstSteps({ database, sandboxProject }: Pick<Services, "database" | "sandboxProject">) {
  const { is } = statements(database);
  const sample = is<[string]>(
    "SELECT 1 FROM deliveries INDEXED BY deliveries_by_project_state WHERE project_id = ? AND state = 'delivered'",
  );
  const own = is<[string]>("SELECT 1 FROM projects WHERE id <> ?");
  const receiver = is<[string]>(
    `SELECT 1 FROM audit_log WHERE action = 'receiver checked' AND subject <> ?
       AND detail ->> '$.verdict' IN ('passed', 'warning')`,
  );
  const notSample = sandboxProject ?? "";
  return (): Omit<Overview["first_steps"], "dismissed"> => ({
    sample_site: sandboxProject === null ? null : sample(sandboxProject),
    own_project: own(notSample),
    receiver: receiver(notSample),
  });
}

const FONTS_FRESH_MS = 60_000;

/** Size of the data folder by kind, without a scan of files or rows. */
function createStorageUse({
  database,
  sizes,
  clock,
  readiness,
}: Pick<Services, "database" | "sizes" | "clock" | "readiness">) {
  const fontBytes = statements(database).value<[], number>(
    `SELECT sum(b.size)
     FROM (SELECT blob FROM font_files UNION SELECT woff2_blob FROM font_files WHERE woff2_blob IS NOT NULL
           UNION SELECT blob FROM font_snapshot_files) f JOIN blobs b ON b.sha256 = f.blob`,
  );
  let fonts = { at: Number.NEGATIVE_INFINITY, bytes: 0 };
  const fontsNow = () => {
    const at = clock.now();
    if (at - fonts.at >= FONTS_FRESH_MS) fonts = { at, bytes: fontBytes() ?? 0 };
    return fonts.bytes;
  };
  return async (): Promise<Overview["storage"]> => {
    const [main, log, free] = await Promise.all([sizes.databaseBytes(), sizes.logBytes(), readiness.diskFree()]);
    return {
      database_bytes: main + log,
      blob_bytes: sizes.blobBytes(),
      font_bytes: fontsNow(),
      free_bytes: free,
    };
  };
}

/** Points of each span, the current one last. Days begin at midnight, local time of the machine. */
const SPANS: Record<HistorySpan, { points: number; stepMs: number }> = {
  day: { points: 24, stepMs: HOUR_MS },
  month: { points: 30, stepMs: DAY_MS },
  year: { points: 53, stepMs: 7 * DAY_MS },
};

type Sums = Omit<History["points"][number], "at">;

/** Attempts, opens and saves over a day, a month or a year, from at most 9,600 rows of hourly sums. */
function createHistory({ database, clock, metrics }: Pick<Services, "database" | "clock" | "metrics">) {
  const stored = statements(database).row<[number, number], Sums>(
    `SELECT coalesce(sum(delivered), 0) AS delivered, coalesce(sum(failed), 0) AS failed,
       coalesce(sum(opens), 0) AS opens, coalesce(sum(saves), 0) AS saves
     FROM delivery_hours WHERE hour >= +? AND hour < +?`,
  );
  const sumsOf = (from: number, to: number): Sums => {
    const sums = { ...(stored(from, to) as Sums) };
    for (const [hour, { opens, saves }] of metrics.waitingActivity())
      if (hour >= from && hour < to) {
        sums.opens += opens;
        sums.saves += saves;
      }
    return sums;
  };
  return (span: HistorySpan): History => {
    const { points, stepMs } = SPANS[span];
    const starts = startsOfSteps(points, stepMs, clock.now());
    const sums = starts.map((at, index) => sumsOf(at, starts[index + 1] ?? Number.MAX_SAFE_INTEGER));
    return { step_ms: stepMs, points: sums.map((sum, index) => ({ at: isoTime(starts[index] ?? 0), ...sum })) };
  };
}
