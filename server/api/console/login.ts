/**
 * Authentication of the console (contract 5.4). Credentials are the console token (a 0600 file in the data folder), a
 * one-time link such as the one printed at startup, or an account (account-login.ts).
 * Each is exchanged for a login: a cookie, and a key that the page stores (server/logins). The Host and Origin checks
 * block other websites and DNS rebinding.
 */
import type { NextFunction, Request, Response } from "express";
import type { Session } from "../../articles/sessions/session-store.ts";
import type { LoginWays } from "../../contracts/access-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import {
  bearerToken,
  createClientAddress,
  createThrottle,
  type LoginCookie,
  readCookie,
  setLoginCookie,
} from "../../http/clients.ts";
import { markLoggedIn } from "../../http/request-bodies.ts";
import type { Login, LoginKind } from "../../logins/logins.ts";
import type { Services } from "../../services.ts";
import { type ConsoleHosts, isLoopback } from "./console-hosts.ts";
import { auditedLink, OWNER, setVisitor, type Visitor } from "./permissions.ts";

/** Longer than any login: the server decides when a login ends, not the browser. */
const COOKIE_SECONDS = 400 * 24 * 3600;
const COOKIE_PATH = "/api";
/** Header with the key. Requests that cannot set a header (downloads, fonts, events) pass it as `key`. */
const KEY_HEADER = "X-Galley-Key";
const HOUR_MS = 3_600_000;
const LINK_MS = 10 * 60_000;
const MAX_LINKS = 100;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

type LoginBy = Parameters<Services["logins"]["make"]>[1];

export type ConsoleLogins = ReturnType<typeof createConsoleLogins>;

interface OneTimeLink {
  expiresAt: number;
  kind: "link" | "window";
  /** The login that created the link; the link logs in the same account. Null for the owner. */
  madeBy: { accountId: string; loginId: string } | null;
}

export function createConsoleLogins(
  services: Pick<
    Services,
    "runtime" | "config" | "logins" | "accounts" | "siteLinks" | "audit" | "addresses" | "sessions" | "editorLinks"
  > & { hosts: ConsoleHosts },
) {
  const { runtime, config, logins, accounts, siteLinks, audit, addresses, sessions, editorLinks, hosts } = services;
  const { clock, random } = runtime;
  const throttle = createThrottle(clock);
  const clientAddress = createClientAddress(config.trustedProxies);
  /** Known once the listener is open. */
  const consoleUrl = () => addresses().consoleUrl;
  const links = new Map<string, OneTimeLink>();
  const loginOf = new WeakMap<Request, Login>();

  // Cookies ignore ports: two appliances on one machine would overwrite each other's cookie.
  const cookieName = () => `galley_console_${new URL(consoleUrl()).port}`;
  const cookieOf = (value: string, req: Request): LoginCookie => ({
    name: cookieName(),
    value,
    path: COOKIE_PATH,
    maxAge: COOKIE_SECONDS,
    secure: isOverTls(req),
  });
  // Outlives the login, so that guesses by strangers never lock out a known browser.
  const markName = () => `${cookieName()}_known`;
  const personOf = (by: LoginBy) => {
    if (by === null) return null;
    if ("accountId" in by) return accounts.find(by.accountId)?.person ?? null;
    const siteLink = siteLinks.find(by.siteLinkId);
    return siteLink && auditedLink(siteLink);
  };
  const start = (req: Request, res: Response, kind: LoginKind, by: LoginBy): string => {
    const from = { userAgent: req.get("User-Agent") ?? "", address: clientAddress(req) };
    const { cookie, key } = audit.actingAs({ address: from.address, person: personOf(by) }, () =>
      logins.make(kind, by, from),
    );
    setLoginCookie(res, cookieOf(cookie, req));
    // Site links do not make a browser known: their users have no account.
    if (kind !== "site_link" && knownBrowser(req) === null)
      setLoginCookie(res, { ...cookieOf(logins.newBrowserMark(), req), name: markName() });
    return key;
  };
  const knownBrowser = (req: Request): string | null => {
    const mark = readCookie(req, markName());
    return mark === null ? null : logins.markedBrowser(mark);
  };
  const findLogin = (req: Request) => {
    const cookie = readCookie(req, cookieName());
    const key = req.get(KEY_HEADER) ?? new URL(req.originalUrl, consoleUrl()).searchParams.get("key");
    return cookie === null || key === null ? null : logins.find(cookie, key);
  };

  const refuse = (
    req: Request,
    reason: "api.wrong_token" | "api.metrics_token" | "api.link_used" | "logins.site_link_over",
  ): never => {
    throttle.countWrong(clientAddress(req));
    throw new AppError("unauthenticated", sentence(reason));
  };

  /** Exchanges a one-time token for a login; returns the page's key. @throws AppError unauthenticated */
  const redeem = (req: Request, res: Response, secret: string): string => {
    const link = links.get(secret);
    links.delete(secret);
    // An account's link expires with the login that created it.
    const isOver = link?.madeBy != null && !logins.exists(link.madeBy.loginId);
    if (link === undefined || isOver || link.expiresAt <= clock.now()) return refuse(req, "api.link_used");
    return start(req, res, link.kind, link.madeBy);
  };
  /** Null if its account or site link no longer exists. */
  const visitorOfLogin = ({ kind, accountId, siteLinkId }: Login): Visitor | null => {
    if (siteLinkId !== null) {
      const siteLink = siteLinks.find(siteLinkId);
      return siteLink && { role: "viewer", person: null, siteLink };
    }
    if (accountId === null) return kind === "password" ? null : OWNER;
    const found = accounts.find(accountId);
    return found && { ...found, siteLink: null };
  };

  return {
    redeem,
    /** Creates a login and sets its cookie. Returns the page's key. */
    start,
    addressOf: clientAddress,
    countWrong: (req: Request): void => throttle.countWrong(clientAddress(req)),
    /** The key for counting wrong passwords: the known browser, else the IP address. */
    guesserOf(req: Request): { key: string; isKnown: boolean } {
      const browser = knownBrowser(req);
      return { key: browser === null ? clientAddress(req) : `browser ${browser}`, isKnown: browser !== null };
    },
    linkMs: LINK_MS,
    /** Creates a single-use login link, valid for ten minutes. `window`: for the desktop app's window. */
    oneTimeLink(kind: "link" | "window", madeBy: Login | null = null): string {
      const secret = random.token(24);
      for (const [old, { expiresAt }] of links)
        if (expiresAt <= clock.now() || links.size >= MAX_LINKS) links.delete(old);
      const by = madeBy?.accountId == null ? null : { accountId: madeBy.accountId, loginId: madeBy.id };
      links.set(secret, { expiresAt: clock.now() + LINK_MS, kind, madeBy: by });
      return `${consoleUrl()}/login?token=${secret}`;
    },
    /** Exchanges the console token for a login; returns the page's key. @throws AppError unauthenticated */
    logIn(req: Request, res: Response, given: string): string {
      // The page also accepts a pasted link.
      if (links.has(given)) return redeem(req, res, given);
      if (!logins.isConsoleToken(given)) refuse(req, "api.wrong_token");
      return start(req, res, "token", null);
    },
    /** Exchanges the secret of a site link for a login; returns the page's key. @throws AppError unauthenticated */
    logInBySiteLink(req: Request, res: Response, secret: string): string {
      const { id } = siteLinks.redeem(secret) ?? refuse(req, "logins.site_link_over");
      return start(req, res, "site_link", { siteLinkId: id });
    },
    /**
     * Path of a session's previews, with a trailing slash: pages in frames, whose opaque origin sends neither cookie nor
     * key. A token in the URL authenticates them, for one to two hours. It changes once an hour, so that the console's
     * requests do not reload a frame.
     */
    previewPath(sessionId: string): string {
      const end = (Math.floor(clock.now() / HOUR_MS) + 2) * HOUR_MS;
      return `/preview/${sessionId}/${editorLinks.tokens.issue("console_preview", sessionId, end)}/`;
    },
    /** The session whose previews a request may read. @throws AppError unauthenticated, not_found */
    enterPreview(req: Request): Session {
      const id = String(req.params.session_id);
      if (editorLinks.tokens.check("console_preview", id, String(req.params.token)) === null)
        throw new AppError("unauthenticated", sentence("articles.console_preview_over"));
      return sessions.byId(id);
    },
    ways: (req: Request): LoginWays => ({
      accounts: accounts.hasActive(),
      local: isLoopback(clientAddress(req)) && hosts.isLocalName(req.get("Host")),
    }),
    /** Ends the login of a request; no effect with the console token. */
    logOut(req: Request, res: Response): void {
      const login = loginOf.get(req);
      if (login !== undefined) logins.end(login.id);
      setLoginCookie(res, { ...cookieOf("", req), maxAge: 0 });
    },
    /** The login of a request; null for the console token. */
    of: (req: Request): Login | null => loginOf.get(req) ?? null,
    /** An open event stream counts as use of the login, and ends with it. */
    watch(req: Request, res: Response): void {
      const login = loginOf.get(req);
      if (login === undefined) return;
      const stopWatching = logins.onEnd(login.id, () => void res.destroy());
      const use = () => {
        if (left() <= 0) return void res.destroy();
        logins.renew(login);
        stopUse = clock.after(Math.min(HOUR_MS, left()), use);
      };
      /** ms until the site link expires. An open stream renews logins of other kinds. */
      const left = () =>
        login.siteLinkId === null
          ? HOUR_MS
          : (logins.expiresAt({ ...login, lastUsedAt: clock.now() }) ?? 0) - clock.now();
      let stopUse = clock.after(Math.min(HOUR_MS, left()), use);
      res.on("close", () => {
        stopWatching();
        stopUse();
      });
    },
    requireOwnHost(req: Request, _res: Response, next: NextFunction): void {
      const host = req.get("Host");
      if (!hosts.isOwn(host)) throw new AppError("forbidden", hosts.refusal(host));
      next();
    },
    requireOwnOrigin(req: Request, _res: Response, next: NextFunction): void {
      const origin = req.get("Origin");
      if (origin !== undefined && !hosts.isOwn(origin.replace(/^https?:\/\//, "")))
        throw new AppError("forbidden", sentence("api.foreign_origin"));
      if (!SAFE_METHODS.has(req.method) && req.get("Sec-Fetch-Site") === "cross-site")
        throw new AppError("forbidden", sentence("api.foreign_origin"));
      next();
    },
    /** `/metrics` accepts its own token or the console token, but no browser login. */
    requireMetricsToken(req: Request, _res: Response, next: NextFunction): void {
      const given = bearerToken(req);
      if (given === null) throw new AppError("unauthenticated", sentence("api.metrics_token"));
      if (!logins.isMetricsToken(given) && !logins.isConsoleToken(given)) refuse(req, "api.metrics_token");
      next();
    },
    requireLogin(req: Request, _res: Response, next: NextFunction): void {
      const bearer = bearerToken(req);
      if (bearer !== null && !logins.isConsoleToken(bearer)) refuse(req, "api.wrong_token");
      const login = bearer === null ? findLogin(req) : null;
      const visitor = bearer !== null ? OWNER : login && visitorOfLogin(login);
      if (visitor === null) throw new AppError("unauthenticated", sentence("api.log_in"));
      if (login !== null) loginOf.set(req, login);
      setVisitor(req, visitor);
      markLoggedIn(req);
      next();
    },
  };
}

/** Whether the browser uses TLS. A forged header affects only the client's own cookie, so no proxy has to be trusted. */
function isOverTls(req: Request): boolean {
  const proto = req.get("X-Forwarded-Proto")?.split(",")[0]?.trim().toLowerCase();
  return proto === "https" || req.get("Origin")?.startsWith("https:") === true;
}
