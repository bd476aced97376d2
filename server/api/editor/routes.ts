/** The API of the editor tab, mounted at `/editor/api/sessions`. Every route requires the session's login. */
import express, { type Request, type Response, type Router } from "express";
import { z } from "zod";
import { DOCUMENT_BYTES } from "../../article/document.ts";
import type { Session } from "../../articles/sessions/session-store.ts";
import type { EditorLogin } from "../../contracts/editor-api.ts";
import { MAX_AUTHOR } from "../../contracts/editor-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import { EventIdSchema } from "../../http/event-stream.ts";
import { resource } from "../../http/fallbacks.ts";
import { readJson, sendJson, sendJsonText } from "../../http/json-body.ts";
import { securityHeaders } from "../../http/security-headers.ts";
import { validateRequest } from "../../http/validation.ts";
import type { Services } from "../../services.ts";
import { commentRoutes } from "./comment-routes.ts";
import type { Editor } from "./editor.ts";
import { mediaRoutes } from "./media-routes.ts";
import { idOf, SMALL_BODY, state, tabId, tabOf, versionNumber } from "./requests.ts";
import { roomRoutes } from "./room-routes.ts";
import { serveFontFile, serveFontsCss } from "./serve-files.ts";
import { snippetRoutes } from "./snippet-routes.ts";
import { versionRoutes } from "./version-routes.ts";

const MAX_TOKEN = 2_000;

const LoginBody = z.object({ token: z.string().max(MAX_TOKEN) });
const DraftBody = z.object({
  client_id: tabId,
  vms_json: state,
  base_version: versionNumber.nullable(),
  steps: z.int().min(0).max(1_000_000_000).optional(),
  author: z.string().max(MAX_AUTHOR).optional(),
});
/** Whose stream it is: with its end the tab is no longer present. */
const EventsQuery = z.object({ client_id: tabId.optional(), after: EventIdSchema.optional() });
const PresenceBody = z.object({
  author: z.string().max(MAX_AUTHOR),
  mode: z.enum(["editing", "reading"]).default("editing"),
});

export function editorRoutes(editor: Editor): Router {
  const router = express.Router({ caseSensitive: true });
  router.use(securityHeaders("api"));
  router.use((_req, res, next) => {
    res.setHeader("Cache-Control", "no-store");
    next();
  });
  const at = "/:session_id";
  resource(router, `${at}/login`, { post: (req, res) => logIn(editor, req, res) });
  resource(router, at, { get: (req, res) => load(editor, req, res) });
  resource(router, `${at}/draft`, { put: (req, res) => putDraft(editor, req, res) });
  resource(router, `${at}/draft/:client_id`, {
    get: (req, res) => draft(editor, req, res),
    delete: (req, res) => removeDraft(editor, req, res),
  });
  resource(router, `${at}/site-copy`, { get: (req, res) => siteCopy(editor, req, res) });
  mediaRoutes(router, at, editor);
  versionRoutes(router, at, editor);
  roomRoutes(router, at, editor);
  commentRoutes(router, at, editor);
  snippetRoutes(router, at, editor);
  resource(router, `${at}/presence/:client_id`, {
    put: (req, res) => bePresent(editor, req, res),
    delete: (req, res) => leave(editor, req, res),
  });
  // The published fonts stand under the editor's own API, where its cookie is sent.
  resource(router, `${at}/fonts/vms_fonts.css`, {
    get: (req, res) => serveFontsCss(editor.services, res, editor.logins.enter(req, idOf(req)).session.projectId),
  });
  resource(router, `${at}/fonts/:file`, {
    get: (req, res) => serveFontFile(editor.services, req, res, editor.logins.enter(req, idOf(req)).session.projectId),
  });
  resource(router, `${at}/events`, { get: (req, res) => events(editor, req, res) });
  return router;
}

/** A trade of the token in the body, or a renewal where there is no body. */
async function logIn({ logins }: Editor, req: Request, res: Response): Promise<void> {
  const body = await readJson(req, SMALL_BODY);
  const sessionId = idOf(req);
  const expiresAt =
    body === undefined
      ? logins.renew(req, res, sessionId)
      : logins.logIn(req, res, sessionId, validateRequest({ body: { schema: LoginBody, value: body } }).body.token);
  const login: EditorLogin = { login_expires_at: isoTime(expiresAt), clip: logins.clipOf(sessionId) };
  sendJson(res, 200, login);
}

function load({ services, logins, views, stream }: Editor, req: Request, res: Response): void {
  const login = logins.enter(req, idOf(req));
  services.sessions.touch(login.session);
  const eventId = stream.position();
  sendJson(res, 200, views.session(login, eventId));
}

async function putDraft({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  // A function that waits keeps all that it has seen in memory; the document is not among it.
  await readJson(req, DOCUMENT_BYTES).then((value) => keepDraft(services, session, value));
  res.status(204).end();
}

function keepDraft({ sessions, drafts }: Services, session: Session, value: unknown): Promise<void> {
  const { body } = validateRequest({ body: { schema: DraftBody, value } });
  sessions.touch(session);
  return drafts.put(session.id, {
    clientId: body.client_id,
    baseVersion: body.base_version,
    vmsJson: body.vms_json,
    steps: body.steps ?? null,
    author: body.author ?? null,
  });
}

/** The stored JSON is sent unparsed. */
function draft({ services, logins, views }: Editor, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const found = services.drafts.byTab(session.id, tabOf(req));
  sendJsonText(res, 200, `${JSON.stringify(views.draft(found)).slice(0, -1)},"vms_json":${found.words}}`);
}

async function removeDraft({ services, logins }: Editor, req: Request, res: Response): Promise<void> {
  const { session } = logins.enter(req, idOf(req));
  const tab = tabOf(req);
  services.sessions.touch(session);
  await services.drafts.remove(session.id, tab);
  res.status(204).end();
}

function siteCopy({ logins, views }: Editor, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  const copy = views.siteCopy(session.id);
  if (copy === null) throw new AppError("not_found", sentence("articles.no_site_copy"));
  sendJson(res, 200, copy);
}

/** Tabs say that they have the article open, and say goodbye. Nothing of it is written down, and none of it is an access. */
async function bePresent({ services, logins, views }: Editor, req: Request, res: Response): Promise<void> {
  const { session, author } = logins.enter(req, idOf(req));
  const clientId = tabOf(req);
  const { body } = validateRequest({ body: { schema: PresenceBody, value: await readJson(req, SMALL_BODY) } });
  services.presence.heartbeat(session.id, { clientId, ...body, author: author ?? body.author });
  sendJson(res, 200, views.people(session.id));
}

function leave({ services, logins }: Editor, req: Request, res: Response): void {
  const { session } = logins.enter(req, idOf(req));
  services.presence.leave(session.id, tabOf(req));
  res.status(204).end();
}

function events({ services, logins, stream }: Editor, req: Request, res: Response): void {
  const { session, expiresAt } = logins.enter(req, idOf(req));
  const { client_id: tab, after } = validateRequest({
    query: { schema: EventsQuery, value: { client_id: req.query.client_id, after: req.query.after } },
  }).query;
  stream.connect(session.id, req, res, after);
  const { clock } = services.runtime;
  // The tab logs in again, or learns that it may not.
  const cancel = clock.after(expiresAt - clock.now(), () => res.end());
  res.once("close", () => {
    cancel();
    if (tab !== undefined) services.presence.disconnect(session.id, tab);
  });
}
