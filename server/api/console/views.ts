/** Converts domain objects to the console API's responses (server/contracts/). */
import { sentMetadata } from "../../articles/sessions/metadata.ts";
import type { SessionHead } from "../../articles/sessions/session-lists.ts";
import type { Session } from "../../articles/sessions/session-store.ts";
import { ORIGINAL_VERSION, type VersionHead } from "../../articles/versions/version-store.ts";
import { withSentence } from "../../contracts/sentences/index.ts";
import type {
  SessionDetail,
  SessionFiles,
  SessionRow,
  VersionDetail,
  VersionRow,
} from "../../contracts/sessions-api.ts";
import type { RestartView, SettingsView } from "../../contracts/settings-api.ts";
import type { Written } from "../../core/json-text.ts";
import { maskAddress } from "../../core/masking.ts";
import { isoTime } from "../../core/runtime.ts";
import { proxyName } from "../../outbound/environment-proxies.ts";
import type { Services } from "../../services.ts";
import type { ConsoleLogins } from "./login.ts";

const MAX_MISSING = 200;
const MAX_URL = 2_000;

/** @param canRestart whether the appliance can restart on request */
export function createConsoleViews(services: Services, logins: ConsoleLogins, canRestart: boolean) {
  const { projects, sessionStore, versions, deliveries, drafts, assets, comments, restoring } = services;
  const sessionRow = (session: SessionHead): SessionRow => {
    const project = projects.byId(session.projectId);
    const current = versions.currentHead(session);
    return {
      id: session.id,
      project_id: session.projectId,
      project_name: project.name,
      environment: project.environment,
      material_id: session.materialId,
      title: session.title,
      callback_host: URL.parse(session.callbackUrl)?.host ?? session.callbackUrl,
      current_version: session.currentVersion,
      author: current?.userEmail ?? null,
      last_access: isoTime(session.lastAccess),
      created_at: isoTime(session.createdAt),
      delivery: current === null ? null : deliveries.listed(current.id),
      open_comments: comments.openCount(session.id),
    };
  };
  const versionRow = (head: VersionHead): VersionRow => ({
    id: head.id,
    number: head.number,
    readable: head.number !== ORIGINAL_VERSION,
    created_at: isoTime(head.createdAt),
    user_email: head.userEmail,
    user_ip: head.userIp,
    size: head.size,
    files: head.files,
    delivery: deliveries.listed(head.id),
  });
  const filesOf = (sessionId: string): SessionFiles => {
    const missing = restoring.ofSession(sessionId);
    return {
      here: assets.kept(sessionId).files,
      missing_count: missing.length,
      missing: missing.slice(0, MAX_MISSING).map((file) => {
        const address = assets.byName(sessionId, file.file_name)?.clientUrl ?? null;
        return { ...file, client_url: address && maskAddress(address.slice(0, MAX_URL)) };
      }),
    };
  };
  const restart = (): RestartView => {
    const { network, settings, addresses } = services;
    const waiting: RestartView["waiting"] = [];
    if (network.waitsForRestart()) waiting.push("network");
    const isSampleOpen = addresses().sandboxUrl !== null;
    if (services.sandboxProject !== null && settings.get().sandbox_enabled !== isSampleOpen) waiting.push("sandbox");
    const fault = network.restartFault;
    return { waiting, offered: canRestart, ...(fault === null ? { fault } : withSentence("fault", fault)) };
  };
  return {
    restart,
    sessionRow,
    versionRow,
    session: (session: Session): Written<SessionDetail, "metadata"> => ({
      ...sessionRow({ ...session, title: sessionStore.title(session.id) }),
      fingerprint: session.fingerprint,
      callback_url: maskAddress(session.callbackUrl),
      metadata: session.metadata.masked(),
      metadata_text: session.metadata.masked().indented(),
      versions: versions.page(session.id, null).items.map(versionRow),
      versions_count: versions.count(session.id),
      files: filesOf(session.id),
      drafts: drafts.heads(session.id).map((draft) => ({
        client_id: draft.clientId,
        base_version: draft.baseVersion,
        updated_at: isoTime(draft.updatedAt),
        size: draft.size,
      })),
    }),
    version(id: string, session: Session): Written<VersionDetail, "metadata"> {
      const version = versions.byId(id);
      const metadata = sentMetadata(version.metadata.masked(), "article_saved");
      return {
        ...versionRow(version),
        session_id: session.id,
        material_id: session.materialId,
        html: version.html,
        preview_path:
          version.number === ORIGINAL_VERSION ? null : `${logins.previewPath(session.id)}version/${version.number}/`,
        metadata,
        metadata_text: metadata.indented(),
        media: assets.ofVersion(id).map((asset) => ({
          file_name: asset.fileName,
          size: asset.size,
          type: asset.type,
          width: asset.width,
          height: asset.height,
          client_url: asset.clientUrl,
        })),
      };
    },
    async settings(): Promise<SettingsView> {
      const { settings, config, version, publicUrl, addresses, sandboxProject, readiness, startedAt } = services;
      const { http, https } = config.environmentProxies;
      return {
        settings: settings.get(),
        appliance: {
          version,
          public_url: publicUrl(),
          console_url: addresses().consoleUrl,
          sandbox_url: addresses().sandboxUrl,
          sandbox_project_id: sandboxProject,
          environment_proxies: { http: http && proxyName(http), https: https && proxyName(https) },
          data_dir: config.dataDir,
          disk_free_bytes: await readiness.diskFree(),
          started_at: isoTime(startedAt),
        },
        restart: restart(),
      };
    },
  };
}
