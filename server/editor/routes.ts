/**
 * The API behind the editor tab, mounted at `/editor/api/sessions`. Every route lets in only who holds the
 * session's login.
 */
import express, { type Request, type Response, type Router } from "express";
import { z } from "zod";
import { DOCUMENT_BYTES } from "../article/document.ts";
import type { EditorLogin, UploadedMedia } from "../contracts/editor-api.ts";
import { AppError } from "../core/errors.ts";
import { isoTime } from "../core/runtime.ts";
import type { SettingsStore } from "../core/settings.ts";
import { EventIdSchema, type EventStream } from "../http/event-stream.ts";
import { resource } from "../http/fallbacks.ts";
import { readJson, sendJson, sendJsonText } from "../http/json-body.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { validateRequest } from "../http/validation.ts";
import type { AssetStore } from "../media/asset-store.ts";
import type { Uploads } from "../media/uploads.ts";
import type { Drafts } from "../sessions/drafts.ts";
import type { Session } from "../sessions/session-store.ts";
import { fontRoutes } from "./font-routes.ts";
import { type PresenceParts, presenceRoutes } from "./presence-routes.ts";
import { idOf, SMALL_BODY, state, tabId, tabOf, versionNumber } from "./requests.ts";
import type { FontParts } from "./serve-fonts.ts";
import { serveMedia } from "./serve-media.ts";
import { type VersionParts, versionRoutes } from "./version-routes.ts";

export interface EditorParts extends VersionParts, PresenceParts, FontParts {
  drafts: Drafts;
  uploads: Uploads;
  settings: SettingsStore;
  assets: AssetStore;
  events: EventStream;
}

const MAX_TOKEN = 200;

const LoginBody = z.object({ token: z.string().max(MAX_TOKEN) });
const DraftBody = z.object({ client_id: tabId, vms_json: state, base_version: versionNumber.nullable() });
/** Whose stream it is: with its end the tab is no longer present. */
const EventsQuery = z.object({ client_id: tabId.optional(), after: EventIdSchema.optional() });
const UploadQuery = z.object({ name: z.string().min(1).max(4_096) });

export function editorRoutes(parts: EditorParts): Router {
  const router = express.Router({ caseSensitive: true });
  router.use(securityHeaders("api"));
  router.use((_req, res, next) => {
    res.setHeader("Cache-Control", "no-store");
    next();
  });
  const at = "/:session_id";
  resource(router, `${at}/login`, { post: (req, res) => logIn(parts, req, res) });
  resource(router, at, { get: (req, res) => load(parts, req, res) });
  resource(router, `${at}/draft`, { put: (req, res) => putDraft(parts, req, res) });
  resource(router, `${at}/draft/:client_id`, {
    get: (req, res) => draft(parts, req, res),
    delete: (req, res) => removeDraft(parts, req, res),
  });
  resource(router, `${at}/site-copy`, { get: (req, res) => siteCopy(parts, req, res) });
  resource(router, `${at}/media`, { post: (req, res) => upload(parts, req, res) });
  resource(router, `${at}/media/:file_name`, { get: (req, res) => media(parts, req, res) });
  versionRoutes(router, at, parts);
  presenceRoutes(router, at, parts);
  fontRoutes(router, at, parts);
  resource(router, `${at}/events`, { get: (req, res) => events(parts, req, res) });
  return router;
}

/** A trade of the token in the body, or a renewal where there is no body. */
async function logIn({ logins }: EditorParts, req: Request, res: Response): Promise<void> {
  const body = await readJson(req, SMALL_BODY);
  const sessionId = idOf(req);
  const expiresAt =
    body === undefined
      ? logins.renew(req, res, sessionId)
      : logins.logIn(req, res, sessionId, validateRequest({ body: { schema: LoginBody, value: body } }).body.token);
  sendJson(res, 200, { login_expires_at: isoTime(expiresAt) } satisfies EditorLogin);
}

function load({ logins, sessions, views, events: stream }: EditorParts, req: Request, res: Response): void {
  const login = logins.enter(req, idOf(req));
  sessions.touch(login.session);
  const eventId = stream.position();
  sendJson(res, 200, views.session(login, eventId));
}

async function putDraft(parts: EditorParts, req: Request, res: Response): Promise<void> {
  const { session } = parts.logins.enter(req, idOf(req));
  // A function that waits keeps all that it has seen in memory; the document is not among it.
  await readJson(req, DOCUMENT_BYTES).then((value) => keepDraft(parts, session, value));
  res.status(204).end();
}

function keepDraft({ sessions, drafts }: EditorParts, session: Session, value: unknown): Promise<void> {
  const { body } = validateRequest({ body: { schema: DraftBody, value } });
  sessions.touch(session);
  return drafts.put(session.id, {
    clientId: body.client_id,
    baseVersion: body.base_version,
    vmsJson: body.vms_json,
  });
}

/** The words are sent as they are stored: whoever asked for them parses them. */
function draft({ logins, drafts, views }: EditorParts, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const found = drafts.byTab(session.id, tabOf(req));
  sendJsonText(res, 200, `${JSON.stringify(views.draft(found)).slice(0, -1)},"vms_json":${found.words}}`);
}

async function removeDraft({ logins, sessions, drafts }: EditorParts, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const tab = tabOf(req);
  sessions.touch(session);
  await drafts.remove(session.id, tab);
  res.status(204).end();
}

function siteCopy({ logins, views }: EditorParts, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const copy = views.siteCopy(session.id);
  if (copy === null)
    throw new AppError("not_found", "The site has sent no text that differs from the versions kept here.");
  sendJson(res, 200, copy);
}

async function upload({ logins, uploads, settings }: EditorParts, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const { query } = validateRequest({ query: { schema: UploadQuery, value: { name: req.query.name } } });
  const limit = settings.get().media_limit_bytes;
  if (Number(req.get("Content-Length") ?? 0) > limit)
    throw new AppError("too_large", `The file is larger than the limit of ${limit} bytes.`);
  const asset = await uploads.receive(session.id, query.name, req);
  sendJson(res, 201, {
    file_name: asset.fileName,
    size: asset.size,
    type: asset.type,
    width: asset.width,
    height: asset.height,
  } satisfies UploadedMedia);
}

async function media({ logins, assets, blobs }: EditorParts, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  await serveMedia(req, res, assets.byName(session.id, String(req.params.file_name)), blobs);
}

function events({ logins, events: stream, presence }: EditorParts, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const { client_id: tab, after } = validateRequest({
    query: { schema: EventsQuery, value: { client_id: req.query.client_id, after: req.query.after } },
  }).query;
  stream.connect(session.id, req, res, after);
  if (tab !== undefined) res.once("close", () => presence.disconnect(session.id, tab));
}
