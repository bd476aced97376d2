import http, { type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { sentence } from "../contracts/sentences/index.ts";
import { ConfigError } from "../core/errors.ts";
import { faultOf, rejectUnreadableRequests } from "./fallbacks.ts";
import { sendJsonEarly } from "./json-body.ts";
import { createRequestBodies } from "./request-bodies.ts";

export interface Listen {
  host: string;
  port: number;
}

const HEADERS_TIMEOUT_MS = 30_000;
/** Allows a 1 GB upload over a slow line. Slow bodies end earlier (request-bodies.ts). */
const REQUEST_TIMEOUT_MS = 3_600_000;
const KEEP_ALIVE_MS = 65_000;

/** @param flag flag of the port, such as --port */
export function createListener(
  where: Listen,
  flag: string,
  limits: Parameters<typeof createRequestBodies>[0],
  handler: RequestListener,
) {
  const begin = createRequestBodies(limits);
  const server = http.createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node's own 400 has no body.
      requireHostHeader: false,
    },
    (req, res) => {
      begin(req, res);
      // Busy connections end with their response after the listener closed.
      res.once("close", () => {
        if (!server.listening) server.closeIdleConnections();
      });
      const detail = faultOf(req);
      if (detail === null) handler(req, res);
      else sendJsonEarly(req, res, 400, { detail });
    },
  );
  rejectUnreadableRequests(server);
  // Browsers open connections in advance. Node does not treat unused connections as idle and would wait for them.
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }) => void unused.delete(socket));
  return {
    /** @throws ConfigError naming the flag if the host and port cannot be used; EADDRINUSE */
    listen: (): Promise<void> =>
      new Promise((resolve, reject) => {
        server.once("error", (error: NodeJS.ErrnoException) => reject(refusal(error, where, flag)));
        server.listen(where.port, where.host, () => {
          server.removeAllListeners("error");
          resolve();
        });
      }),
    /** The origin, such as http://127.0.0.1:8420. */
    url: (): string => originOf({ host: where.host, port: (server.address() as AddressInfo).port }),
    /** Stops accepting connections, waits up to `graceMs` for open requests, then closes their connections. */
    async close(graceMs: number): Promise<void> {
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
      const cancelForce = limits.clock.after(graceMs, () => server.closeAllConnections());
      await closed;
      cancelForce();
    },
  };
}

/** The origin for requests from this machine: loopback for a listener on all interfaces. */
export function originOf({ host, port }: Listen): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function refusal(error: NodeJS.ErrnoException, { host, port }: Listen, flag: string): Error {
  const address = `${host}:${port}`;
  if (error.code === "EACCES") return new ConfigError(sentence("admin.listen_denied", { address, flag }));
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAFNOSUPPORT", "EINVAL"].includes(error.code ?? ""))
    return new ConfigError(sentence("admin.foreign_address", { host }));
  return error;
}
