/**
 * The services of the appliance, each made once and given those that it asks; nothing of HTTP. The composition root makes
 * this object, and every surface is given it, whole or as a `Pick`.
 */

import { createNetwork } from "./admin/network/network.ts";
import { createNotifications } from "./admin/notifications/notifications.ts";
import { createFirstSteps } from "./admin/overview/first-steps.ts";
import { createOverview } from "./admin/overview/overview.ts";
import { createStorageUse } from "./admin/overview/storage-use.ts";
import { createChangeSettings } from "./admin/settings/change-settings.ts";
import { createShellView } from "./admin/shell/shell-view.ts";
import { createSupportBundle } from "./admin/support/support-bundle.ts";
import { createCommentStore } from "./articles/comments/comment-store.ts";
import { createComments } from "./articles/comments/comments.ts";
import { createDraftStore } from "./articles/sessions/draft-store.ts";
import { createDrafts } from "./articles/sessions/drafts.ts";
import { createMetadataSeal } from "./articles/sessions/metadata-seal.ts";
import { createPresence } from "./articles/sessions/presence.ts";
import { createSessionLists } from "./articles/sessions/session-lists.ts";
import { createSessionStore } from "./articles/sessions/session-store.ts";
import { createTitleFilling } from "./articles/sessions/session-titles.ts";
import { createSessions } from "./articles/sessions/sessions.ts";
import { createSnippetStore } from "./articles/snippets/snippet-store.ts";
import { createSnippets } from "./articles/snippets/snippets.ts";
import { createArticleSaved } from "./articles/versions/article-saved.ts";
import { createVersionComparing } from "./articles/versions/comparing.ts";
import { createKnownContainers } from "./articles/versions/known-containers.ts";
import { createMediaArchives } from "./articles/versions/media-archives.ts";
import { createStyleSheets } from "./articles/versions/style-sheets.ts";
import { createVersionStore } from "./articles/versions/version-store.ts";
import { createVersions } from "./articles/versions/versions.ts";
import { createBackups } from "./backup/backups.ts";
import { createKeptBackups } from "./backup/kept-backups.ts";
import { createLastBackup } from "./backup/last-backup.ts";
import type { Addresses, Config } from "./config/config.ts";
import { createEventHub } from "./core/events.ts";
import type { Runtime } from "./core/runtime.ts";
import { createAttemptMaker } from "./deliveries/attempt.ts";
import { createAttention } from "./deliveries/attention.ts";
import { createContentUrls } from "./deliveries/content-url.ts";
import { createCurl } from "./deliveries/curl.ts";
import { createDeliveries } from "./deliveries/deliveries.ts";
import { createDeliveryLists } from "./deliveries/delivery-lists.ts";
import { createDeliveryStore } from "./deliveries/delivery-store.ts";
import { createResending } from "./deliveries/resending.ts";
import { createSender } from "./deliveries/sender.ts";
import { createSiteStates } from "./deliveries/site-states.ts";
import { createFontServices } from "./fonts/font-services.ts";
import { createFontsUpdated } from "./fonts/fonts-updated.ts";
import { createSnapshotStore } from "./fonts/snapshot-store.ts";
import { createConsolePassword } from "./logins/console-password.ts";
import { createEditorAddresses } from "./logins/editor-addresses.ts";
import { createLogins } from "./logins/logins.ts";
import { createAssetStore } from "./media/asset-store.ts";
import { withNamesOfOurs } from "./media/imported-names.ts";
import { createMediaServices } from "./media/media-services.ts";
import type { Resolver } from "./outbound/allowed-hosts.ts";
import { findProxy, proxySecrets } from "./outbound/environment-proxies.ts";
import { createPublicUrlCheck } from "./outbound/public-url-check.ts";
import type { Outgoing } from "./outbound/site-request.ts";
import { createHostChecks } from "./projects/host-check.ts";
import { createProjects, openSandboxProject } from "./projects/projects.ts";
import { createSigning } from "./projects/signing.ts";
import { createWrongSignatures } from "./projects/wrong-signatures.ts";
import { createReceiverChecks } from "./receiver-check/receiver-checks.ts";
import { createBlobCleaning } from "./retention/blob-cleaning.ts";
import { createHousekeeper } from "./retention/housekeeper.ts";
import { createLogRetention } from "./retention/log-retention.ts";
import { createProjectRemoval } from "./retention/project-removal.ts";
import { createPruning } from "./retention/pruning.ts";
import { createSealing } from "./retention/sealing.ts";
import { createAuditLog } from "./storage/audit-log.ts";
import { createBlobStore } from "./storage/blobs.ts";
import { createCommitGroup } from "./storage/commit-group.ts";
import type { Database } from "./storage/database.ts";
import type { DatabaseHealth } from "./storage/database-health.ts";
import type { KeptLog } from "./storage/kept-log.ts";
import { createReadiness } from "./storage/readiness.ts";
import { createSecretBox } from "./storage/secret-box.ts";
import { createSettings } from "./storage/settings.ts";
import { createPlaces } from "./storage/steps.ts";

export type Services = ReturnType<typeof createServices>;

export function createServices({
  config,
  runtime,
  logs,
  database,
  health,
  masterKey,
  consoleToken,
  version,
  resolve,
  addresses,
  restartFault,
}: {
  config: Config;
  runtime: Runtime;
  logs: KeptLog;
  database: Database;
  health: DatabaseHealth;
  masterKey: Buffer;
  consoleToken: string;
  version: string;
  resolve: Resolver;
  /** Where the listeners are, once they are up. @throws Error before that */
  addresses: () => Addresses;
  /** Why the last restart went back to the network of before, in a sentence; null where it did not. */
  restartFault: string | null;
}) {
  const { clock, log } = runtime;
  /** The public address in force, known once the listener is up. */
  const publicUrl = () => config.publicUrl ?? addresses().url;
  const commits = createCommitGroup(database, clock);
  const blobs = createBlobStore(config.dataDir, runtime);
  const secretBox = createSecretBox(masterKey);
  const seal = createMetadataSeal(secretBox);
  const settings = createSettings(database);
  const audit = createAuditLog(database, clock);
  const editorAddresses = createEditorAddresses({ runtime, secretBox, settings, publicUrl });
  const outgoing: Outgoing = {
    userAgent: `Galley/${version}`,
    proxyFor: (url) => (settings.get().proxy_from_environment ? findProxy(config.environmentProxies, url) : null),
    resolve,
  };
  const events = createEventHub(log);
  const sessionStore = createSessionStore(database);
  const versionStore = createVersionStore(database);
  const deliveryStore = createDeliveryStore(database);
  const assets = createAssetStore(database);
  const draftStore = createDraftStore(database);
  const snapshotStore = createSnapshotStore(database);

  const knownContainers = createKnownContainers(database);

  const projects = createProjects({ database, runtime, events, secretBox, audit });
  const sessions = createSessions({
    commits,
    runtime,
    events,
    store: sessionStore,
    seal,
    importState: withNamesOfOurs,
    adoptAssets: assets.adoptForeign,
    keepContainers: knownContainers.keepOffered,
    moveDeliveries: deliveryStore.moveOrigin,
  });
  const presence = createPresence({ clock, events });
  const drafts = createDrafts({ runtime, commits, store: draftStore, presence });
  const comments = createComments({ runtime, commits, events, store: createCommentStore(database) });
  const sandboxProject = openSandboxProject(database, projects);
  const contentUrls = createContentUrls(database, clock, publicUrl);
  const kinds = {
    article_saved: createArticleSaved({ assets, versions: versionStore, seal, contentUrls }),
    site_fonts_updated: createFontsUpdated(snapshotStore, contentUrls),
  };
  const makeAttempt = createAttemptMaker({
    commits,
    runtime,
    events,
    store: deliveryStore,
    projects,
    sessions: sessionStore,
    seal,
    kinds,
    outgoing,
  });
  const sender = createSender({ runtime, events, settings, store: deliveryStore, makeAttempt });
  const deliveryLists = createDeliveryLists(database);
  const deliveries = createDeliveries({
    runtime,
    events,
    settings,
    store: deliveryStore,
    lists: deliveryLists,
    sender,
  });
  const changeSettings = createChangeSettings({ settings, audit, events, deliveries });
  const attention = createAttention(database);
  const resending = createResending({
    commits,
    runtime,
    events,
    settings,
    store: deliveryStore,
    lists: deliveryLists,
    attention,
    sender,
  });
  const curl = createCurl({ store: deliveryStore, sessions: sessionStore, projects, seal, kinds, outgoing });
  const versions = createVersions({
    commits,
    runtime,
    events,
    settings,
    store: versionStore,
    projects,
    sessions: sessionStore,
    drafts: draftStore,
    assets,
    containers: knownContainers,
    styleSheets: createStyleSheets({ runtime, projects, assets, blobs }),
    seal,
    deliveries: deliveryStore,
    sender,
  });
  const mediaServices = createMediaServices({
    database,
    runtime,
    commits,
    events,
    settings,
    projects,
    sessions: sessionStore,
    seal,
    assets,
    blobs,
    outgoing,
    places: {
      publicUrl,
      listenHost: config.public.host,
      sample: () => ({ projectId: sandboxProject, url: addresses().sandboxUrl }),
    },
  });
  const snippets = createSnippets({
    runtime,
    commits,
    events,
    audit,
    projects,
    store: createSnippetStore(database),
    assets,
    uploads: mediaServices.uploads,
  });
  const archives = createMediaArchives({ versions: versionStore, sessions: sessionStore, seal, assets, blobs });
  const comparing = createVersionComparing(versions);
  const fontServices = createFontServices({
    database,
    runtime,
    events,
    audit,
    projects,
    blobs,
    sessions: sessionStore,
    deliveries: deliveryStore,
    sender,
    settings,
    snapshotStore,
  });
  const housekeeper = createHousekeeper({
    runtime,
    events,
    settings,
    sessions: sessionStore,
    pruning: createPruning(database),
    cleaning: createBlobCleaning(database, blobs, config.dataDir, clock),
    log: createLogRetention(database),
    places: createPlaces(database),
  });

  const projectRemoval = createProjectRemoval({ database, runtime, events, projects, sandboxProject });
  const sealing = createSealing({ database, runtime, seal });
  const titleFilling = createTitleFilling({ database, runtime });
  const backups = createBackups({ runtime, audit, blobs, dataDir: config.dataDir, masterKey, galleyVersion: version });
  const keptBackups = createKeptBackups({
    runtime,
    events,
    audit,
    backups,
    secretBox,
    madeByHand: createLastBackup(database),
    dataDir: config.dataDir,
  });
  const receiverChecks = createReceiverChecks({
    runtime,
    audit,
    projects,
    sessions: sessionStore,
    contentUrls,
    outgoing,
    publishedFonts: fontServices.snapshots.published,
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
  const readiness = createReadiness(database, config.dataDir, health);
  const publicUrlCheck = createPublicUrlCheck({ clock, publicUrl });
  const overview = createOverview({
    runtime,
    version,
    settings,
    attention,
    siteStates: createSiteStates(database),
    storageUse: createStorageUse({ database, dataDir: config.dataDir, clock, readiness }),
    firstSteps: createFirstSteps(database, sandboxProject),
    lastBackup: keptBackups.last,
    publicUrl,
    publicUrlCheck,
  });
  const startedAt = clock.now();
  const notifications = createNotifications({
    database,
    runtime,
    events,
    settings,
    audit,
    secretBox,
    deliveries: deliveryStore,
    sessions: sessionStore,
    projects,
    readiness,
    dataDir: config.dataDir,
    outgoing,
    consoleUrl: () => addresses().consoleUrl,
  });
  const supportBundle = createSupportBundle({
    config,
    runtime,
    logs,
    audit,
    settings,
    attention,
    readiness,
    version,
    startedAt,
    secrets: () => ({
      made: [consoleToken, masterKey.toString("base64url"), ...projects.allSecrets()],
      chosen: [...notifications.secrets(), ...keptBackups.secrets(), ...proxySecrets(config.environmentProxies)],
    }),
  });
  const shellView = createShellView({
    runtime,
    events,
    database,
    settings,
    attention,
    deliveries,
    store: deliveryStore,
    notifications,
    changeSettings,
    supportBundle,
    version,
  });
  const logins = createLogins({ database, runtime, audit, token: consoleToken });
  return {
    config,
    runtime,
    logs,
    version,
    startedAt,
    addresses,
    publicUrl,
    publicUrlCheck,
    readiness,
    notifications,
    supportBundle,
    shellView,
    logins,
    password: createConsolePassword({ database, runtime, audit, logins }),
    sessionLists: createSessionLists(database),
    attention,
    overview,
    commits,
    blobs,
    secretBox,
    seal,
    settings,
    changeSettings,
    audit,
    editorAddresses,
    events,
    sessionStore,
    versionStore,
    deliveryStore,
    assets,
    drafts,
    comments,
    projects,
    sessions,
    presence,
    contentUrls,
    sender,
    deliveries,
    resending,
    curl,
    versions,
    ...mediaServices,
    snippets,
    archives,
    comparing,
    ...fontServices,
    sandboxProject,
    housekeeper,
    projectRemoval,
    sealing,
    titleFilling,
    backups,
    keptBackups,
    network: createNetwork({ config, audit, addresses, publicUrl, restartFault }),
    receiverChecks,
    wrongSignatures,
    hostChecks: createHostChecks({ projects, outgoing }),
    signing: createSigning({ audit, projects, wrongSignatures }),
  };
}
