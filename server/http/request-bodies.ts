/**
 * Limits request bodies on every listener: their memory (body-budget.ts) and their minimum rate. Drains the rest of a
 * body after an early response. A listener announces each request before it is handled.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError, ERROR_STATUS } from "../core/errors.ts";
import type { Clock } from "../core/runtime.ts";
import type { BodyBudget, BodyOrigin, BodyShare } from "./body-budget.ts";
import { type ClientAddress, networkOf, organisationOf } from "./clients.ts";

/** Announces a request before it is handled. */
export type BeginRequest = ReturnType<typeof createRequestBodies>;

/** At least 64 KB must arrive every minute, which suits a phone with weak reception. */
const WINDOW_MS = 60_000;
const WINDOW_BYTES = 64 * 1024;
/** Deadline of a body in memory, plus a second for each received 8 KB. At that rate, any article arrives in two minutes. */
const HELD_MS = 20_000;
const HELD_BYTES_A_SECOND = 8 * 1024;
const HELD_MAX_MS = 120_000;
const SWEEP_MS = 1_000;
/** Time for draining a rejected body, so that the client reads the response instead of a connection reset. */
const LINGER_MS = 2_000;
/** Bodies up to this size are drained without closing the connection. */
const SHORT_REST = 64 * 1024;
/** After a valid signature, bodies from its network use the sites' budget for this time. */
const SITE_MS = 24 * 3_600_000;
/** Maximum number of remembered networks; the least recent is evicted first. */
const MAX_SITES = 1_000;

const TOO_SLOW = sentence("requests.too_slow");

interface ActiveBody {
  req: IncomingMessage;
  res: ServerResponse;
  hasLogin: boolean;
  startedAt: number;
  window: { startedAt: number; bytes: number };
  /** Set while the body is read into memory. */
  held: { bytes: number; fail: (error: AppError) => void } | null;
  openShare(reject: () => void): BodyShare;
  markSigned(): void;
  after: Clock["after"];
}

/** By request, so that body readers need only the request. */
const activeBodies = new WeakMap<IncomingMessage, ActiveBody>();

interface Accounting {
  clock: Clock;
  budget: BodyBudget;
  clientAddress: ClientAddress;
}

export function createRequestBodies({ clock, budget, clientAddress }: Accounting) {
  const watched = new Set<ActiveBody>();
  /** Time of each network's last valid signature, oldest first. */
  const sites = new Map<string, number>();
  const isSite = (network: string) => clock.now() - (sites.get(network) ?? Number.NEGATIVE_INFINITY) < SITE_MS;

  const isTooSlow = (body: ActiveBody, now: number): boolean => {
    const { req, window, held, startedAt } = body;
    if (held !== null) {
      const allowed = HELD_MS + (held.bytes / HELD_BYTES_A_SECOND) * 1000;
      return now - startedAt > Math.min(allowed, HELD_MAX_MS);
    }
    // Galley has unread bytes, so the client is not slow.
    if (req.readableLength > 0) window.startedAt = now;
    if (now - window.startedAt < WINDOW_MS) return false;
    const received = req.socket.bytesRead - window.bytes;
    body.window = { startedAt: now, bytes: req.socket.bytesRead };
    return received < WINDOW_BYTES;
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

  return (req: IncomingMessage, res: ServerResponse): void => {
    const now = clock.now();
    let address: string | null = null;
    const sender = () => {
      address ??= clientAddress(req);
      return address;
    };
    const body: ActiveBody = {
      req,
      res,
      hasLogin: false,
      startedAt: now,
      window: { startedAt: now, bytes: req.socket.bytesRead },
      held: null,
      openShare(reject) {
        const network = networkOf(sender());
        const origin: BodyOrigin = body.hasLogin ? "login" : isSite(network) ? "site" : "stranger";
        return budget.open({ network: origin === "stranger" ? organisationOf(sender()) : network, origin }, reject);
      },
      markSigned() {
        const network = networkOf(sender());
        sites.delete(network);
        sites.set(network, clock.now());
        if (sites.size > MAX_SITES) sites.delete(sites.keys().next().value ?? network);
      },
      after: clock.after,
    };
    activeBodies.set(req, body);
    if (!hasBody(req)) return;
    if (watched.size === 0) clock.after(SWEEP_MS, sweep);
    watched.add(body);
    req.once("close", () => watched.delete(body));
  };
}

/** Marks a request with a login: its body uses the budget for logins. */
export function markLoggedIn(req: IncomingMessage): void {
  activeBodyOf(req).hasLogin = true;
}

/** Marks a request with a valid signature: later bodies from its network use the sites' budget. */
export function markSigned(req: IncomingMessage): void {
  activeBodyOf(req).markSigned();
}

/** Starts to keep a body in memory. @param fail called if the body is too slow or the memory is exhausted; drop the body */
export function holdBody(req: IncomingMessage, fail: (error: AppError) => void) {
  const body = activeBodyOf(req);
  const share = body.openShare(() => drop(memoryExhausted()));
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
    /** Accounts for more bytes. If the budget is exhausted, the body has failed when the call returns. */
    take(bytes: number): void {
      held.bytes += bytes;
      if (!share.take(bytes)) drop(memoryExhausted());
    },
    /** Marks the body as complete. Its reservation ends with the response. */
    settle(): void {
      body.held = null;
      share.settle();
    },
    close,
  };
}

/**
 * Sends a response before the body is complete. The rest of the body is drained, so that the client reads the response
 * instead of a connection reset: completely with a login, otherwise briefly; a long body then closes the connection.
 */
export function sendEarly(req: IncomingMessage, res: ServerResponse, bytes: Buffer): void {
  if (req.complete) return void res.end(bytes);
  if (res.statusCode === ERROR_STATUS.timeout) return void endConnection(req, res, bytes);
  const { hasLogin, after } = activeBodyOf(req);
  const isShort = req.headers["transfer-encoding"] === undefined && declaredLength(req) <= SHORT_REST;
  if (!hasLogin && !isShort) res.setHeader("Connection", "close");
  res.write(bytes);
  // An early end would reset the connection of a client that still sends.
  const end = () => {
    cancel();
    res.end();
  };
  const cancel = hasLogin ? () => undefined : after(LINGER_MS, end);
  req
    .once("end", end)
    .once("close", end)
    .on("error", () => undefined);
  // If the memory for bodies is exhausted, the rest is not drained.
  if (res.statusCode === ERROR_STATUS.unavailable && !hasLogin && !isShort) req.pause();
  else req.resume();
}

/** Ends a slow body that is not read into memory: an upload, or the rest of a rejected body. */
function endSlow({ req, res }: ActiveBody): void {
  if (res.headersSent) return void req.destroy();
  const bytes = Buffer.from(JSON.stringify({ detail: TOO_SLOW.detail }));
  res.writeHead(ERROR_STATUS.timeout, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": bytes.length,
    Connection: "close",
  });
  endConnection(req, res, bytes);
}

function endConnection(req: IncomingMessage, res: ServerResponse, bytes: Buffer): void {
  if (!res.headersSent) res.setHeader("Connection", "close");
  res.once("finish", () => req.destroy());
  res.end(bytes);
}

function memoryExhausted(): AppError {
  return new AppError("unavailable", sentence("requests.no_room"));
}

function hasBody(req: IncomingMessage): boolean {
  return req.headers["transfer-encoding"] !== undefined || declaredLength(req) > 0;
}

export function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers["content-length"] ?? 0);
}

function activeBodyOf(req: IncomingMessage): ActiveBody {
  const body = activeBodies.get(req);
  if (body === undefined) throw new Error("This request did not arrive through a listener of Galley.");
  return body;
}
