/**
 * The routes of the integration API (contract 4.1 to 4.3), mounted at `/integration`. The order of the checks is
 * fixed: shape (422), key (403), signature (403, 429), then the subject of the request (403 or 404).
 */
import express, { type Request, type Response, type Router } from "express";
import { isFilled } from "../../articles/sessions/metadata.ts";
import type { Session } from "../../articles/sessions/session-store.ts";
import { ValidationFailed } from "../../core/errors.ts";
import { JsonText } from "../../core/json-text.ts";
import { resource } from "../../http/fallbacks.ts";
import { readJsonText, sendJson } from "../../http/json-body.ts";
import { type Part, validateRequest } from "../../http/validation.ts";
import { readCallbackUrl, requireAllowedHost } from "../../projects/callback-url.ts";
import type { Project } from "../../projects/projects.ts";
import { enabledProject, type Integration, requireSignature, signatureOf } from "./authorize.ts";
import { download } from "./downloads.ts";
import { type OpenedSession, OpenHeaders, SessionCreate, SIGNATURE_HEADER } from "./schemas.ts";

export function integrationRoutes(integration: Integration): Router {
  const router = express.Router({ caseSensitive: true });
  resource(router, "/session/open", { post: (req, res) => open(integration, req, res) });
  resource(router, "/download/media/:fingerprint/:version_id", {
    get: (req, res) => download(integration, "media", req, res),
  });
  resource(router, "/download/fonts/:fingerprint/:snapshot_id", {
    get: (req, res) => download(integration, "fonts", req, res),
  });
  return router;
}

/** Opens or finds the session of a material, and commits it before the response (contract 4.1). */
async function open(integration: Integration, req: Request, res: Response): Promise<void> {
  const { settings, sessions } = integration.services;
  const { text, ...read } = await readBody(integration, req, settings.get().open_limit_bytes);
  const { header, body } = validateRequest({
    header: { schema: OpenHeaders, value: signatureOf(req) },
    body: { schema: SessionCreate, ...read },
  });
  const project = enabledProject(integration, body.api_key);
  const about = { materialId: body.material_id, given: header[SIGNATURE_HEADER] };
  requireSignature(integration, req, project, [body.callback_url], { route: "session/open", ...about }, null);
  requireAllowedHost(project.allowedHosts, readCallbackUrl(body.callback_url));
  // The site's values are stored unchanged.
  const written = new JsonText(text);
  /** PHP encodes an empty map as an empty list. */
  const mapOf = (name: "vms_json" | "metadata") => {
    const value = body[name];
    if (value == null) return null;
    return Array.isArray(value)
      ? { text: new JsonText("{}"), value: {} }
      : { text: written.member(name) as JsonText, value };
  };
  const response = await sessions.open(
    {
      projectId: project.id,
      materialId: body.material_id,
      callbackUrl: body.callback_url,
      vmsJson: mapOf("vms_json"),
      metadata: mapOf("metadata")?.text ?? null,
    },
    (session) => responseOf(integration, project, body, session),
  );
  res.setHeader("Cache-Control", "no-store");
  sendJson(res, 200, response);
}

/** The `SessionResponse` (contract 2.3; details in contract 3). */
function responseOf(
  { services, logins }: Integration,
  project: Project,
  body: SessionCreate,
  session: Session,
): OpenedSession {
  const { versionStore, versions, snapshots, seal } = services;
  const current =
    session.currentVersion === null ? null : versionStore.headByNumber(session.id, session.currentVersion);
  const fonts = snapshots.treeFor(session);
  const author = body.metadata?.user_email;
  const containers = seal.open(session.id, session.metadata).member("customContainers");
  return {
    session_id: session.id,
    fingerprint: session.fingerprint,
    url: logins.editorUrl(session, isFilled(author) ? author : null),
    previewUrl: current === null ? null : logins.previewUrl(session.id),
    versionId: current?.id ?? null,
    vms_json: versions.currentState(session),
    vms_client_name: project.name,
    fonts: fonts === null ? null : { ...fonts },
    resizeMode: project.settings.resize_mode,
    customContainers: containers?.text.startsWith("[") ? containers : new JsonText("[]"),
    userSettings: {},
    siteSettings: {},
  };
}

/** The parsed body and its text, or the error if it is not JSON, so that the response can list it with errors of other parts. */
async function readBody(
  { requestLog }: Integration,
  req: Request,
  limitBytes: number,
): Promise<Pick<Part, "value" | "fault"> & { text: string }> {
  try {
    const body = (await readJsonText(req, limitBytes, (text) => requestLog.note(req, { text }))) ?? {
      value: undefined,
      text: "",
    };
    requestLog.note(req, body);
    return body;
  } catch (error) {
    const [fault] = error instanceof ValidationFailed ? error.faults : [];
    if (fault === undefined) throw error;
    return { fault, text: "" };
  }
}
