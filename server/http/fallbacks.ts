/** What happens to requests that no route wants: unknown paths, wrong methods, OPTIONS, unreadable bytes. Always JSON. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { unescape as decodeLeniently } from "node:querystring";
import type { Duplex } from "node:stream";
import type { RequestHandler, Router } from "express";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { sendJsonEarly } from "./json-body.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/**
 * Registers everything that one path answers: the handlers, HEAD beside GET, OPTIONS (204 with Allow), and 405 with
 * Allow for every other method.
 */
export function resource(router: Router, path: string, handlers: Partial<Record<Method, RequestHandler>>): void {
  registered.set(router, [...resourcesOf(router), { path, methods: Object.keys(handlers) }]);
  const route = router.route(path);
  const allow: string[] = [];
  for (const [method, handler] of Object.entries(handlers) as [Method, RequestHandler][]) {
    route[method](handler);
    allow.push(...(method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
  }
  const methods = [...allow, "OPTIONS"].join(", ");
  route.all((req, res) => {
    if (req.method !== "OPTIONS")
      throw new AppError("method_not_allowed", sentence("requests.method", { method: req.method, methods }), {
        allow: methods,
      });
    res.setHeader("Allow", methods);
    res.status(204).end();
  });
}

interface Registered {
  path: string;
  methods: readonly string[];
}

const registered = new WeakMap<Router, readonly Registered[]>();

/** What `resource` has registered with a router, in that order: for a description of it. */
export function resourcesOf(router: Router): readonly Registered[] {
  return registered.get(router) ?? [];
}

/** The last middleware before the error mapper. */
export function notFound(): RequestHandler {
  return () => {
    throw new AppError("not_found", sentence("requests.not_found"));
  };
}

/**
 * Makes every path decodable: bytes that are no UTF-8 become U+FFFD, a stray `%` stays one, so that a route sees a wrong
 * value and says which instead of the router failing. `req.originalUrl` keeps what was sent.
 */
export function readablePaths(): RequestHandler {
  return (req, _res, next) => {
    const [path = "", ...query] = req.url.split("?");
    if (decoded(path) === null) {
      const readable = path.split("/").map((segment) => encodeURIComponent(decodeLeniently(segment)));
      req.url = [readable.join("/"), ...query].join("?");
    }
    next();
  };
}

/**
 * Null where the path is no UTF-8. The decoded text is looked at: a bundler drops a call whose result nobody uses,
 * although it may throw.
 */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * Makes a whole address that was asked for (RFC 9112, 3.2.2) a path and a Host, so that all who come after see one form
 * only. Express would answer what it cannot read with a page of its own.
 * @returns whether there is a path now
 */
export function hasReadableTarget(req: IncomingMessage): boolean {
  const target = req.url ?? "";
  if (target.startsWith("/")) return true;
  const address = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  if (address === null) return false;
  req.headers.host = address.host;
  req.url = address.pathname + address.search;
  return true;
}

/** Neither a path nor a web address: `*`, another scheme, or what a scrambled request leaves. */
export function refuseTarget(req: IncomingMessage, res: ServerResponse): void {
  sendJsonEarly(req, res, 400, { detail: "What the request asks for is neither a path nor a web address." });
}

/** HTTP/1.1 wants to know it; older clients do not say it. */
export function namesItsHost(req: IncomingMessage): boolean {
  return req.headers.host !== undefined || req.httpVersion !== "1.1";
}

export function refuseHostless(req: IncomingMessage, res: ServerResponse): void {
  sendJsonEarly(req, res, 400, { detail: "The request does not say to which host it goes: it has no Host header." });
}

/** What a client expects beside `100-continue` is nothing that HTTP/1.1 knows. */
export function refuseExpectation(req: IncomingMessage, res: ServerResponse): void {
  sendJsonEarly(req, res, 417, { detail: "Nothing else can be expected here than 100-continue." });
}

/**
 * Answers what Node's own parser refuses (headers over 16 KB, no HTTP at all, too slow) as JSON like all else, and so
 * CONNECT, which Node would close without a word.
 */
export function answerUnreadableRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    endWith(socket, ...unreadable(error.code));
  });
  server.on("connect", (_req, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    endWith(socket, 400, "This service is no proxy: it connects nobody.");
  });
}

/** For a connection whose request has no answer of Node's. */
function endWith(socket: Duplex, status: number, detail: string): void {
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
}

function unreadable(code: string | undefined): [status: number, detail: string] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return [431, "The headers of the request are larger than the limit of 16384 bytes."];
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return [413, "The chunk extensions of the body are larger than the limit of 16384 bytes."];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return [408, "The request did not arrive in time."];
    default:
      return [400, "This is not a request that HTTP/1.1 knows."];
  }
}
