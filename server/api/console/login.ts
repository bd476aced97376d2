/**
 * Who may use the console (contract 5.4): the holder of the console token, which lies in a 0600 file of
 * the data folder; of a one-time link, as printed at start; of the password, where one is set; or of the login that one of
 * them was traded for: a cookie and the key that the page keeps (server/logins). Host and Origin are checked, so that
 * neither a web page nor a rebound DNS name can drive it.
 */

import type { NextFunction, Request, Response } from "express";
import type { LoginWays } from "../../contracts/access-api.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { createClientAddress } from "../../http/client-address.ts";
import { bearerToken, clearLoginCookie, type LoginCookie, readCookie, setLoginCookie } from "../../http/cookies.ts";
import { letIn as letInBody } from "../../http/request-bodies.ts";
import { createThrottle, type WrongLimit } from "../../http/throttle.ts";
import type { Login, LoginKind } from "../../logins/logins.ts";
import type { Services } from "../../services.ts";
import { type ConsoleHosts, isLoopback } from "./console-hosts.ts";

/** Longer than any login: when it ends is decided here, not in the browser. */
const COOKIE_SECONDS = 400 * 24 * 3600;
/** Nothing else is asked for with it. */
const COOKIE_PATH = "/api";
/** Carries the key; addresses that a page cannot give a header (downloads, fonts, events) have it as `key`. */
const KEY_HEADER = "X-Galley-Key";
const USE_MS = 3_600_000;
const LINK_MS = 10 * 60_000;
const MAX_LINKS = 100;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Wrong passwords of an address within a minute. */
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
  /** Origin of the console listener, known once it is up. */
  const consoleUrl = () => addresses().consoleUrl;
  const links = new Map<string, { expiresAt: number; kind: "link" | "window" }>();
  const loginOf = new WeakMap<Request, Login>();

  // Two appliances of one machine have different ports, and would take each other's cookie away.
  const cookieName = () => `galley_console_${new URL(consoleUrl()).port}`;
  const cookieOf = (value: string, req: Request): LoginCookie => ({
    name: cookieName(),
    value,
    path: COOKIE_PATH,
    maxAge: COOKIE_SECONDS,
    secure: isOverTls(req),
  });
  // It stays when the login ends: a browser that was logged in once is not kept out by what strangers send.
  const markName = () => `${cookieName()}_known`;
  const letIn = (req: Request, res: Response, kind: LoginKind) => {
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
  /** Whose guesses count together: those of a known browser, or those of an address. */
  const guesserOf = (req: Request) => {
    const browser = knownBrowser(req);
    return { key: browser === null ? clientAddress(req) : `browser ${browser}`, isKnown: browser !== null };
  };
  const findLogin = (req: Request) => {
    const cookie = readCookie(req, cookieName());
    const key = req.get(KEY_HEADER) ?? new URL(req.originalUrl, consoleUrl()).searchParams.get("key");
    return cookie === null || key === null ? null : logins.find(cookie, key);
  };

  const refuse = (req: Request, reason: "api.wrong_token" | "api.no_password" | "api.link_used"): never => {
    throttle.countWrong(clientAddress(req));
    throw new AppError("unauthenticated", sentence(reason));
  };

  /** Trades a one-time token for a login; returns the page's key. @throws AppError unauthenticated */
  const redeem = (req: Request, res: Response, secret: string): string => {
    const link = links.get(secret);
    links.delete(secret);
    if (link === undefined || link.expiresAt <= clock.now()) return refuse(req, "api.link_used");
    return letIn(req, res, link.kind);
  };

  return {
    redeem,
    /** How long such a link may be used, ms. */
    linkMs: LINK_MS,
    /** A link that logs one browser in once, within ten minutes. `window`: for the desktop app's own. */
    oneTimeLink(kind: "link" | "window"): string {
      const secret = random.token(24);
      for (const [old, { expiresAt }] of links)
        if (expiresAt <= clock.now() || links.size >= MAX_LINKS) links.delete(old);
      links.set(secret, { expiresAt: clock.now() + LINK_MS, kind });
      return `${consoleUrl()}/login?token=${secret}`;
    },
    /** Trades the console token for a login; returns the page's key. @throws AppError unauthenticated */
    logIn(req: Request, res: Response, given: string): string {
      // The page takes a pasted link, too.
      if (links.has(given)) return redeem(req, res, given);
      if (!logins.isConsoleToken(given)) refuse(req, "api.wrong_token");
      return letIn(req, res, "token");
    },
    /**
     * Trades the password for a login; returns the page's key.
     * @throws AppError unauthenticated; too_many_requests, also for the right one: a password can be guessed
     */
    async logInByPassword(req: Request, res: Response, given: string): Promise<string> {
      if (!password.isSet()) return refuse(req, "api.no_password");
      const guesser = guesserOf(req);
      // Looked at again when its turn has come: the guesses before it may have been wrong.
      guesses.refuse(guesser.key);
      if (await password.isRight(given, guesser, () => guesses.refuse(guesser.key))) return letIn(req, res, "password");
      guesses.countWrong(guesser.key);
      throw new AppError("unauthenticated", sentence("api.wrong_password"));
    },
    /** How a browser that is not logged in gets in. */
    ways: (req: Request): LoginWays => ({
      password: password.isSet(),
      local: isLoopback(clientAddress(req)) && hosts.isLocalName(req.get("Host")),
    }),
    /** Ends the login of a request; none where it carries the console token. */
    logOut(req: Request, res: Response): void {
      const login = loginOf.get(req);
      if (login !== undefined) logins.end(login.id);
      clearLoginCookie(res, cookieOf("", req));
    },
    /** The login that a request was let through by, null where that was the console token. */
    of: (req: Request): Login | null => loginOf.get(req) ?? null,
    /** A page that listens is in use, and hears nothing more once its login is ended. */
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
    /** Lets through only requests to a host of ours. */
    guardHost(req: Request, _res: Response, next: NextFunction): void {
      const host = req.get("Host");
      if (!hosts.isOwn(host)) throw new AppError("forbidden", hosts.refusal(host));
      next();
    },
    /** Lets through only what was not sent by a foreign page. */
    guardOrigin(req: Request, _res: Response, next: NextFunction): void {
      const origin = req.get("Origin");
      if (origin !== undefined && !hosts.isOwn(origin.replace(/^https?:\/\//, "")))
        throw new AppError("forbidden", sentence("api.foreign_origin"));
      if (!SAFE_METHODS.has(req.method) && req.get("Sec-Fetch-Site") === "cross-site")
        throw new AppError("forbidden", sentence("api.foreign_origin"));
      next();
    },
    /** Lets through only who is logged in. */
    requireLogin(req: Request, _res: Response, next: NextFunction): void {
      const bearer = bearerToken(req);
      if (bearer !== null && !logins.isConsoleToken(bearer)) refuse(req, "api.wrong_token");
      const login = bearer === null ? findLogin(req) : null;
      if (login !== null) loginOf.set(req, login);
      if (bearer === null && login === null) throw new AppError("unauthenticated", sentence("api.log_in"));
      letInBody(req);
      next();
    },
  };
}

/** Whether the browser speaks TLS, to a proxy. What it says only decides over its own cookie, so nobody needs to be trusted. */
function isOverTls(req: Request): boolean {
  const proto = req.get("X-Forwarded-Proto")?.split(",")[0]?.trim().toLowerCase();
  return proto === "https" || req.get("Origin")?.startsWith("https:") === true;
}
