/**
 * The one place that turns errors into HTTP: `{"detail": "<one sentence>"}`, or `{"detail": [...]}` for a 422 (contract 2.8,
 * contract 7). Never a stack, never HTML.
 */
import type { ErrorRequestHandler, Request } from "express";
import { AppError, ERROR_STATUS, isDatabaseDamage, ValidationFailed } from "../core/errors.ts";
import { MASK } from "../core/masking.ts";
import type { Log } from "../core/runtime.ts";
import { ClientGone, sendJsonEarly } from "./json-body.ts";

interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

/** Keys of `AppError.extra` that are a header of the answer rather than a part of its body. */
const HEADER_EXTRAS: Record<string, string> = { allow: "Allow", retry_after: "Retry-After" };

/** Seconds after which a client may try again while the appliance is closing, or busy. */
const RETRY_AFTER_UNAVAILABLE = "5";

const DISK_FULL = new AppError(
  "disk_full",
  "The disk of this service is full: nothing was stored. Free some space, then send it again.",
);
const BUSY = new AppError(
  "unavailable",
  "The service is busy or closing: nothing was stored. Send it again in a moment.",
);

const DAMAGED = new AppError(
  "unavailable",
  "The database of this service is damaged: nothing was stored. The log of the service says how to restore it.",
);

const DELETED = new AppError(
  "not_found",
  "The article or project that this belongs to was deleted meanwhile: nothing was stored.",
);

/** System and SQLite error codes that have an answer of their own. */
const KNOWN_CODES: Record<string, AppError> = {
  SQLITE_FULL: DISK_FULL,
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  SQLITE_BUSY: BUSY,
  SQLITE_LOCKED: BUSY,
  SQLITE_BUSY_SNAPSHOT: BUSY,
  SQLITE_CONSTRAINT_FOREIGNKEY: DELETED,
  EMFILE: BUSY,
  ENFILE: BUSY,
};

/** Errors that only say that the other end went away, once it did. */
const GONE_CODES = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE", "ECANCELED", "ERR_STREAM_PREMATURE_CLOSE"]);

/** Express' last middleware of every listener. Unknown errors are logged with their stack and answered 500. */
export function errorMapper(log: Log): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const answer = answerFor(error);
    // The connection ends before the answer hears of it.
    const isClosed = res.destroyed || req.socket.destroyed;
    const gone = error instanceof ClientGone || (isClosed && GONE_CODES.has(codeOf(error)));
    if ((answer.status === 500 || isDatabaseDamage(error)) && !gone) log.error(`${describe(req)} failed.`, error);
    // An answer that has begun cannot be taken back: cutting the connection tells the client that it is not whole.
    if (res.headersSent || gone) return void res.destroy();
    for (const name of ["Content-Disposition", "Content-Encoding", "ETag", "Last-Modified"]) res.removeHeader(name);
    for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value);
    res.setHeader("Cache-Control", "no-store");
    sendJsonEarly(req, res, answer.status, answer.body);
  };
}

function answerFor(error: unknown): Answer {
  if (error instanceof ValidationFailed) return { status: 422, body: { detail: error.faults }, headers: {} };
  if (error instanceof AppError) return appAnswer(error);
  const known = KNOWN_CODES[codeOf(error)];
  if (known) return appAnswer(known);
  if (isDatabaseDamage(error)) return appAnswer(DAMAGED);
  if (isClosedDatabase(error)) return appAnswer(BUSY);
  const status = statusOf(error);
  if (status !== null) return { status, body: { detail: sentenceFor(status) }, headers: {} };
  return {
    status: 500,
    body: { detail: "The service failed to do this; its log says why. It is safe to try again." },
    headers: {},
  };
}

function appAnswer(error: AppError): Answer {
  const headers: Record<string, string> = {};
  const body: Record<string, unknown> = { detail: error.message };
  if (error.code === "unavailable") headers["Retry-After"] = RETRY_AFTER_UNAVAILABLE;
  if (error.code === "unauthenticated") headers["WWW-Authenticate"] = "Bearer";
  for (const [key, value] of Object.entries(error.extra)) {
    const header = HEADER_EXTRAS[key];
    if (header === undefined) body[key] = value;
    else headers[header] = String(value);
  }
  return { status: ERROR_STATUS[error.code], body, headers };
}

/** better-sqlite3 throws a plain TypeError on a connection that was closed. */
function isClosedDatabase(error: unknown): boolean {
  return error instanceof TypeError && error.message === "The database connection is not open";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The status of an error of Express' own parts (static files, undecodable paths), null for any other. */
function statusOf(error: unknown): number | null {
  const status = error instanceof Error && "status" in error ? error.status : null;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}

function sentenceFor(status: number): string {
  switch (status) {
    case 404:
      return "Nothing is at this address.";
    case 416:
      return "The requested range lies outside the file.";
    default:
      return "The request cannot be read: check its address and headers.";
  }
}

/** Without the query, which may carry what is nobody's business. */
function describe(req: Request): string {
  const path = req.originalUrl.split("?", 1)[0] ?? "";
  // The address of a preview holds what lets its reader in.
  return `${req.method} ${path.replace(/(\/preview\/[^/]+\/)[^/]+/, `$1${MASK}`)}`;
}
