/** Creates all services, without HTTP. Factories and API layers take a `Pick<Services, …>`. */
import { type Accounts, createAccounts } from "./admin/accounts/accounts.ts";
import type { PasswordCost } from "./admin/accounts/passwords.ts";
import { createAuditTrail } from "./admin/audit/audit-trail.ts";
import { createMetrics } from "./admin/metrics/metrics.ts";
import { createNetwork } from "./admin/network/network.ts";
import { createNotifications } from "./admin/notifications/notifications.ts";
import { createOverview } from "./admin/overview/overview.ts";
import { createRequests } from "./admin/requests/requests.ts";
import { createChangeSettings } from "./admin/settings/change-settings.ts";
import { createShellView } from "./admin/shell/shell-view.ts";
import { createSites } from "./admin/sites/sites.ts";
import { createSupportBundle } from "./admin/support/support-bundle.ts";
import { createRoomStore } from "./articles/collaboration/room.ts";
import { createRooms } from "./articles/collaboration/rooms.ts";
import { createComments } from "./articles/comments/comments.ts";
import { createDrafts } from "./articles/sessions/drafts.ts";
import { createMetadataSeal } from "./articles/sessions/metadata.ts";
import { createPresence } from "./articles/sessions/presence.ts";
import { createSessionLists } from "./articles/sessions/session-lists.ts";
import { createSessionStore } from "./articles/sessions/session-store.ts";
import { createTitleFilling } from "./articles/sessions/session-titles.ts";
import { createSessions } from "./articles/sessions/sessions.ts";
import { createSnippets } from "./articles/snippets/snippets.ts";
import { createVersionComparing } from "./articles/versions/comparing.ts";
import { createKnownContainers } from "./articles/versions/known-containers.ts";
import { createArticleSaved, createMediaArchives } from "./articles/versions/sent-version.ts";
import { createVersionStore } from "./articles/versions/version-store.ts";
import { createVersions } from "./articles/versions/versions.ts";
import { createBackups } from "./backup/backups.ts";
import { createKeptBackups } from "./backup/kept-backups.ts";
import type { Addresses, Config } from "./config/config.ts";
import type { Sentence } from "./contracts/sentences/index.ts";
import { createEventHub } from "./core/events.ts";
import type { Runtime } from "./core/runtime.ts";
import { createAttemptMaker } from "./deliveries/attempt.ts";
import { createAttention } from "./deliveries/attention.ts";
import { createContentUrls, createCurl } from "./deliveries/callback-request.ts";
import { createDeliveries } from "./deliveries/deliveries.ts";
import { createDeliveryLists } from "./deliveries/delivery-lists.ts";
import { createDeliveryStore } from "./deliveries/delivery-store.ts";
import { createHolds } from "./deliveries/holds.ts";
import { createResending } from "./deliveries/resending.ts";
import { createSender } from "./deliveries/sender.ts";
import { createSiteStates } from "./deliveries/site-states.ts";
import { createFontStore } from "./fonts/font-store.ts";
import { createFontServices } from "./fonts/fonts.ts";
import { createFontsUpdated } from "./fonts/fonts-updated.ts";
import { createEditorLinks } from "./logins/editor-links.ts";
import { createLogins } from "./logins/logins.ts";
import { createSiteLinks } from "./logins/site-links.ts";
import { createAssetStore } from "./media/asset-store.ts";
import { createAuthorFetches } from "./media/author-fetches.ts";
import { createReadableHosts } from "./media/fetch-asset.ts";
import { createRestoring } from "./media/restoring.ts";
import { createUploads } from "./media/uploads.ts";
import type { Resolver } from "./outbound/allowed-hosts.ts";
import { findProxy, proxySecrets } from "./outbound/environment-proxies.ts";
import { createPublicUrlCheck } from "./outbound/public-url-check.ts";
import type { Outgoing } from "./outbound/site-request.ts";
import { createHostChecks } from "./projects/host-check.ts";
import { createProjectActivity } from "./projects/project-store.ts";
import { createProjects, openSandboxProject } from "./projects/projects.ts";
import { createSigning } from "./projects/signature.ts";
import { createWrongSignatures } from "./projects/wrong-signatures.ts";
import { createReceiverChecks } from "./receiver-check/receiver-checks.ts";
import { createReplica } from "./replica/replica.ts";
import { createHousekeeper } from "./retention/housekeeper.ts";
import { createProjectRemoval } from "./retention/project-removal.ts";
import { createCredentialSealing } from "./retention/sealing.ts";
import { createAuditLog } from "./storage/audit-log.ts";
import { createBlobStore } from "./storage/blobs.ts";
import { createCommitGroup } from "./storage/commit-group.ts";
import type { Database } from "./storage/database.ts";
import { createDatabaseSizes, createReadiness, type DatabaseHealth } from "./storage/database-health.ts";
import type { KeptLog } from "./storage/kept-log.ts";
import { createSecretBox } from "./storage/secret-box.ts";
import { createSettings } from "./storage/settings.ts";

type AuthorFetches = ReturnType<typeof createAuthorFetches>;
type Fonts = ReturnType<typeof createFontServices>;

/** Lists each member, because inferring the types would be circular. */
export interface Services {
  config: Config;
  runtime: Runtime;
  clock: Runtime["clock"];
  log: Runtime["log"];
  logs: KeptLog;
  version: string;
  /** When this process started, ms since the epoch. */
  startedAt: number;
  database: Database;
  readiness: ReturnType<typeof createReadiness>;
  /** URLs of the listeners. @throws Error before they listen */
  addresses: () => Addresses;
  /** The current public URL. @throws Error before the listeners listen */
  publicUrl: () => string;
  publicUrlCheck: ReturnType<typeof createPublicUrlCheck>;
  outgoing: Outgoing;
  events: ReturnType<typeof createEventHub>;
  commits: ReturnType<typeof createCommitGroup>;
  blobs: ReturnType<typeof createBlobStore>;
  secretBox: ReturnType<typeof createSecretBox>;
  seal: ReturnType<typeof createMetadataSeal>;
  settings: ReturnType<typeof createSettings>;
  changeSettings: ReturnType<typeof createChangeSettings>;
  audit: ReturnType<typeof createAuditLog>;
  auditTrail: ReturnType<typeof createAuditTrail>;
  network: ReturnType<typeof createNetwork>;

  projects: ReturnType<typeof createProjects>;
  projectActivity: ReturnType<typeof createProjectActivity>;
  sandboxProject: ReturnType<typeof openSandboxProject>;
  hostChecks: ReturnType<typeof createHostChecks>;
  signing: ReturnType<typeof createSigning>;
  wrongSignatures: ReturnType<typeof createWrongSignatures>;
  receiverChecks: ReturnType<typeof createReceiverChecks>;

  sessions: ReturnType<typeof createSessions>;
  sessionStore: ReturnType<typeof createSessionStore>;
  sessionLists: ReturnType<typeof createSessionLists>;
  titleFilling: ReturnType<typeof createTitleFilling>;
  versions: ReturnType<typeof createVersions>;
  knownContainers: ReturnType<typeof createKnownContainers>;
  versionStore: ReturnType<typeof createVersionStore>;
  comparing: ReturnType<typeof createVersionComparing>;
  archives: ReturnType<typeof createMediaArchives>;
  drafts: ReturnType<typeof createDrafts>;
  rooms: ReturnType<typeof createRooms>;
  roomStore: ReturnType<typeof createRoomStore>;
  comments: ReturnType<typeof createComments>;
  snippets: ReturnType<typeof createSnippets>;
  presence: ReturnType<typeof createPresence>;
  assets: ReturnType<typeof createAssetStore>;
  uploads: ReturnType<typeof createUploads>;
  fetchPicture: AuthorFetches["fetchPicture"];
  findEmbedFacts: AuthorFetches["findEmbedFacts"];
  restoring: ReturnType<typeof createRestoring>;
  fonts: Fonts["fonts"];
  fontInspection: Fonts["fontInspection"];
  snapshots: Fonts["snapshots"];

  deliveries: ReturnType<typeof createDeliveries>;
  deliveryStore: ReturnType<typeof createDeliveryStore>;
  contentUrls: ReturnType<typeof createContentUrls>;
  sender: ReturnType<typeof createSender>;
  resending: ReturnType<typeof createResending>;
  curl: ReturnType<typeof createCurl>;
  attention: ReturnType<typeof createAttention>;
  holds: ReturnType<typeof createHolds>;
  sites: ReturnType<typeof createSites>;

  logins: ReturnType<typeof createLogins>;
  accounts: Accounts;
  siteLinks: ReturnType<typeof createSiteLinks>;
  editorLinks: ReturnType<typeof createEditorLinks>;
  requests: ReturnType<typeof createRequests>;
  overview: ReturnType<typeof createOverview>;
  metrics: ReturnType<typeof createMetrics>;
  siteStates: ReturnType<typeof createSiteStates>;
  sizes: ReturnType<typeof createDatabaseSizes>;
  notifications: ReturnType<typeof createNotifications>;
  supportBundle: ReturnType<typeof createSupportBundle>;
  shellView: ReturnType<typeof createShellView>;
  backups: ReturnType<typeof createBackups>;
  keptBackups: ReturnType<typeof createKeptBackups>;
  replica: ReturnType<typeof createReplica>;
  housekeeper: ReturnType<typeof createHousekeeper>;
  projectRemoval: ReturnType<typeof createProjectRemoval>;
  sealing: ReturnType<typeof createCredentialSealing>;
}

export interface Foundation
  extends Pick<Services, "config" | "runtime" | "logs" | "database" | "version" | "addresses"> {
  health: DatabaseHealth;
  masterKey: Buffer;
  consoleToken: string;
  metricsToken: string;
  resolve: Resolver;
  /** Why the last restart kept the previous network settings; null if it did not. */
  restartFault: Sentence | null;
  /** Cost of new passwords; default: the product's. Most tests set a lower one. */
  passwordCost?: PasswordCost | undefined;
}

export function createServices(foundation: Foundation): Services {
  const { health, masterKey, consoleToken, metricsToken, resolve, restartFault, passwordCost, ...rest } = foundation;
  const { config, runtime, database, version, addresses } = rest;
  const { clock, log } = runtime;
  const { dataDir } = config;
  const publicUrl = () => config.publicUrl ?? addresses().url;
  const settings = createSettings(database);
  const secretBox = createSecretBox(masterKey);
  const audit = createAuditLog(database, clock);
  const events = createEventHub(log);
  const seal = createMetadataSeal(secretBox);
  const outgoing: Outgoing = {
    userAgent: `Galley/${version}`,
    proxyFor: (url) => (settings.get().proxy_from_environment ? findProxy(config.environmentProxies, url) : null),
    resolve,
  };
  const base = {
    ...rest,
    clock,
    log,
    dataDir,
    publicUrl,
    settings,
    secretBox,
    audit,
    events,
    seal,
    outgoing,
    startedAt: clock.now(),
    commits: createCommitGroup(database, clock),
    blobs: createBlobStore(dataDir, runtime),
    readiness: createReadiness(database, dataDir, health),
    publicUrlCheck: createPublicUrlCheck({ clock, publicUrl }),
    sessionStore: createSessionStore(database),
    versionStore: createVersionStore(database),
    knownContainers: createKnownContainers(database),
    roomStore: createRoomStore(database),
    deliveryStore: createDeliveryStore(database),
    assets: createAssetStore(database),
    presence: createPresence({ clock, events }),
    contentUrls: createContentUrls(database, clock, publicUrl),
    attention: createAttention(database),
    siteStates: createSiteStates(database),
    sizes: createDatabaseSizes(database, dataDir),
  };
  const { sessionStore, deliveryStore } = base;
  const drafts = createDrafts(base);
  const fontStore = createFontStore(database);
  const projects = createProjects(base);
  const sandboxProject = openSandboxProject(database, projects);

  const kinds = {
    article_saved: createArticleSaved(base),
    site_fonts_updated: createFontsUpdated(fontStore, base.contentUrls),
  };
  const makeAttempt = createAttemptMaker({ ...base, projects, kinds });
  const sender = createSender({ ...base, makeAttempt });
  const lists = createDeliveryLists(database);
  const deliveries = createDeliveries(deliveryStore, lists);
  const holds = createHolds({ ...base, sender });
  const changeSettings = createChangeSettings({ ...base, holds });

  const sessions = createSessions({ ...base, sender });
  const versions = createVersions({ ...base, projects, drafts, sender });
  const uploads = createUploads(base);
  const readableHosts = createReadableHosts({
    publicUrl,
    listenHost: config.public.host,
    sample: () => ({ projectId: sandboxProject, url: addresses().sandboxUrl }),
  });
  const fonts = createFontServices({
    ...base,
    projects,
    sessions: sessionStore,
    deliveries: deliveryStore,
    sender,
    store: fontStore,
  });
  const receiverChecks = createReceiverChecks({ ...base, projects, snapshots: fonts.snapshots });
  const wrongSignatures = createWrongSignatures({
    ...base,
    projects,
    callbackUrlOf: (projectId, materialId) =>
      sessionStore.byMaterial(projectId, materialId)?.callbackUrl ??
      receiverChecks.callbackUrlOf(projectId, materialId),
  });

  const backups = createBackups(base, masterKey);
  const keptBackups = createKeptBackups({ ...base, backups });
  const replica = createReplica({ ...base, sender }, masterKey);
  const notifications = createNotifications({ ...base, projects, replica, consoleUrl: () => addresses().consoleUrl });
  const supportBundle = createSupportBundle({
    ...base,
    replica,
    secrets: () => ({
      made: [consoleToken, metricsToken, masterKey.toString("base64url"), ...projects.allSecrets()],
      chosen: [...notifications.secrets(), ...keptBackups.secrets(), ...proxySecrets(config.environmentProxies)],
    }),
  });
  const requests = createRequests(base);
  const rooms = createRooms({ ...base, drafts, sessions, versions });
  const logins = createLogins({ ...base, token: consoleToken, metricsToken });
  const siteLinks = createSiteLinks({ ...base, projects, logins });
  const metrics = createMetrics({ ...base, drafts, requests, replica, keptBackups });
  return {
    ...base,
    ...createAuthorFetches({ ...base, projects, uploads, readableHosts }),
    uploads,
    restoring: createRestoring({ ...base, projects, readableHosts }),
    ...fonts,
    projects,
    auditTrail: createAuditTrail({ database }),
    projectActivity: createProjectActivity(database),
    sandboxProject,
    sessions,
    sessionLists: createSessionLists(database),
    titleFilling: createTitleFilling(base),
    versions,
    comparing: createVersionComparing(versions),
    archives: createMediaArchives(base),
    rooms,
    drafts,
    comments: createComments(base),
    snippets: createSnippets({ ...base, projects, uploads }),
    sender,
    deliveries,
    holds,
    resending: createResending({ ...base, lists, sender, deliveries }),
    curl: createCurl({ ...base, projects, kinds }),
    sites: createSites({ ...base, holds, wrongSignatures }),
    changeSettings,
    network: createNetwork({ ...base, restartFault }),
    receiverChecks,
    wrongSignatures,
    hostChecks: createHostChecks({ projects, outgoing }),
    signing: createSigning({ audit, projects, wrongSignatures }),
    logins,
    accounts: createAccounts({ ...base, logins, passwordCost }),
    siteLinks,
    editorLinks: createEditorLinks(base),
    backups,
    keptBackups,
    replica,
    notifications,
    supportBundle,
    requests,
    shellView: createShellView({ ...base, deliveries, notifications, changeSettings, supportBundle }),
    overview: createOverview({ ...base, replica, sandboxProject, keptBackups, metrics }),
    metrics,
    housekeeper: createHousekeeper({ ...base, rooms, replica }),
    projectRemoval: createProjectRemoval({ ...base, projects, sandboxProject, siteLinks }),
    sealing: createCredentialSealing(base),
  };
}
