/** One HTTP listener: its limits on time, where it listens, and how it ends. */
import http, { type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ConfigError } from "../core/errors.ts";
import {
  answerUnreadableRequests,
  hasReadableTarget,
  namesItsHost,
  refuseExpectation,
  refuseHostless,
  refuseTarget,
} from "./fallbacks.ts";
import type { RequestBodies } from "./request-bodies.ts";

/** Where a listener listens. Port 0 takes any free port. */
export interface Listen {
  host: string;
  port: number;
}

const HEADERS_TIMEOUT_MS = 30_000;
/** A 1 GB upload over a slow line takes its time; what comes too slowly ends sooner (request-bodies.ts). */
const REQUEST_TIMEOUT_MS = 3_600_000;
const KEEP_ALIVE_MS = 65_000;

/** @param flag names the port in a sentence, such as --port */
export function createListener(where: Listen, flag: string, bodies: RequestBodies, handler: RequestListener) {
  const server = http.createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Node's own refusal has no body.
      requireHostHeader: false,
    },
    (req, res) => {
      bodies.begin(req, res);
      if (!namesItsHost(req)) refuseHostless(req, res);
      else if (!hasReadableTarget(req)) refuseTarget(req, res);
      else handler(req, res);
    },
  );
  answerUnreadableRequests(server);
  server.on("checkExpectation", (req, res) => {
    bodies.begin(req, res);
    refuseExpectation(req, res);
  });
  // Browsers open connections in advance. One that never asked for anything is not idle to Node, and would be waited for.
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }) => void unused.delete(socket));
  return {
    /** @throws ConfigError naming the flag, where the place is not ours to take; EADDRINUSE as it is */
    listen: (): Promise<void> =>
      new Promise((resolve, reject) => {
        server.once("error", (error: NodeJS.ErrnoException) => reject(refusal(error, where, flag)));
        server.listen(where.port, where.host, () => {
          server.removeAllListeners("error");
          resolve();
        });
      }),
    /** Its own origin, such as http://127.0.0.1:8420; a listener on all addresses is named by loopback. */
    url: (): string => originOf({ host: where.host, port: (server.address() as AddressInfo).port }),
    /** Stops accepting, lets requests under way finish for `graceMs`, then ends their connections. */
    async close(graceMs: number): Promise<void> {
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
      const force = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(force);
    },
  };
}

/** The origin under which this machine reaches a listener; one on all addresses is named by loopback. */
export function originOf({ host, port }: Listen): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function refusal(error: NodeJS.ErrnoException, where: Listen, flag: string): Error {
  const address = `${where.host}:${where.port}`;
  if (error.code === "EACCES")
    return new ConfigError(`This user may not listen on ${address}. Choose a port above 1023 with ${flag}.`);
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAFNOSUPPORT", "EINVAL"].includes(error.code ?? ""))
    return new ConfigError(`${where.host} is not an address of this machine. Give one that is, or 127.0.0.1.`);
  return error;
}
