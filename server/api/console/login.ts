/**
 * Authentication of the console (contract 5.4). Credentials are the console token (a 0600 file in the data folder), a
 * one-time link as printed at start, or the password, if one is set.
 * Each is exchanged for a login: a cookie, and a key that the page keeps (server/logins). The checks of Host and
 * Origin block foreign web pages and DNS rebinding.
 */
import type { NextFunction, Request, Response } from "express";
import type { LoginWays } from "../../contracts/access-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { createClientAddress } from "../../http/client-address.ts";
import { bearerToken, clearLoginCookie, type LoginCookie, readCookie, setLoginCookie } from "../../http/cookies.ts";
import { markLoggedIn } from "../../http/request-bodies.ts";
import { createThrottle, type WrongLimit } from "../../http/throttle.ts";
import type { Login, LoginKind } from "../../logins/logins.ts";
import type { Services } from "../../services.ts";
import { type ConsoleHosts, isLoopback } from "./console-hosts.ts";
import { letIn, OWNER } from "./permissions.ts";

/** Longer than any login: the server decides when a login ends, not the browser. */
const COOKIE_SECONDS = 400 * 24 * 3600;
/** No other path needs the cookie. */
const COOKIE_PATH = "/api";
/** Header with the key. Requests that cannot set a header (downloads, fonts, events) pass it as `key`. */
const KEY_HEADER = "X-Galley-Key";
const USE_MS = 3_600_000;
const LINK_MS = 10 * 60_000;
const MAX_LINKS = 100;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const PASSWORD_LIMIT: WrongLimit = { most: 10, code: "requests.too_many_passwords" };

export function createConsoleLogins({
  runtime,
  config,
  logins,
  password,
  addresses,
  hosts,
}: Pick<Services, "runtime" | "config" | "logins" | "password" | "addresses"> & { hosts: ConsoleHosts }) {
  const { clock, random } = runtime;
  const throttle = createThrottle(clock);
  const guesses = createThrottle(clock, PASSWORD_LIMIT);
  const clientAddress = createClientAddress(config.trustedProxies);
  /** Origin of the console listener, known once it listens. */
  const consoleUrl = () => addresses().consoleUrl;
  const links = new Map<string, { expiresAt: number; kind: "link" | "window" }>();
  const loginOf = new WeakMap<Request, Login>();

  // Two appliances of one machine have different ports. With the same name, they would replace each other's cookie.
  const cookieName = () => `galley_console_${new URL(consoleUrl()).port}`;
  const cookieOf = (value: string, req: Request): LoginCookie => ({
    name: cookieName(),
    value,
    path: COOKIE_PATH,
    maxAge: COOKIE_SECONDS,
    secure: isOverTls(req),
  });
  // It outlives the login: wrong passwords of strangers do not lock out a browser that was logged in once.
  const markName = () => `${cookieName()}_known`;
  const startLogin = (req: Request, res: Response, kind: LoginKind) => {
    const from = { userAgent: req.get("User-Agent") ?? "", address: clientAddress(req) };
    const { cookie, key } = logins.make(kind, from);
    setLoginCookie(res, cookieOf(cookie, req));
    if (knownBrowser(req) === null)
      setLoginCookie(res, { ...cookieOf(logins.newBrowserMark(), req), name: markName() });
    return key;
  };
  const knownBrowser = (req: Request): string | null => {
    const mark = readCookie(req, markName());
    return mark === null ? null : logins.markedBrowser(mark);
  };
  /** Groups wrong passwords: by known browser, else by address. */
  const guesserOf = (req: Request) => {
    const browser = knownBrowser(req);
    return { key: browser === null ? clientAddress(req) : `browser ${browser}`, isKnown: browser !== null };
  };
  const findLogin = (req: Request) => {
    const cookie = readCookie(req, cookieName());
    const key = req.get(KEY_HEADER) ?? new URL(req.originalUrl, consoleUrl()).searchParams.get("key");
    return cookie === null || key === null ? null : logins.find(cookie, key);
  };

  const refuse = (
    req: Request,
    reason: "api.wrong_token" | "api.metrics_token" | "api.no_password" | "api.link_used",
  ): never => {
    throttle.countWrong(clientAddress(req));
    throw new AppError("unauthenticated", sentence(reason));
  };

  /** Exchanges a one-time token for a login; returns the page's key. @throws AppError unauthenticated */
  const redeem = (req: Request, res: Response, secret: string): string => {
    const link = links.get(secret);
    links.delete(secret);
    if (link === undefined || link.expiresAt <= clock.now()) return refuse(req, "api.link_used");
    return startLogin(req, res, link.kind);
  };

  return {
    redeem,
    linkMs: LINK_MS,
    /** A link that logs in one browser once, within ten minutes. `window`: for the desktop app's own. */
    oneTimeLink(kind: "link" | "window"): string {
      const secret = random.token(24);
      for (const [old, { expiresAt }] of links)
        if (expiresAt <= clock.now() || links.size >= MAX_LINKS) links.delete(old);
      links.set(secret, { expiresAt: clock.now() + LINK_MS, kind });
      return `${consoleUrl()}/login?token=${secret}`;
    },
    /** Exchanges the console token for a login; returns the page's key. @throws AppError unauthenticated */
    logIn(req: Request, res: Response, given: string): string {
      // The page also accepts a pasted link.
      if (links.has(given)) return redeem(req, res, given);
      if (!logins.isConsoleToken(given)) refuse(req, "api.wrong_token");
      return startLogin(req, res, "token");
    },
    /**
     * Exchanges the password for a login; returns the page's key.
     * @throws AppError unauthenticated; too_many_requests, also for the right password: otherwise guessing could go on
     */
    async logInByPassword(req: Request, res: Response, given: string): Promise<string> {
      if (!password.isSet()) return refuse(req, "api.no_password");
      const guesser = guesserOf(req);
      // Checks the limit again after the wait: the attempts before it may have been wrong.
      guesses.refuse(guesser.key);
      if (await password.isRight(given, guesser, () => guesses.refuse(guesser.key)))
        return startLogin(req, res, "password");
      guesses.countWrong(guesser.key);
      throw new AppError("unauthenticated", sentence("api.wrong_password"));
    },
    ways: (req: Request): LoginWays => ({
      password: password.isSet(),
      local: isLoopback(clientAddress(req)) && hosts.isLocalName(req.get("Host")),
    }),
    /** Ends the login of a request; no effect with the console token. */
    logOut(req: Request, res: Response): void {
      const login = loginOf.get(req);
      if (login !== undefined) logins.end(login.id);
      clearLoginCookie(res, cookieOf("", req));
    },
    /** The login that authenticated a request, null for the console token. */
    of: (req: Request): Login | null => loginOf.get(req) ?? null,
    /** An open event stream counts as use of the login, and ends with it. */
    watch(req: Request, res: Response): void {
      const login = loginOf.get(req);
      if (login === undefined) return;
      const stopWatching = logins.onEnd(login.id, () => void res.destroy());
      const use = () => {
        logins.renew(login);
        stopUse = clock.after(USE_MS, use);
      };
      let stopUse = clock.after(USE_MS, use);
      res.on("close", () => {
        stopWatching();
        stopUse();
      });
    },
    guardHost(req: Request, _res: Response, next: NextFunction): void {
      const host = req.get("Host");
      if (!hosts.isOwn(host)) throw new AppError("forbidden", hosts.refusal(host));
      next();
    },
    guardOrigin(req: Request, _res: Response, next: NextFunction): void {
      const origin = req.get("Origin");
      if (origin !== undefined && !hosts.isOwn(origin.replace(/^https?:\/\//, "")))
        throw new AppError("forbidden", sentence("api.foreign_origin"));
      if (!SAFE_METHODS.has(req.method) && req.get("Sec-Fetch-Site") === "cross-site")
        throw new AppError("forbidden", sentence("api.foreign_origin"));
      next();
    },
    /** For `/metrics`: its own token or the console's, and no login of a browser. */
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
      if (login !== null) loginOf.set(req, login);
      if (bearer === null && login === null) throw new AppError("unauthenticated", sentence("api.log_in"));
      letIn(req, OWNER);
      markLoggedIn(req);
      next();
    },
  };
}

/**
 * Whether the browser uses TLS, as a proxy reports it. The header affects only the client's own cookie, so no proxy
 * has to be trusted.
 */
function isOverTls(req: Request): boolean {
  const proto = req.get("X-Forwarded-Proto")?.split(",")[0]?.trim().toLowerCase();
  return proto === "https" || req.get("Origin")?.startsWith("https:") === true;
}
