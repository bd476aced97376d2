/**
 * Converts errors to responses: `{"detail": "<one sentence>"}`, or `{"detail": [...]}` for a 422 (contract 2.8 and 7).
 * Pages also receive `code` and `facts` (`contracts/sentences`). Responses never contain a stack or HTML.
 */
import type { ErrorRequestHandler, Request } from "express";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError, ERROR_STATUS, type Fault, isDatabaseDamage, ValidationFailed } from "../core/errors.ts";
import { MASK } from "../core/masking.ts";
import type { Log } from "../core/runtime.ts";
import { ClientGone, sendJsonEarly } from "./json-body.ts";

interface ErrorResponse {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

/** Headers of all responses with a code; `Retry-After` in seconds. */
const HEADERS: Partial<Record<AppError["code"], Record<string, string>>> = {
  unavailable: { "Retry-After": "5" },
  unauthenticated: { "WWW-Authenticate": "Bearer" },
};

const DISK_FULL = new AppError("disk_full", sentence("requests.disk_full"));
const BUSY = new AppError("unavailable", sentence("requests.busy"));
const DAMAGED = new AppError("unavailable", sentence("requests.database_damaged"));
const DELETED = new AppError("not_found", sentence("requests.deleted"));

/** System and SQLite error codes with their own responses. */
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

/** Codes of errors that a disconnected client causes. */
const GONE_CODES = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE", "ECANCELED", "ERR_STREAM_PREMATURE_CLOSE"]);

/** The last middleware of every listener. Logs unknown errors; 500. @param coded paths whose errors contain code and facts */
export function errorMapper(log: Log, coded: RegExp): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const { status, body, headers } = responseTo(error, coded.test(req.originalUrl));
    // The connection may be closed although the response is not destroyed yet.
    const isClosed = res.destroyed || req.socket.destroyed;
    const disconnected = error instanceof ClientGone || (isClosed && GONE_CODES.has(codeOf(error)));
    if ((status === 500 || isDatabaseDamage(error)) && !disconnected) log.error(`${describe(req)} failed.`, error);
    // The response has already begun: a closed connection shows that it is incomplete.
    if (res.headersSent || disconnected) return void res.destroy();
    for (const name of ["Content-Disposition", "Content-Encoding", "ETag", "Last-Modified"]) res.removeHeader(name);
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.setHeader("Cache-Control", "no-store");
    sendJsonEarly(req, res, status, body);
  };
}

/** @param isCoded whether the body contains code and facts */
export function responseTo(error: unknown, isCoded: boolean): ErrorResponse {
  const bodyOf = ({ detail, code, facts }: Sentence) => (isCoded ? { detail, code, facts } : { detail });
  if (error instanceof ValidationFailed)
    return { status: 422, body: { detail: error.faults.map((fault) => faultBody(fault, isCoded)) }, headers: {} };
  const known = error instanceof AppError ? error : knownError(error);
  if (known === null) {
    const status = statusOf(error) ?? 500;
    return { status, body: bodyOf(sentence(`requests.${sentenceKey(status)}`)), headers: {} };
  }
  const body = known.sentence ? bodyOf(known.sentence) : { detail: known.message };
  return { status: ERROR_STATUS[known.code], body, headers: { ...HEADERS[known.code], ...known.headers } };
}

function faultBody({ sentence, ...fault }: Fault, isCoded: boolean): Record<string, unknown> {
  return isCoded && sentence ? { ...fault, code: sentence.code, facts: sentence.facts } : fault;
}

function knownError(error: unknown): AppError | null {
  const known = KNOWN_CODES[codeOf(error)];
  if (known) return known;
  if (isDatabaseDamage(error)) return DAMAGED;
  return isClosedDatabase(error) ? BUSY : null;
}

/** better-sqlite3 throws a TypeError on a closed connection. */
function isClosedDatabase(error: unknown): boolean {
  return error instanceof TypeError && error.message === "The database connection is not open";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The status of an Express error (static files, undecodable paths); null for others. */
function statusOf(error: unknown): number | null {
  const status = error instanceof Error && "status" in error ? error.status : null;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}

function sentenceKey(status: number) {
  if (status === 500) return "failed";
  if (status === 404) return "not_found";
  return status === 416 ? "range" : "unreadable";
}

/** Without the query, which may contain credentials. */
function describe(req: Request): string {
  const path = req.originalUrl.split("?", 1)[0] ?? "";
  // The URL of a preview contains its token.
  return `${req.method} ${path.replace(/(\/preview\/[^/]+\/)[^/]+/, `$1${MASK}`)}`;
}
