/** The public listener with all that it serves: integration API, editor, preview, documentation. */
import path from "node:path";
import type { Config } from "./config.ts";
import type { Runtime } from "./core/runtime.ts";
import { createEditorLogins } from "./editor/login.ts";
import { previewRoutes } from "./editor/preview.ts";
import { createPreviewPath } from "./editor/preview-address.ts";
import { editorRoutes } from "./editor/routes.ts";
import { createTokens } from "./editor/tokens.ts";
import { createEditorViews, type EditorViews } from "./editor/views.ts";
import type { BodyBudget } from "./http/body-budget.ts";
import { createClientAddress } from "./http/client-address.ts";
import type { EventStream } from "./http/event-stream.ts";
import { createListener, type Listener } from "./http/listener.ts";
import type { Readiness } from "./http/readiness.ts";
import { createRequestBodies } from "./http/request-bodies.ts";
import { createThrottle } from "./http/throttle.ts";
import { docsRoutes } from "./integration/docs.ts";
import type { DownloadLog } from "./integration/download-log.ts";
import { createOpenSession } from "./integration/open-session.ts";
import { integrationRoutes } from "./integration/routes.ts";
import { findAllowedHost, nameOfRefused } from "./outbound/allowed-hosts.ts";
import type { Project } from "./projects/projects.ts";
import { createPublicApp } from "./public-app.ts";
import type { Services } from "./services.ts";

interface Parts {
  services: Services;
  config: Config;
  runtime: Runtime;
  readiness: Readiness;
  bodyBudget: BodyBudget;
  downloads: DownloadLog;
  editorEvents: EventStream;
  /** Folder of the built pages. */
  webDir: string;
  publicUrl: () => string;
  isClosing: () => boolean;
}

export function createPublicListener(parts: Parts): { listener: Listener; editorViews: EditorViews } {
  const { config, runtime, readiness, bodyBudget, downloads, editorEvents, webDir, publicUrl, isClosing } = parts;
  const {
    blobs,
    secretBox,
    settings,
    versionStore,
    assets,
    drafts,
    projects,
    sessions,
    seal,
    presence,
    audit,
    contentUrls,
    deliveries,
    versions,
    uploads,
    restoring,
    archives,
    snapshots,
    receiverChecks,
    wrongSignatures,
  } = parts.services;
  const { clock, log } = runtime;
  const clientAddress = createClientAddress(config.trustedProxies);
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
  const previewPath = createPreviewPath({ clock, tokens, settings });
  const editorViews = createEditorViews({
    projects,
    sessions,
    seal,
    presence,
    previewPath,
    versions,
    deliveries,
    drafts,
    settings,
    restoring,
    fonts: snapshots,
  });
  const openSession = createOpenSession({
    logins,
    sessions,
    seal,
    versions,
    versionStore,
    fonts: snapshots,
    previewPath,
    publicUrl,
  });
  const listener = createListener(
    config.public,
    "--port",
    createRequestBodies({ clock, budget: bodyBudget, clientAddress }),
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
          findAllowedHost(project.allowedHosts, url) === null
            ? { ok: false, host: nameOfRefused(project.allowedHosts, url) }
            : { ok: true },
        openSession,
        contentBases: contentUrls.bases,
        findMediaArchive: async (key) =>
          receiverChecks.archives.find({ ...key, archiveId: key.versionId }) ?? archives.find(key),
        findFontsArchive: async (key) =>
          receiverChecks.archives.find({ ...key, archiveId: key.snapshotId }) ?? snapshots.findArchive(key),
        startDownload({ fingerprint, versionId, snapshotId, ...started }) {
          const keep = downloads.start({ fingerprint, archiveId: versionId ?? snapshotId ?? "" });
          return (ended) => keep({ ...started, ...ended, refusal: null });
        },
        recordRefusedDownload: ({ archive, ...refusal }) => downloads.refused(archive, refusal),
        siteSignedWith: projects.siteSignedWith,
        recordWrongSignature(wrong) {
          const diagnosis = downloads.written(() => wrongSignatures.record(wrong)) ?? "";
          const { archive, clientAddress: from } = wrong;
          if (archive !== null)
            downloads.refused(archive, { status: 403, reason: `Wrong signature. ${diagnosis}`, clientAddress: from });
        },
        openLimitBytes: () => settings.get().open_limit_bytes,
      }),
      editorApi: editorRoutes({
        logins,
        views: editorViews,
        sessions,
        presence,
        versions,
        deliveries,
        archives,
        audit,
        drafts,
        uploads,
        assets,
        blobs,
        fonts: snapshots,
        settings,
        events: editorEvents,
        clientAddress,
      }),
      preview: previewRoutes({
        tokens,
        sessions,
        projects,
        versions,
        versionStore,
        drafts,
        assets,
        blobs,
        fonts: snapshots,
        throttle,
        clientAddress,
      }),
      docs: docsRoutes({ publicUrl }),
      checkReady: readiness.check,
      isClosing,
      webDir: path.join(webDir, "editor"),
      log,
    }),
  );
  return { listener, editorViews };
}
