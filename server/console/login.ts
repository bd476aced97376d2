/**
 * Who may use the console (design 4, "Who may see what"): the holder of the console token, which lies in a 0600 file of
 * the data folder; of a one-time link, as printed at start; or of the cookie that either was traded for. Host and Origin
 * are checked, so that neither a web page nor a rebound DNS name can drive it.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { AppError } from "../errors.ts";
import { bearerToken, readCookie, setLoginCookie } from "../http/cookies.ts";
import { letIn as letInBody } from "../http/request-bodies.ts";
import type { Throttle } from "../http/throttle.ts";
import type { Clock, Random } from "../runtime.ts";

export interface ConsoleLogins {
  /** A link that logs one browser in once, within ten minutes. */
  oneTimeLink(): string;
  /** Trades a one-time token for the cookie. @throws AppError unauthenticated */
  redeem(req: Request, res: Response, token: string): void;
  /** Trades the console token for the cookie. @throws AppError unauthenticated */
  logIn(req: Request, res: Response, token: string): void;
  /** Lets through only requests to a host of ours, not sent by a foreign page. */
  guardOrigin: RequestHandler;
  /** Lets through only who is logged in. */
  requireLogin: RequestHandler;
}

const COOKIE = "galley_console";
const COOKIE_SECONDS = 30 * 24 * 3600;
const LINK_MS = 10 * 60_000;
const MAX_LINKS = 100;
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

interface Parts {
  clock: Clock;
  random: Random;
  throttle: Throttle;
  /** Content of the token file. */
  token: string;
  /** Origin of the console listener, known once it is up. */
  consoleUrl: () => string;
}

export function createConsoleLogins({ clock, random, throttle, token, consoleUrl }: Parts): ConsoleLogins {
  const links = new Map<string, number>();
  // Not the token itself: a cookie that leaks does not give away the file's content.
  const cookieValue = createHmac("sha256", token).update("console cookie").digest("base64url");

  const letIn = (res: Response) =>
    setLoginCookie(res, { name: COOKIE, value: cookieValue, path: "/", maxAge: COOKIE_SECONDS, secure: false });

  const refuse = (req: Request, sentence: string): never => {
    throttle.countWrong(req.socket.remoteAddress ?? "");
    throw new AppError("unauthenticated", sentence);
  };

  const isOwnHost = (host: string | undefined) => {
    const url = host === undefined ? null : URL.parse(`http://${host}`);
    if (url === null) return false;
    const own = new URL(consoleUrl());
    return url.port === own.port && (url.hostname === own.hostname || LOOPBACK_NAMES.has(url.hostname));
  };

  return {
    oneTimeLink() {
      const secret = random.token(24);
      for (const [old, expiresAt] of links) if (expiresAt <= clock.now() || links.size >= MAX_LINKS) links.delete(old);
      links.set(secret, clock.now() + LINK_MS);
      return `${consoleUrl()}/login?token=${secret}`;
    },
    redeem(req, res, secret) {
      const expiresAt = links.get(secret);
      links.delete(secret);
      if (expiresAt === undefined || expiresAt <= clock.now())
        refuse(req, "This link was used already or has expired.");
      letIn(res);
    },
    logIn(req, res, given) {
      if (!isSame(given, token))
        refuse(req, "This is not the console token. It stands in the file console-token of the data folder.");
      letIn(res);
    },
    guardOrigin(req, _res, next) {
      if (!isOwnHost(req.get("Host"))) throw new AppError("forbidden", "This host name is not the console's.");
      const origin = req.get("Origin");
      if (origin !== undefined && !isOwnHost(origin.replace(/^http:\/\//, "")))
        throw new AppError("forbidden", "Requests from other sites are not accepted here.");
      if (!SAFE_METHODS.has(req.method) && req.get("Sec-Fetch-Site") === "cross-site")
        throw new AppError("forbidden", "Requests from other sites are not accepted here.");
      next();
    },
    requireLogin(req, _res, next) {
      const bearer = bearerToken(req);
      const cookie = readCookie(req, COOKIE);
      if (bearer !== null ? isSame(bearer, token) : cookie !== null && isSame(cookie, cookieValue)) {
        letInBody(req);
        return next();
      }
      if (bearer !== null)
        refuse(req, "This is not the console token. It stands in the file console-token of the data folder.");
      throw new AppError("unauthenticated", "Log in with the link printed at start, or with the console token.");
    },
  };
}

/** Constant-time, whatever the lengths. */
function isSame(given: string, right: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(right));
}
