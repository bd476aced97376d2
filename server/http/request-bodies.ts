/**
 * The bodies of requests that are under way, on every listener: how much of them is held in memory (body-budget.ts), how
 * slowly they may come, and what becomes of the rest of a body that is answered before it is whole. A listener announces
 * each request before it is handled.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError, ERROR_STATUS } from "../core/errors.ts";
import type { Clock } from "../core/runtime.ts";
import type { BodyBudget, BodyOrigin, BodyShare } from "./body-budget.ts";
import { type ClientAddress, networkOf, organisationOf } from "./client-address.ts";

export interface RequestBodies {
  /** Begins to watch a request. Called by a listener before the request is handled. */
  begin(req: IncomingMessage, res: ServerResponse): void;
}

/** How slowly a body may come. */
export interface PaceLimits {
  /** What is sent of a body within each `windowMs` is at least `windowBytes`, however long all of it takes. */
  windowMs: number;
  windowBytes: number;
  /** A body that is kept in memory has this long, and a second more for each `bytesPerSecond` that came… */
  heldMs: number;
  bytesPerSecond: number;
  /** …but no longer than this. */
  heldMaxMs: number;
}

/** 64 KB a minute is a telephone at the edge of its net; 8 KB a second brings any article within the two minutes. */
const PACE: PaceLimits = {
  windowMs: 60_000,
  windowBytes: 64 * 1024,
  heldMs: 20_000,
  bytesPerSecond: 8 * 1024,
  heldMaxMs: 120_000,
};
const SWEEP_MS = 1_000;
/** The rest of a refused body is drained for this long, so that its sender reads the answer rather than a reset. */
const LINGER_MS = 2_000;
/** A rest that is no longer than this is drained without ending the connection. */
const SHORT_REST = 64 * 1024;
/** For so long after a right signature bodies of its network have the room of sites. */
const SITE_MS = 24 * 3_600_000;
/** Networks of sites that are remembered; the one that signed longest ago is forgotten first. */
const MAX_SITES = 1_000;

const TOO_SLOW = sentence("requests.too_slow");

interface UnderWay {
  req: IncomingMessage;
  res: ServerResponse;
  isLetIn: boolean;
  startedAt: number;
  window: { startedAt: number; bytes: number };
  /** While it is read into memory. */
  held: { bytes: number; fail: (error: AppError) => void } | null;
  openShare(turnAway: () => void): BodyShare;
  /** Remembers that its network sent a right signature. */
  isSigned(): void;
  after: Clock["after"];
}

/** By request, so that who reads a body needs to know nothing but the request. */
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
  /** When each network last sent a right signature; the earliest first. */
  const sites = new Map<string, number>();
  const isSite = (network: string) => clock.now() - (sites.get(network) ?? Number.NEGATIVE_INFINITY) < SITE_MS;

  const isTooSlow = (body: UnderWay, now: number): boolean => {
    const { req, window, held, startedAt } = body;
    if (held !== null) {
      const allowed = pace.heldMs + (held.bytes / pace.bytesPerSecond) * 1000;
      return now - startedAt > Math.min(allowed, pace.heldMaxMs);
    }
    // What waits to be read by us is not the sender's fault.
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
        isLetIn: false,
        startedAt: now,
        window: { startedAt: now, bytes: req.socket.bytesRead },
        held: null,
        openShare(turnAway) {
          const network = networkOf(sender());
          const origin: BodyOrigin = body.isLetIn ? "login" : isSite(network) ? "site" : "stranger";
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

/** The sender of this request has shown a login: its body has room that strangers cannot use up. */
export function letIn(req: IncomingMessage): void {
  of(req).isLetIn = true;
}

/** The request carries a right signature: later bodies of its network have the room of sites. */
export function isSigned(req: IncomingMessage): void {
  of(req).isSigned();
}

export interface HeldBody {
  /** Accounts for so many bytes more; where there is no room for them, the body has failed when it returns. */
  take(bytes: number): void;
  /** The body is whole. Its room is given back when the request has been answered. */
  settle(): void;
  /** Gives the room back at once. */
  close(): void;
}

/**
 * Begins to keep a body in memory.
 * @param fail called where it must be dropped half-way: it came too slowly, or others need the room
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
 * Sends an answer that does not wait for the rest of the body. The rest is drained, so that its sender reads the answer
 * rather than a reset: all of it for those who are let in, whose browser may be in the middle of an upload; a stranger's
 * for a moment, and a long one ends the connection.
 */
export function sendEarly(req: IncomingMessage, res: ServerResponse, bytes: Buffer): void {
  if (req.complete) return void res.end(bytes);
  if (res.statusCode === ERROR_STATUS.timeout) return void endConnection(req, res, bytes);
  const { isLetIn, after } = of(req);
  const isShort = req.headers["transfer-encoding"] === undefined && announced(req) <= SHORT_REST;
  if (!isLetIn && !isShort) res.setHeader("Connection", "close");
  res.write(bytes);
  // A client that asked for the end of the connection would be reset by it while it still sends.
  const end = () => {
    cancel();
    res.end();
  };
  const cancel = isLetIn ? () => undefined : after(LINGER_MS, end);
  req
    .once("end", end)
    .once("close", end)
    .on("error", () => undefined);
  // Where there is no room for bodies, not even what is thrown away is read.
  if (res.statusCode === ERROR_STATUS.unavailable && !isLetIn && !isShort) req.pause();
  else req.resume();
}

/** Ends a body that nobody keeps in memory: an upload, or the rest of something refused. */
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

/** Who reads the body hears of it only by the request's own end. */
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

/** Bytes that the request says its body has, 0 where it does not say. */
export function announced({ headers }: IncomingMessage): number {
  return Number(headers["content-length"] ?? 0);
}

function of(req: IncomingMessage): UnderWay {
  const body = underWay.get(req);
  if (body === undefined) throw new Error("This request came through no listener of ours.");
  return body;
}
