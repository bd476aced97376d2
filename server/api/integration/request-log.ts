/** Records every call of the integration API. Entries are created after the response, and secrets are masked before anything is stored. */
import type { IncomingMessage } from "node:http";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import type { Exchange } from "../../admin/requests/requests.ts";
import { joined, type Sentence, toStored } from "../../contracts/sentences/index.ts";
import { AppError, ValidationFailed } from "../../core/errors.ts";
import { MASK, maskHeaders, maskText, maskUrls, secretsIn, spellings } from "../../core/masking.ts";
import type { ClientAddress } from "../../http/clients.ts";
import { responseTo } from "../../http/error-mapper.ts";
import { ClientGone } from "../../http/json-body.ts";
import type { Services } from "../../services.ts";
import { SIGNATURE_HEADER } from "./schemas.ts";

/** Maximum stored lengths, characters. MAX_ID also applies to paths and hosts. */
const MAX_BODY = 8 * 1024;
const MAX_QUERY = 1_000;
const MAX_HEADER = 300;
const MAX_ID = 300;
const MAX_HEADERS = 40;
/** Number of characters shown at the start and end of a long API key. */
const KEY_ENDS = [11, 4] as const;

interface Note {
  text?: string;
  value?: unknown;
  error?: unknown;
  /** A more detailed reason than that of the response. */
  reason?: Sentence;
}

export type RequestLog = ReturnType<typeof createRequestLog>;

export function createRequestLog(
  { requests, projects, clock, log }: Pick<Services, "requests" | "projects" | "clock" | "log">,
  clientAddress: ClientAddress,
) {
  const notes = new WeakMap<IncomingMessage, Note>();
  const note = (req: IncomingMessage, more: Note): void => {
    const known = notes.get(req);
    if (known !== undefined) Object.assign(known, more);
  };

  const record = (req: Request, res: Response, start: { at: number; address: string; sent: number }) => {
    const noted = notes.get(req) ?? {};
    const [path = "", ...queries] = req.originalUrl.split("?");
    const query = queries.join("?");
    const field = fieldsOf(noted.value, query);
    const apiKey = field("api_key");
    const isOver = res.writableFinished;
    const { error } = noted;
    const isGone = error instanceof ClientGone || !isOver;
    const reason = isGone ? null : reasonOf(noted);
    const length = Number(res.getHeader("content-length") ?? 0);
    requests.add(
      {
        record: {
          at: start.at,
          project_id: apiKey === null ? null : (projects.byKey(apiKey)?.id ?? null),
          material_id: field("material_id")?.slice(0, MAX_ID) ?? null,
          callback_host: hostOf(field("callback_url")),
          method: req.method,
          path: path.slice(0, MAX_ID),
          status: res.headersSent ? res.statusCode : null,
          code: isGone ? "client_gone" : codeOf(error),
          reason: reason && toStored(reason),
          client_address: start.address,
          duration_ms: Math.max(0, clock.now() - start.at),
          request_bytes: Number(req.headers["content-length"] ?? Buffer.byteLength(noted.text ?? "")) || 0,
          response_bytes: isOver ? (req.method === "HEAD" ? 0 : length) : (req.socket.bytesWritten ?? 0) - start.sent,
        },
        reasonText: reason?.detail ?? "",
      },
      error === undefined ? null : () => exchangeOf(req, noted, { apiKey, query, isGone }),
    );
  };

  const watch: RequestHandler = (req, res, next) => {
    notes.set(req, {});
    const start = { at: clock.now(), address: clientAddress(req), sent: req.socket.bytesWritten };
    res.once("close", () => {
      try {
        record(req, res, start);
      } catch (error) {
        // The response was sent: an error of the log must not end the process.
        log.error("A request could not be written to the log.", error);
      }
    });
    next();
  };
  const watchErrors: ErrorRequestHandler = (error: unknown, req, _res, next) => {
    note(req, { error });
    next(error);
  };
  return {
    /** Mounted before all routes. */
    watch,
    /** Mounted before the error mapper. */
    watchErrors,
    note,
  };
}

function fieldsOf(body: unknown, query: string): (name: string) => string | null {
  const search = query === "" ? null : new URLSearchParams(query);
  return (name) => {
    const value = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
    return typeof value === "string" ? value : (search?.getAll(name).at(-1) ?? null);
  };
}

function hostOf(url: string | null): string | null {
  return (url !== null && URL.parse(url.slice(0, MAX_QUERY))?.host.slice(0, MAX_ID)) || null;
}

function codeOf(error: unknown): string | null {
  if (error === undefined) return null;
  if (error instanceof ValidationFailed)
    return error.faults.some(({ type }) => type === "json_invalid") ? "json_invalid" : "invalid";
  if (!(error instanceof AppError)) return "failed";
  // "unknown_key" of "projects.unknown_key". A sentence of several parts has no code.
  return error.sentence?.code.split(".")[1] ?? error.code;
}

function reasonOf({ error, reason }: Note): Sentence | null {
  if (reason !== undefined) return reason;
  if (error instanceof ValidationFailed) return joined(error.message.slice(0, MAX_QUERY));
  return error instanceof AppError ? (error.sentence ?? joined(error.message)) : null;
}

function exchangeOf(
  req: Request,
  { text = "", value, error }: Note,
  { apiKey, query, isGone }: { apiKey: string | null; query: string; isGone: boolean },
): Exchange {
  const secrets = spellings([...(apiKey === null ? [] : [apiKey]), ...(value === undefined ? [] : secretsIn(text))]);
  // Masks twice the length first: a mask may be shorter than the secret, and a truncated secret may not be found.
  const kept = (body: string): Pick<Exchange["request"], "body" | "body_truncated"> => ({
    body: maskText(body.slice(0, 2 * MAX_BODY), secrets).slice(0, MAX_BODY),
    body_truncated: body.length > MAX_BODY,
  });
  const headers = Object.entries(req.headers)
    .slice(0, MAX_HEADERS)
    .map(([name, given]): [string, string] => [name, String(given).slice(0, MAX_HEADER)]);
  const masked = maskHeaders(headers, secrets).map(([name, given]): [string, string] =>
    // A reader of the log could use the signature to authenticate.
    name === SIGNATURE_HEADER.toLowerCase() ? [name, MASK] : [name, given],
  );
  return {
    api_key: apiKey === null ? null : partOfKey(apiKey),
    query: query === "" ? "" : maskText(maskUrls(`?${query}`), secrets).slice(0, MAX_QUERY),
    request: { headers: masked, ...kept(text) },
    response: isGone
      ? { headers: [], body: "", body_truncated: false }
      : { headers: [], ...kept(JSON.stringify(responseTo(error, false).body)) },
  };
}

function partOfKey(key: string): string {
  const [first, last] = KEY_ENDS;
  return key.length < 2 * (first + last) ? MASK : `${key.slice(0, first)}${MASK}${key.slice(-last)}`;
}
