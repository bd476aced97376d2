/** The API of the editor tab, mounted at `/editor/api/sessions`. Every route requires the session's login. */
import express, { type Router } from "express";
import { z } from "zod";
import { DOCUMENT_BYTES } from "../../article/document.ts";
import type { EditorLogin } from "../../contracts/editor-api.ts";
import { DraftBody, PresenceBody, tabId } from "../../contracts/editor-bodies.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import { EventIdSchema } from "../../http/event-stream.ts";
import { resource } from "../../http/fallbacks.ts";
import { readJson, sendJson, sendJsonText } from "../../http/json-body.ts";
import { securityHeaders } from "../../http/security-headers.ts";
import { validateRequest } from "../../http/validation.ts";
import { commentRoutes } from "./comment-routes.ts";
import type { Editor } from "./editor.ts";
import { fontRoutes, mediaRoutes } from "./media-routes.ts";
import { roomRoutes } from "./room-routes.ts";
import { snippetRoutes } from "./snippet-routes.ts";
import { type AddTabRoute, createTabRoutes, idOf, SMALL_BODY, TabPath } from "./tab-route.ts";
import { versionRoutes } from "./version-routes.ts";

const LoginBody = z.object({ token: z.string().max(2_000) });

export function editorRoutes(editor: Editor): Router {
  const router = express.Router({ caseSensitive: true });
  router.use(securityHeaders("api"));
  router.use((_req, res, next) => {
    res.setHeader("Cache-Control", "no-store");
    next();
  });
  const at = "/:session_id";
  // Exchanges the token in the body for a login; without a body, renews the login.
  resource(router, `${at}/login`, {
    async post(req, res) {
      const { logins } = editor;
      const value = await readJson(req, SMALL_BODY);
      const sessionId = idOf(req);
      const expiresAt =
        value === undefined
          ? logins.renew(req, res, sessionId)
          : logins.logIn(req, res, sessionId, validateRequest({ body: { schema: LoginBody, value } }).body.token);
      const login: EditorLogin = { login_expires_at: isoTime(expiresAt), clip: logins.clipOf(sessionId) };
      sendJson(res, 200, login);
    },
  });
  const { add, register } = createTabRoutes(editor);
  for (const routes of [
    articleRoutes,
    mediaRoutes,
    versionRoutes,
    roomRoutes,
    commentRoutes,
    snippetRoutes,
    presenceRoutes,
    fontRoutes,
  ])
    routes(add, editor);
  register(router, at);
  return router;
}

function articleRoutes(route: AddTabRoute, { services: { drafts }, views, stream }: Editor): void {
  route("get ", {
    touches: true,
    run: ({ session, expiresAt, author }) => views.session({ session, expiresAt, author }, stream.position()),
  });
  route("put /draft", {
    body: DraftBody,
    limit: DOCUMENT_BYTES,
    status: 204,
    touches: true,
    run({ session, body: { client_id, vms_json, base_version, steps, author } }) {
      const draft = { clientId: client_id, baseVersion: base_version, vmsJson: vms_json, steps, author };
      return drafts.put(session.id, draft);
    },
  });
  route("get /draft/:client_id", {
    path: TabPath,
    run({ res, session, path }) {
      const found = drafts.byTab(session.id, path.client_id);
      // The stored JSON is sent unparsed.
      sendJsonText(res, 200, `${JSON.stringify(views.draft(found)).slice(0, -1)},"vms_json":${found.json}}`);
    },
  });
  route("delete /draft/:client_id", {
    path: TabPath,
    status: 204,
    touches: true,
    run: ({ session, path }) => drafts.remove(session.id, path.client_id),
  });
  route("get /site-copy", {
    run({ session }) {
      const copy = views.siteCopy(session.id);
      if (copy === null) throw new AppError("not_found", sentence("articles.no_site_copy"));
      return copy;
    },
  });
}

/** Tabs report that they opened or closed the article. Presence is never stored and does not count as access. */
function presenceRoutes(route: AddTabRoute, { services: { presence, runtime }, views, stream }: Editor): void {
  route("put /presence/:client_id", {
    path: TabPath,
    body: PresenceBody,
    run({ session, author, path, body }) {
      presence.heartbeat(session.id, { clientId: path.client_id, ...body, author: author ?? body.author });
      return views.people(session.id);
    },
  });
  route("delete /presence/:client_id", {
    path: TabPath,
    status: 204,
    run: ({ session, path }) => presence.leave(session.id, path.client_id),
  });
  route("get /events", {
    // The tab of this stream. When the stream ends, the tab is no longer present.
    query: z.object({ client_id: tabId.optional(), after: EventIdSchema.optional() }),
    run({ req, res, session, expiresAt, query: { client_id: tab, after } }) {
      stream.connect(session.id, req, res, after);
      const { clock } = runtime;
      // The tab then logs in again, or shows that its login has expired.
      const cancel = clock.after(expiresAt - clock.now(), () => res.end());
      res.once("close", () => {
        cancel();
        if (tab !== undefined) presence.disconnect(session.id, tab);
      });
    },
  });
}
