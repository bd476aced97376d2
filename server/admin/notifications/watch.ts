/**
 * Detects problems for notifications: from the event hub, and with a check every minute. A site fails from its first
 * failed attempt until it responds. A disk is nearly full until free space exceeds the limit by a tenth. A replica
 * fails until it is up to date.
 */
import type { ReplicaView } from "../../contracts/replica-api.ts";
import type { DomainEvent } from "../../core/events.ts";
import { type AlertedSite, createSiteAlerts, createUnfetchedSites } from "../../deliveries/monitoring.ts";
import type { Services } from "../../services.ts";
import { statements } from "../../storage/database.ts";
import type { CauseEvent, CauseFacts } from "./message.ts";

const TICK_MS = 60_000;
const DISK = "disk";
const REPLICA = "replica";
const FENCED = "fenced";
/** Shorter failures of a target are not reported. */
const REPLICA_GRACE_MS = 60_000;
/** Interval of notifications about a full disk. */
const REPEAT_INTERVAL_MS = 24 * 3_600_000;
/** A site without deliveries for this long is no longer watched. */
const FORGOTTEN_MS = 30 * 24 * 3_600_000;

const NOT_DOWNLOADED = ["archive_not_downloaded", "archive_refused"];
/** Time for a site to download an archive after it confirmed the delivery. */
const DOWNLOAD_GRACE_MS = 10 * 60_000;

const UNFETCHED = "unfetched ";
const SITE = "site ";
const siteName = (id: number) => `${SITE}${id}`;

interface Condition {
  name: string;
  since: number;
  notifiedAt: number | null;
  facts: CauseFacts;
}

export type WatchedServices = Pick<
  Services,
  "database" | "runtime" | "events" | "settings" | "deliveryStore" | "sessionStore" | "projects" | "readiness"
> & { replica: { view(): Pick<ReplicaView, "state" | "detail" | "lag_ms" | "progress"> }; dataDir: string };

export type Notice = (event: CauseEvent, subject: string, facts: CauseFacts) => void;

/**
 * @param observe receives events that may need a notification @param notice receives all events @param cancelPending returns whether one
 * was pending
 */
export function createWatch(
  services: WatchedServices,
  reports: {
    observe: Notice;
    notice: Notice;
    cancelPending: (event: CauseEvent, subject: string) => boolean;
    onTick: () => void;
  },
) {
  const { database, runtime, events, settings, deliveryStore, sessionStore, projects } = services;
  const { readiness, replica, dataDir } = services;
  const { observe: send, notice, cancelPending, onTick } = reports;
  const siteAlerts = createSiteAlerts(database);
  const unfetched = createUnfetchedSites(database);
  const { clock, log } = runtime;
  const { run, rows } = statements(database);
  const stored = rows<[], Omit<Condition, "facts"> & { facts: string }>(
    "SELECT name, since, told_at AS notifiedAt, facts FROM notification_conditions",
  );
  const putRow = run<[Omit<Condition, "facts"> & { facts: string }]>(
    `INSERT OR REPLACE INTO notification_conditions (name, since, told_at, facts)
     VALUES (@name, @since, @notifiedAt, @facts)`,
  );
  const removeRow = run<[string]>("DELETE FROM notification_conditions WHERE name = ?");
  const conditions = new Map<string, Condition>();
  let cancelTick = () => {};
  let stopListening = () => {};
  let isClosed = false;

  const put = (condition: Condition) => {
    conditions.set(condition.name, condition);
    putRow({ ...condition, facts: JSON.stringify(condition.facts) });
  };
  const remove = (name: string) => {
    conditions.delete(name);
    removeRow(name);
  };
  const observe: Notice = (...what) => {
    notice(...what);
    send(...what);
  };
  /** Cancels a problem's pending notification. If none was pending and alerts are not muted, notifies of its end. */
  const observeEnd = (problem: CauseEvent, isMuted: boolean, ...end: Parameters<Notice>) => {
    if (cancelPending(problem, end[1]) || isMuted) notice(...end);
    else observe(...end);
  };
  const hostOf = (origin: string) => URL.parse(origin)?.host ?? origin;

  /** Reports a recovery only if the failure was reported and alerts about the site are not muted. */
  const reportRecovery = (alerted: AlertedSite, { name, since, notifiedAt, facts }: Condition) => {
    remove(name);
    if (notifiedAt === null) return;
    const isMuted = siteAlerts.isMuted(alerted, [], clock.now());
    observeEnd("site_failing", isMuted, "site_recovered", name, { ...facts, lasted: clock.now() - since });
  };
  const onDelivery = (id: string, state: string) => {
    // A response is relevant only for sites that fail.
    const isResponse = state === "delivered" || state === "rejected" || state === "failed";
    if (isResponse ? conditions.size === 0 : state !== "pending" && state !== "exhausted") return;
    const delivery = deliveryStore.byId(id);
    if (delivery === null || delivery === undefined) return;
    const { projectId, origin, code, lastStatus, attempts } = delivery;
    const alerted = siteAlerts.find(projectId, origin);
    if (alerted === null) return;
    const name = siteName(alerted.id);
    const known = conditions.get(name);
    if (isResponse) {
      if (known !== undefined) reportRecovery(alerted, known);
      return;
    }
    // An attempt that Galley interrupted or an admin cancelled says nothing about the site.
    if (code === null || code === "interrupted" || code === "cancelled") return;
    const project = projects.byId(projectId).name;
    const facts = { site: alerted.id, host: hostOf(origin), project, code, status: lastStatus };
    if (known === undefined) {
      // The recovery was not sent yet, so admins still see the previous failure.
      const wasReported = cancelPending("site_recovered", name);
      put({ name, since: clock.now(), notifiedAt: wasReported ? clock.now() : null, facts });
    } else known.facts = facts;
    if (state === "exhausted" && !siteAlerts.isMuted(alerted, [code], clock.now())) {
      const article =
        sessionStore.title(delivery.sessionId) ?? sessionStore.byId(delivery.sessionId)?.materialId ?? null;
      observe("delivery_exhausted", name, { ...facts, attempts, article, delivery: id });
    }
  };
  const onEvent = (event: DomainEvent) => {
    // A download does not show whether the site responds.
    if (event.kind === "delivery" && event.data.downloaded !== true) onDelivery(event.data.id, event.data.state);
    if (event.kind === "backup" && event.data.change === "failed")
      observe("backup_failed", "backup", { reason: event.data.error });
    if (event.kind === "replica") {
      checkReplica();
      if (event.data.drill === false) observe("replica_drill_failed", REPLICA, { reason: event.data.detail });
    }
  };

  const checkReplica = () => {
    const now = clock.now();
    const { state, detail, progress, lag_ms: lag } = replica.view();
    if (state !== "fenced" && conditions.has(FENCED)) remove(FENCED);
    if (state === "fenced" && !conditions.has(FENCED)) {
      observe("replica_fenced", REPLICA, { reason: detail });
      put({ name: FENCED, since: now, notifiedAt: now, facts: {} });
    }
    const known = conditions.get(REPLICA);
    // The first full copy is always behind.
    const isBad = state === "failing" || (state === "behind" && lag !== null && progress === null);
    if (isBad && known === undefined) put({ name: REPLICA, since: now, notifiedAt: null, facts: {} });
    if (isBad && known?.notifiedAt === null && now - known.since >= REPLICA_GRACE_MS) {
      observe("replica_failing", REPLICA, { reason: detail });
      put({ ...known, notifiedAt: now });
    }
    if (known === undefined || isBad || state === "behind") return;
    remove(REPLICA);
    if (state !== "ok" || known.notifiedAt === null) return;
    observeEnd("replica_failing", false, "replica_recovered", REPLICA, { lasted: now - known.since });
  };

  const checkSites = () => {
    const now = clock.now();
    const limit = settings.get().notify_site_minutes * 60_000;
    for (const condition of [...conditions.values()]) {
      if (!condition.name.startsWith(SITE)) continue;
      const alerted = siteAlerts.byId(Number(condition.name.slice(SITE.length)));
      if (condition.notifiedAt === null && now - condition.since >= limit) {
        // The project of the callback may have been deleted.
        if (alerted === null || !alerted.isFailing) {
          remove(condition.name);
          continue;
        }
        const { code } = condition.facts;
        if (alerted.isHeld || siteAlerts.isMuted(alerted, [String(code)], now)) continue;
        observe("site_failing", condition.name, { ...condition.facts, since: condition.since });
        put({ ...condition, notifiedAt: now });
      }
      if (now - condition.since >= FORGOTTEN_MS) remove(condition.name);
    }
  };
  const checkDownloads = () => {
    const now = clock.now();
    const sites = unfetched.sites();
    for (const { origin, since } of sites) {
      const name = UNFETCHED + origin;
      if (conditions.has(name) || now - since < DOWNLOAD_GRACE_MS) continue;
      const found = unfetched.ofSite(origin);
      if (found === null) continue;
      const alerted = siteAlerts.find(found.projectId, origin);
      if (alerted === null || siteAlerts.isMuted(alerted, NOT_DOWNLOADED, now)) continue;
      const project = projects.byId(found.projectId).name;
      const facts = { site: alerted.id, host: hostOf(origin), project, material: found.article, count: found.count };
      cancelPending("archive_downloaded", siteName(alerted.id));
      observe("archive_not_downloaded", siteName(alerted.id), facts);
      put({ name, since, notifiedAt: now, facts });
    }
    const waiting = new Set(sites.map(({ origin }) => UNFETCHED + origin));
    for (const { name, facts } of [...conditions.values()]) {
      const origin = name.slice(UNFETCHED.length);
      if (!name.startsWith(UNFETCHED) || waiting.has(name) || unfetched.isSettling(origin)) continue;
      remove(name);
      // The project of the callback may have been deleted.
      const alerted = siteAlerts.byId(Number(facts.site));
      if (alerted === null) continue;
      const isMuted = siteAlerts.isMuted(alerted, NOT_DOWNLOADED, now);
      observeEnd("archive_not_downloaded", isMuted, "archive_downloaded", siteName(alerted.id), facts);
    }
  };
  const checkDisk = async () => {
    const free = await readiness.diskFree();
    if (isClosed) return;
    const now = clock.now();
    const limit = settings.get().notify_disk_free_bytes;
    const known = conditions.get(DISK);
    if (free < limit) {
      if (known !== undefined && now - (known.notifiedAt ?? 0) < REPEAT_INTERVAL_MS) return;
      observe("disk_nearly_full", DISK, { free, folder: dataDir });
      put({ name: DISK, since: known?.since ?? now, notifiedAt: now, facts: {} });
    } else if (known !== undefined && free > limit * 1.1) remove(DISK);
  };
  const tick = async () => {
    try {
      checkSites();
      checkDownloads();
      checkReplica();
      await checkDisk();
    } catch (error) {
      log.error("Could not check for problems to notify of. Retrying in a minute.", error);
    }
    if (isClosed) return;
    onTick();
    cancelTick = clock.after(TICK_MS, () => void tick());
  };

  return {
    start(): void {
      for (const row of stored()) conditions.set(row.name, { ...row, facts: JSON.parse(row.facts) });
      stopListening = events.subscribe(onEvent);
      void tick();
    },
    close(): void {
      isClosed = true;
      cancelTick();
      stopListening();
    },
  };
}
