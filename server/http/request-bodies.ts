/**
 * Watches request bodies on every listener: their memory (body-budget.ts), their minimum rate, and the rest of a body
 * that is answered early. A listener announces each request before it is handled.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError, ERROR_STATUS } from "../core/errors.ts";
import type { Clock } from "../core/runtime.ts";
import type { BodyBudget, BodyOrigin, BodyShare } from "./body-budget.ts";
import { type ClientAddress, networkOf, organisationOf } from "./client-address.ts";

export interface RequestBodies {
  begin(req: IncomingMessage, res: ServerResponse): void;
}

export interface PaceLimits {
  /** Each `windowMs` brings at least `windowBytes`. */
  windowMs: number;
  windowBytes: number;
  /** A body in memory has this long, plus a second per `bytesPerSecond` received… */
  heldMs: number;
  bytesPerSecond: number;
  /** …up to this. */
  heldMaxMs: number;
}

/** 64 KB a minute suits a phone with weak reception; at 8 KB a second any article arrives within two minutes. */
const PACE: PaceLimits = {
  windowMs: 60_000,
  windowBytes: 64 * 1024,
  heldMs: 20_000,
  bytesPerSecond: 8 * 1024,
  heldMaxMs: 120_000,
};
const SWEEP_MS = 1_000;
/** The rest of a rejected body is drained for this long, so that the client reads the response instead of a reset. */
const LINGER_MS = 2_000;
/** A shorter rest is drained without closing the connection. */
const SHORT_REST = 64 * 1024;
/** After a valid signature, bodies of its network use the sites' budget for this long. */
const SITE_MS = 24 * 3_600_000;
/** Remembered networks of sites; the least recent is forgotten first. */
const MAX_SITES = 1_000;

const TOO_SLOW = sentence("requests.too_slow");

interface UnderWay {
  req: IncomingMessage;
  res: ServerResponse;
  hasLogin: boolean;
  startedAt: number;
  window: { startedAt: number; bytes: number };
  /** While it is being read into memory. */
  held: { bytes: number; fail: (error: AppError) => void } | null;
  openShare(turnAway: () => void): BodyShare;
  isSigned(): void;
  after: Clock["after"];
}

/** By request, so that body readers need only the request. */
const underWay = new WeakMap<IncomingMessage, UnderWay>();

export function createRequestBodies({
  clock,
  budget,
  clientAddress,
  pace = PACE,
}: {
  clock: Clock;
  budget: BodyBudget;
  clientAddress: ClientAddress;
  pace?: PaceLimits;
}): RequestBodies {
  const watched = new Set<UnderWay>();
  /** Time of each network's last valid signature, oldest first. */
  const sites = new Map<string, number>();
  const isSite = (network: string) => clock.now() - (sites.get(network) ?? Number.NEGATIVE_INFINITY) < SITE_MS;

  const isTooSlow = (body: UnderWay, now: number): boolean => {
    const { req, window, held, startedAt } = body;
    if (held !== null) {
      const allowed = pace.heldMs + (held.bytes / pace.bytesPerSecond) * 1000;
      return now - startedAt > Math.min(allowed, pace.heldMaxMs);
    }
    // Galley itself has bytes to read.
    if (req.readableLength > 0) window.startedAt = now;
    if (now - window.startedAt < pace.windowMs) return false;
    const came = req.socket.bytesRead - window.bytes;
    body.window = { startedAt: now, bytes: req.socket.bytesRead };
    return came < pace.windowBytes;
  };

  const sweep = () => {
    const now = clock.now();
    for (const body of watched) {
      if (body.req.complete || body.req.destroyed) watched.delete(body);
      else if (isTooSlow(body, now)) {
        watched.delete(body);
        if (body.held !== null) body.held.fail(new AppError("timeout", TOO_SLOW));
        else endSlow(body);
      }
    }
    if (watched.size > 0) clock.after(SWEEP_MS, sweep);
  };

  return {
    begin(req, res) {
      const now = clock.now();
      let address: string | null = null;
      const sender = () => {
        address ??= clientAddress(req);
        return address;
      };
      const body: UnderWay = {
        req,
        res,
        hasLogin: false,
        startedAt: now,
        window: { startedAt: now, bytes: req.socket.bytesRead },
        held: null,
        openShare(turnAway) {
          const network = networkOf(sender());
          const origin: BodyOrigin = body.hasLogin ? "login" : isSite(network) ? "site" : "stranger";
          return budget.open({ network: origin === "stranger" ? organisationOf(sender()) : network, origin }, turnAway);
        },
        isSigned() {
          const network = networkOf(sender());
          sites.delete(network);
          sites.set(network, clock.now());
          if (sites.size > MAX_SITES) sites.delete(sites.keys().next().value ?? network);
        },
        after: clock.after,
      };
      underWay.set(req, body);
      if (!hasBody(req)) return;
      if (watched.size === 0) clock.after(SWEEP_MS, sweep);
      watched.add(body);
      req.once("close", () => watched.delete(body));
    },
  };
}

/** The request has a login: strangers cannot use up its body's budget. */
export function markLoggedIn(req: IncomingMessage): void {
  of(req).hasLogin = true;
}

/** The request has a valid signature: later bodies of its network use the sites' budget. */
export function isSigned(req: IncomingMessage): void {
  of(req).isSigned();
}

export interface HeldBody {
  /** Accounts for more bytes; where there is no space, the body has failed when it returns. */
  take(bytes: number): void;
  /** The body is complete. Its reservation ends with the response. */
  settle(): void;
  close(): void;
}

/**
 * Begins to keep a body in memory.
 * @param fail called where it must be dropped: it is too slow, or others need the space
 */
export function holdBody(req: IncomingMessage, fail: (error: AppError) => void): HeldBody {
  const body = of(req);
  const share = body.openShare(() => drop(noRoom()));
  const held = { bytes: 0, fail: (error: AppError) => drop(error) };
  body.held = held;
  const close = () => {
    body.held = null;
    share.close();
  };
  const drop = (error: AppError) => {
    close();
    fail(error);
  };
  body.res.once("close", close);
  return {
    take(bytes) {
      held.bytes += bytes;
      if (!share.take(bytes)) drop(noRoom());
    },
    settle() {
      body.held = null;
      share.settle();
    },
    close,
  };
}

/**
 * Sends a response before the body is complete. The rest is drained, so that the client reads the response instead of
 * a reset: completely for clients with a login, briefly for strangers, whose long body ends the connection.
 */
export function sendEarly(req: IncomingMessage, res: ServerResponse, bytes: Buffer): void {
  if (req.complete) return void res.end(bytes);
  if (res.statusCode === ERROR_STATUS.timeout) return void endConnection(req, res, bytes);
  const { hasLogin, after } = of(req);
  const isShort = req.headers["transfer-encoding"] === undefined && announced(req) <= SHORT_REST;
  if (!hasLogin && !isShort) res.setHeader("Connection", "close");
  res.write(bytes);
  // A client that asked for the connection's end would get a reset while it still sends.
  const end = () => {
    cancel();
    res.end();
  };
  const cancel = hasLogin ? () => undefined : after(LINGER_MS, end);
  req
    .once("end", end)
    .once("close", end)
    .on("error", () => undefined);
  // Without memory for bodies, the rest is not even drained.
  if (res.statusCode === ERROR_STATUS.unavailable && !hasLogin && !isShort) req.pause();
  else req.resume();
}

/** Ends a slow body that is not in memory: an upload, or the rest of a rejected one. */
function endSlow({ req, res }: UnderWay): void {
  if (res.headersSent) return void req.destroy();
  const bytes = Buffer.from(JSON.stringify({ detail: TOO_SLOW.detail }));
  res.writeHead(ERROR_STATUS.timeout, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": bytes.length,
    Connection: "close",
  });
  endConnection(req, res, bytes);
}

/** The body's reader notices by the end of the request. */
function endConnection(req: IncomingMessage, res: ServerResponse, bytes: Buffer): void {
  if (!res.headersSent) res.setHeader("Connection", "close");
  res.once("finish", () => req.destroy());
  res.end(bytes);
}

function noRoom(): AppError {
  return new AppError("unavailable", sentence("requests.no_room"));
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers["transfer-encoding"] !== undefined || announced(req) > 0;
}

export function announced({ headers }: IncomingMessage): number {
  return Number(headers["content-length"] ?? 0);
}

function of(req: IncomingMessage): UnderWay {
  const body = underWay.get(req);
  if (body === undefined) throw new Error("This request came through no listener of Galley.");
  return body;
}
