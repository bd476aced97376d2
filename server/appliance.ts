/**
 * The composition root: the only place that wires rooms to each other and to the outside.
 *
 * `openAppliance` opens the data folder; `listen` brings up the three listeners and starts the deliveries; `close` ends
 * them in order. It runs in Electron's main process and in plain Node alike.
 */
import dns from "node:dns";
import fs from "node:fs";
import path from "node:path";
import { createMediaArchives } from "./archives/media-archives.ts";
import { createAuditLog } from "./audit-log.ts";
import { removeAddress, writeAddress } from "./backup/address-file.ts";
import { createBackups } from "./backup/backups.ts";
import { finishRestore } from "./backup/staged-restore.ts";
import { createArticleSaved } from "./callbacks/article-saved.ts";
import { createAttemptMaker } from "./callbacks/attempt.ts";
import { createContentUrls } from "./callbacks/content-url.ts";
import { createDeliveries } from "./callbacks/deliveries.ts";
import { createDeliveryLists } from "./callbacks/delivery-lists.ts";
import { createDeliveryStore, type StoredDownload } from "./callbacks/delivery-store.ts";
import { createFontsUpdated } from "./callbacks/fonts-updated.ts";
import { openReceiverChecks } from "./callbacks/receiver-check/open-receiver-checks.ts";
import { createSender } from "./callbacks/sender.ts";
import type { Config } from "./config.ts";
import { createConsoleApp } from "./console/app.ts";
import { createConsoleLogins } from "./console/login.ts";
import { openConsoleToken } from "./console/token-file.ts";
import { createConsoleViews } from "./console/views.ts";
import { createEditorLogins } from "./editor/login.ts";
import { previewRoutes } from "./editor/preview.ts";
import { editorRoutes } from "./editor/routes.ts";
import { createTokens } from "./editor/tokens.ts";
import { createEditorViews } from "./editor/views.ts";
import { createEventHub } from "./events.ts";
import { createFontInspection } from "./fonts/font-inspection.ts";
import { createFontSnapshots } from "./fonts/font-snapshots.ts";
import { createFontStore } from "./fonts/font-store.ts";
import { createFonts } from "./fonts/fonts.ts";
import { createFontPublishing } from "./fonts/publishing.ts";
import { createRecipients } from "./fonts/recipients.ts";
import { createSnapshotStore } from "./fonts/snapshot-store.ts";
import { createClientAddress } from "./http/client-address.ts";
import { createEventStream } from "./http/event-stream.ts";
import { createListener } from "./http/listener.ts";
import { createThrottle } from "./http/throttle.ts";
import { docsRoutes } from "./integration/docs.ts";
import { createOpenSession } from "./integration/open-session.ts";
import type { AskedArchive } from "./integration/parts.ts";
import { integrationRoutes } from "./integration/routes.ts";
import { createWrongSignatures } from "./integration/wrong-signatures.ts";
import { createBlobCleaning } from "./keeping/blob-cleaning.ts";
import { createHousekeeper } from "./keeping/housekeeper.ts";
import { createLogRetention } from "./keeping/log-retention.ts";
import { createPruning } from "./keeping/pruning.ts";
import { tellReaders } from "./live-events.ts";
import { createAssetStore } from "./media/asset-store.ts";
import { createRestoreStore } from "./media/restore-store.ts";
import { createRestoring } from "./media/restoring.ts";
import { createUploads } from "./media/uploads.ts";
import { findAllowedHost, hostName } from "./projects/allowed-hosts.ts";
import { findProxy, type ProxyFor, proxyName } from "./projects/environment-proxies.ts";
import type { Resolver } from "./projects/guarded-lookup.ts";
import { createProjects, type Project } from "./projects/projects.ts";
import { createPublicApp } from "./public-app.ts";
import { createReadiness } from "./readiness.ts";
import type { Runtime } from "./runtime.ts";
import { openSandboxSite, type SandboxSite } from "./sandbox/site.ts";
import { openSandboxProject } from "./sandbox-project.ts";
import { createDraftStore } from "./sessions/draft-store.ts";
import { createSessionLists } from "./sessions/session-lists.ts";
import { createSessionStore } from "./sessions/session-store.ts";
import { createSessions } from "./sessions/sessions.ts";
import { createSettings } from "./settings.ts";
import { createBlobStore } from "./storage/blobs.ts";
import { openDatabase } from "./storage/database.ts";
import { createSecretBox } from "./storage/secret-box.ts";
import { isoTime } from "./times.ts";
import { createVersionStore } from "./versions/version-store.ts";
import { createVersions } from "./versions/versions.ts";

/** What the shell around the appliance provides. */
export interface ApplianceParts {
  /** 32 bytes; seals the secrets of the data folder. */
  masterKey: Buffer;
  /** Folder of the built pages, with `editor/` and `console/`. */
  webDir: string;
  version: string;
  /** Closes this appliance and opens another, so that a restore takes effect; without it, the admin does. */
  restart?: () => void;
  /** Resolves callback hosts; the system's unless told otherwise. */
  resolve?: Resolver;
}

/** Bare origins of the listeners. */
export interface Addresses {
  url: string;
  consoleUrl: string;
  /** Null where the sample site is turned off. */
  sandboxUrl: string | null;
}

export interface Appliance {
  /** Brings up the listeners and starts the deliveries. @throws ConfigError when a port is taken */
  listen(): Promise<Addresses>;
  /** A link that logs one browser into the console, once. */
  consoleLink(): string;
  /** The machine was asleep: what became due meanwhile goes out. */
  wake(): void;
  /** Refuses new work, lets attempts and requests under way finish, closes the database. Once, however often called. */
  close(): Promise<void>;
}

const ATTEMPT_GRACE_MS = 10_000;
const REQUEST_GRACE_MS = 2_000;

/** @throws DatabaseRefused when the data folder is in use, newer, or not to be opened with this key */
export async function openAppliance(config: Config, runtime: Runtime, parts: ApplianceParts): Promise<Appliance> {
  const { clock, random, log } = runtime;
  fs.mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const clientAddress = createClientAddress(config.trustedProxies);
  const { database, close: closeDatabase } = await openDatabase(config.dataDir, finishRestore);
  const startedAt = clock.now();
  let closing: Promise<void> | null = null;
  let databaseClosed = false;
  let addresses: Addresses | null = null;
  const own = () => {
    if (addresses === null) throw new Error("The appliance is not listening yet.");
    return addresses;
  };
  const publicUrl = () => config.publicUrl ?? own().url;

  // Storage
  const blobs = createBlobStore(config.dataDir, runtime);
  const secretBox = createSecretBox(parts.masterKey);
  const settings = createSettings(database);
  const audit = createAuditLog(database, clock);
  const { environmentProxies } = config;
  const proxyFor: ProxyFor = (url) =>
    settings.get().proxy_from_environment ? findProxy(environmentProxies, url) : null;
  const events = createEventHub(log);
  const sessionStore = createSessionStore(database);
  const versionStore = createVersionStore(database);
  const deliveryStore = createDeliveryStore(database);
  const assets = createAssetStore(database);
  const drafts = createDraftStore(database);
  const fontStore = createFontStore(database);
  const snapshotStore = createSnapshotStore(database);

  // Domain
  const projects = createProjects({ database, runtime, secretBox, audit });
  const sessions = createSessions({
    database,
    runtime,
    events,
    store: sessionStore,
    assets,
    deliveries: deliveryStore,
  });
  const contentUrls = createContentUrls(database, clock, publicUrl);
  const makeAttempt = createAttemptMaker({
    database,
    runtime,
    events,
    store: deliveryStore,
    projects,
    sessions: sessionStore,
    kinds: {
      article_saved: createArticleSaved({ assets, versionMetadata: versionStore.metadata, contentUrls }),
      site_fonts_updated: createFontsUpdated({ snapshots: snapshotStore, contentUrls }),
    },
    userAgent: `Galley/${parts.version}`,
    proxyFor,
    resolve: parts.resolve ?? dns.lookup,
  });
  const isPaused = () => settings.get().deliveries_paused;
  const sender = createSender({
    runtime,
    events,
    store: deliveryStore,
    makeAttempt,
    isPaused,
  });
  const deliveries = createDeliveries({
    runtime,
    events,
    store: deliveryStore,
    lists: createDeliveryLists(database),
    sender,
    isPaused,
  });
  const versions = createVersions({
    database,
    runtime,
    events,
    store: versionStore,
    sessions: sessionStore,
    drafts,
    assets,
    deliveries: deliveryStore,
    sender,
    isPaused,
  });
  const uploads = createUploads({ runtime, settings, blobs, assets });
  const restoring = createRestoring({
    runtime,
    events,
    store: createRestoreStore(database),
    sessions: sessionStore,
    projects,
    settings,
    blobs,
    userAgent: `Galley/${parts.version}`,
    proxyFor,
    resolve: parts.resolve ?? dns.lookup,
  });
  const archives = createMediaArchives({ versions: versionStore, sessions: sessionStore, assets, blobs });
  const fontInspection = createFontInspection();
  const fonts = createFonts({
    database,
    runtime,
    events,
    audit,
    projects,
    blobs,
    store: fontStore,
    inspection: fontInspection,
  });
  const snapshots = createFontSnapshots({ sessions: sessionStore, blobs, store: fontStore, snapshots: snapshotStore });
  const recipients = createRecipients(database);
  const publishing = createFontPublishing({
    database,
    runtime,
    events,
    audit,
    projects,
    sessions: sessionStore,
    store: fontStore,
    snapshots: snapshotStore,
    recipients,
    deliveries: deliveryStore,
    sender,
    isPaused,
  });
  const sandboxProject = openSandboxProject(database, projects);
  const housekeeper = createHousekeeper({
    runtime,
    events,
    settings,
    sessions: sessionStore,
    pruning: createPruning(database),
    cleaning: createBlobCleaning(database, blobs, path.join(config.dataDir, "blobs"), clock),
    log: createLogRetention(database),
  });

  const backups = createBackups({
    runtime,
    audit,
    blobs,
    dataDir: config.dataDir,
    masterKey: parts.masterKey,
    galleyVersion: parts.version,
  });

  const receiverChecks = openReceiverChecks({
    runtime,
    audit,
    projects,
    sessions: sessionStore,
    contentUrls,
    blobs,
    userAgent: `Galley/${parts.version}`,
    proxyFor,
    resolve: parts.resolve ?? dns.lookup,
    publishedFonts: (projectId) => {
      const current = snapshotStore.current(projectId);
      if (current === null) return null;
      const fileNames = snapshotStore.filesOf(current.id).map(({ fileName }) => fileName);
      return { tree: { ...current.tree }, fileNames, archive: () => snapshots.archiveOf(projectId, current.id) };
    },
  });
  const wrongSignatures = createWrongSignatures({
    database,
    clock,
    log,
    projects,
    callbackUrlOf: (projectId, materialId) =>
      sessionStore.byMaterial(projectId, materialId)?.callbackUrl ??
      receiverChecks.callbackUrlOf(projectId, materialId),
  });
  const refusedDownload = (status: number, refusal: string, remoteAddress: string): StoredDownload => ({
    startedAt: clock.now(),
    status,
    bytes: 0,
    totalBytes: null,
    complete: false,
    remoteAddress,
    refusal,
  });
  /** A full disk fails the log of a request, never its answer. */
  const written = <T>(write: () => T): T | null => {
    try {
      return write();
    } catch (error) {
      log.error("A request could not be written to the log.", error);
      return null;
    }
  };
  /** Downloads are told with the check or the attempt that was under way when they began. */
  const downloadKeeper = ({ fingerprint, archiveId }: AskedArchive): ((download: StoredDownload) => void) => {
    const ofCheck = receiverChecks.archives.startDownload(archiveId);
    if (ofCheck !== null) return ofCheck;
    const session = sessionStore.byFingerprint(fingerprint);
    const attemptId = session === null ? null : sender.attemptFor(session.id, archiveId);
    return (download) => {
      if (attemptId !== null && !databaseClosed) written(() => deliveryStore.addDownload(attemptId, download));
    };
  };

  // Public listener
  const throttle = createThrottle(clock);
  const tokens = createTokens(secretBox.derive("editor tokens"), clock);
  const logins = createEditorLogins({
    clock,
    tokens,
    sessions,
    projects,
    settings,
    throttle,
    clientAddress,
    publicUrl,
  });
  const editorViews = createEditorViews({
    projects,
    versions,
    deliveries,
    drafts,
    settings,
    restoring,
    fonts: snapshots,
  });
  const editorEvents = createEventStream(clock, random.token(6));
  const readiness = createReadiness(database, config.dataDir);
  const openSession = createOpenSession({
    clock,
    tokens,
    logins,
    sessions,
    versions,
    versionStore,
    fonts: snapshots,
    settings,
    publicUrl,
  });
  const publicListener = createListener(
    config.public,
    "--port",
    createPublicApp({
      integration: integrationRoutes<Project & { secrets: string[] }>({
        runtime,
        throttle,
        clientAddress,
        findProject(apiKey) {
          const project = projects.byKey(apiKey);
          return project === null ? null : { ...project, secrets: projects.acceptedSecrets(project) };
        },
        isCallbackAllowed: (project, url) =>
          findAllowedHost(project.allowedHosts, url) === null ? { ok: false, host: hostName(url) } : { ok: true },
        openSession,
        contentBases: contentUrls.bases,
        findMediaArchive: async (key) =>
          receiverChecks.archives.find({ ...key, archiveId: key.versionId }) ?? archives.find(key),
        findFontsArchive: async (key) =>
          receiverChecks.archives.find({ ...key, archiveId: key.snapshotId }) ?? snapshots.findArchive(key),
        startDownload({ fingerprint, versionId, snapshotId, ...started }) {
          const keep = downloadKeeper({ fingerprint, archiveId: versionId ?? snapshotId ?? "" });
          return (ended) => keep({ ...started, ...ended, refusal: null });
        },
        recordRefusedDownload: ({ archive, status, reason, clientAddress: from }) =>
          downloadKeeper(archive)(refusedDownload(status, reason, from)),
        recordWrongSignature(wrong) {
          const diagnosis = written(() => wrongSignatures.record(wrong)) ?? "";
          if (wrong.archive !== null)
            downloadKeeper(wrong.archive)(refusedDownload(403, `Wrong signature. ${diagnosis}`, wrong.clientAddress));
        },
        openLimitBytes: () => settings.get().open_limit_bytes,
      }),
      editorApi: editorRoutes({
        runtime,
        logins,
        views: editorViews,
        sessions,
        versions,
        drafts,
        uploads,
        assets,
        blobs,
        settings,
        events: editorEvents,
        clientAddress,
      }),
      preview: previewRoutes({
        tokens,
        sessions,
        projects,
        versions: versionStore,
        assets,
        blobs,
        throttle,
        clientAddress,
      }),
      docs: docsRoutes({ publicUrl }),
      checkReady: readiness.check,
      isClosing: () => closing !== null,
      webDir: path.join(parts.webDir, "editor"),
      log,
    }),
  );

  // Console listener
  const consoleEvents = createEventStream(clock, random.token(6));
  const consoleLogins = createConsoleLogins({
    clock,
    random,
    throttle: createThrottle(clock),
    token: await openConsoleToken(config.dataDir, random),
    consoleUrl: () => own().consoleUrl,
  });
  const consoleListener = createListener(
    config.console,
    "--console-port",
    createConsoleApp(
      {
        logins: consoleLogins,
        views: createConsoleViews({ projects, versions, deliveries, drafts, assets }),
        projects,
        sessions,
        sessionLists: createSessionLists(database),
        versions,
        archives,
        deliveries,
        receiverChecks,
        wrongSignatures,
        settings,
        audit,
        events: consoleEvents,
        fonts: { fonts, snapshots, publishing, recipients },
        backup: { backups, restart: parts.restart ?? null },
        version: parts.version,
        applianceFacts: async () => ({
          version: parts.version,
          public_url: publicUrl(),
          console_url: own().consoleUrl,
          sandbox_url: own().sandboxUrl,
          sandbox_project_id: sandboxProject,
          environment_proxies: {
            http: environmentProxies.http && proxyName(environmentProxies.http),
            https: environmentProxies.https && proxyName(environmentProxies.https),
          },
          data_dir: config.dataDir,
          disk_free_bytes: await readiness.diskFree(),
          started_at: isoTime(startedAt),
        }),
      },
      path.join(parts.webDir, "console"),
      log,
    ),
  );

  // Sample site
  const openSandbox = async (projectId: string): Promise<SandboxSite> =>
    openSandboxSite({
      serviceUrl: () => own().url,
      credentials: () => {
        const project = projects.byId(projectId);
        return { apiKey: project.apiKey, apiSecret: project.secret };
      },
      dir: path.join(config.dataDir, "sandbox-site"),
      log,
      now: clock.now,
    });
  let sandbox: SandboxSite | null = null;

  tellReaders({
    events,
    consoleStream: consoleEvents,
    editorStream: editorEvents,
    sessions,
    versions,
    deliveries,
    editorViews,
  });

  const close = async () => {
    await removeAddress(config.dataDir);
    await Promise.all([backups.close(), sender.close(ATTEMPT_GRACE_MS), housekeeper.close(), restoring.close()]);
    editorEvents.close();
    consoleEvents.close();
    await Promise.all([
      publicListener.close(REQUEST_GRACE_MS),
      consoleListener.close(REQUEST_GRACE_MS),
      sandbox?.close(),
      fontInspection.close(),
    ]);
    databaseClosed = true;
    closeDatabase();
  };

  return {
    async listen() {
      await publicListener.listen();
      await consoleListener.listen();
      addresses = { url: publicListener.url(), consoleUrl: consoleListener.url(), sandboxUrl: null };
      if (sandboxProject !== null && settings.get().sandbox_enabled) {
        sandbox = await openSandbox(sandboxProject);
        addresses = { ...addresses, sandboxUrl: await sandbox.listen(config.sandbox.host, config.sandbox.port) };
      }
      sender.start();
      deliveries.followPause();
      housekeeper.start();
      restoring.start();
      await writeAddress(config.dataDir, own());
      return own();
    },
    consoleLink: consoleLogins.oneTimeLink,
    wake: sender.wake,
    close: () => (closing ??= close()),
  };
}
