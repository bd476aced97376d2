/**
 * Logins of the editor. The editor URL contains a token for a session (contract 2.3). The token is exchanged for an
 * HttpOnly cookie whose Path is that session's API. A login ends with its lifetime or when the project's key is
 * disabled. A preview token only allows reading the article.
 */
import type { Request, Response } from "express";
import type { Session } from "../../articles/sessions/session-store.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { bearerToken, type ClientAddress, readCookie, setLoginCookie, type Throttle } from "../../http/clients.ts";
import { markLoggedIn } from "../../http/request-bodies.ts";
import type { Services } from "../../services.ts";

export type EditorLogins = ReturnType<typeof createEditorLogins>;

const COOKIE = "galley_editor";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** @param throttle counts wrong tokens by IP address @param clientAddress IP address of the client, behind the trusted proxies */
export function createEditorLogins(
  services: Pick<Services, "runtime" | "editorLinks" | "sessions" | "projects" | "publicUrl">,
  throttle: Throttle,
  clientAddress: ClientAddress,
) {
  const { runtime, editorLinks, sessions, projects, publicUrl } = services;
  const { clock } = runtime;
  const { tokens, issue, endOfLogin } = editorLinks;
  const apiPath = (sessionId: string) =>
    `${new URL(publicUrl()).pathname.replace(/\/$/, "")}/editor/api/sessions/${sessionId}`;

  const setCookie = (res: Response, sessionId: string, token: string, expiresAt: number) =>
    setLoginCookie(res, {
      name: COOKIE,
      value: token,
      path: apiPath(sessionId),
      maxAge: Math.max(0, Math.floor((expiresAt - clock.now()) / 1000)),
      secure: publicUrl().startsWith("https:"),
    });

  /** Path under the public URL, without a leading slash, with a trailing one. */
  const previewPath = (sessionId: string): string =>
    `preview/${sessionId}/${tokens.issue("preview", sessionId, endOfLogin())}/`;

  /** The error is the same for an unknown session and a wrong token. */
  const check = (req: Request, sessionId: string, token: string | null) => {
    const login = token === null ? null : tokens.check("edit", sessionId, token);
    if (login === null) {
      if (token !== null) throttle.countWrong(clientAddress(req));
      throw new AppError("unauthenticated", sentence("articles.login_over"));
    }
    const session = sessions.byId(sessionId);
    if (!projects.byId(session.projectId).enabled)
      throw new AppError("unauthenticated", sentence("articles.key_disabled"));
    markLoggedIn(req);
    return { session, ...login };
  };

  /** The session that a request may change, its login's expiry and its author (null: none). @throws unauthenticated, forbidden */
  const enter = (req: Request, sessionId: string) => {
    const bearer = bearerToken(req);
    // Browsers send cookies with requests from other pages too. A change must therefore come from our own page.
    if (bearer === null && !SAFE_METHODS.has(req.method)) {
      const origin = req.get("Origin");
      const own = [new URL(publicUrl()).origin, `${req.protocol}://${req.get("Host")}`];
      if (origin !== undefined && !own.includes(origin))
        throw new AppError("forbidden", sentence("articles.foreign_origin", { origin: origin.slice(0, 200) }));
      if (req.get("Sec-Fetch-Site") === "cross-site") throw new AppError("forbidden", sentence("api.foreign_origin"));
    }
    return check(req, sessionId, bearer ?? readCookie(req, COOKIE));
  };

  return {
    enter,
    previewPath,
    /** The URL of a session's preview (contract 2.3 `previewUrl`). It grants read access for the lifetime of a login. */
    previewUrl: (sessionId: string): string => `${publicUrl()}/${previewPath(sessionId)}`,
    /** @see EditorLogin.clip */
    clipOf: (sessionId: string): string => `${sessionId}.${tokens.issue("clip", sessionId, endOfLogin())}`,
    /** The session that content was copied from. @param session the target of the paste @throws AppError forbidden for an invalid clip */
    enterClip(req: Request, session: Session, clip: string): Session {
      const [id = "", token = ""] = clip.split(".");
      if (tokens.check("clip", id, token) === null) {
        throttle.countWrong(clientAddress(req));
        throw new AppError("forbidden", sentence("articles.clip_over"));
      }
      const source = sessions.byId(id);
      if (source.projectId !== session.projectId)
        throw new AppError("forbidden", sentence("articles.clip_of_other_site"));
      return source;
    },
    /** Returns the session whose preview a request may read. @throws AppError unauthenticated */
    enterPreview(req: Request): Session {
      const id = String(req.params.session_id);
      if (tokens.check("preview", id, String(req.params.token)) === null) {
        throttle.countWrong(clientAddress(req));
        throw new AppError("unauthenticated", sentence("articles.preview_over"));
      }
      const session = sessions.byId(id);
      if (!projects.byId(session.projectId).enabled)
        throw new AppError("unauthenticated", sentence("articles.key_disabled"));
      return session;
    },
    /** The editor link of a session (contract 2.3 `url`), plain ASCII. @param author the journalist named in the open, or null */
    editorUrl: (session: Session, author: string | null): string => editorLinks.editorUrl(session, author).url,
    /** Exchanges a token for the cookie; returns when the login ends, ms. @throws AppError unauthenticated */
    logIn(req: Request, res: Response, sessionId: string, token: string): number {
      const { expiresAt } = check(req, sessionId, token);
      setCookie(res, sessionId, token, expiresAt);
      return expiresAt;
    },
    /** Renews the cookie of a logged-in browser; returns when the login ends, ms. @throws AppError unauthenticated */
    renew(req: Request, res: Response, sessionId: string): number {
      const { author } = enter(req, sessionId);
      const { token, expiresAt } = issue(sessionId, author);
      setCookie(res, sessionId, token, expiresAt);
      return expiresAt;
    },
  };
}
