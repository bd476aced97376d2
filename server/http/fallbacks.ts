/** JSON responses to requests without a route: unknown paths, wrong methods, OPTIONS, malformed requests. */
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import { unescape as decodeLeniently } from "node:querystring";
import type { Duplex } from "node:stream";
import type { RequestHandler, Router } from "express";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** Registers the handlers of a path, HEAD for GET, OPTIONS (204 with Allow), and 405 with Allow for other methods. */
export function resource(router: Router, path: string, handlers: Partial<Record<Method, RequestHandler>>): void {
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
        Allow: methods,
      });
    res.setHeader("Allow", methods);
    res.status(204).end();
  });
}

export function notFound(): RequestHandler {
  return () => {
    throw new AppError("not_found", sentence("requests.not_found"));
  };
}

/** Makes every path decodable, so that the route reports the invalid value. `req.originalUrl` is unchanged. */
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

/** Null if the path is not valid UTF-8. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Why a request is malformed; null if it is valid. Express would respond with HTML. */
export function faultOf(req: IncomingMessage): string | null {
  if (req.headers.host === undefined && req.httpVersion === "1.1") return "The request has no Host header.";
  return hasReadableTarget(req) ? null : "The request target is neither a path nor a URL.";
}

/** Splits an absolute request target (RFC 9112, 3.2.2) into path and Host. @returns false for an invalid target */
function hasReadableTarget(req: IncomingMessage): boolean {
  const target = req.url ?? "";
  if (target.startsWith("/")) return true;
  const address = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  if (address === null) return false;
  req.headers.host = address.host;
  req.url = address.pathname + address.search;
  return true;
}

/** JSON responses to requests that Node's parser rejects, and to CONNECT, which Node would close without a response. */
export function rejectUnreadableRequests(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    endWith(socket, ...unreadable(error.code));
  });
  server.on("connect", (_req, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    endWith(socket, 400, "This service is not a proxy.");
  });
}

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
      return [400, "This is not an HTTP/1.1 request."];
  }
}
