/** Sends an HTTP request to a site: checks the IP address, measures each phase, enforces limits, and classifies failures. */
import dns from "node:dns";
import type http from "node:http";
import type { Readable } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { AttemptView } from "../contracts/deliveries-api.ts";
import type { DeliveryCode } from "../contracts/delivery-states.ts";
import type { CertificateView } from "../contracts/receiver-check-api.ts";
import { maskCredentials } from "../core/masking.ts";
import { type AllowedHost, entryFor, isRefusedAddress, type Resolver } from "./allowed-hosts.ts";
import { certificateOf, firstToExpire } from "./certificates.ts";
import { contentOf } from "./content-coding.ts";
import { type ProxyFor, proxyName } from "./environment-proxies.ts";
import { causeOf, type Facts } from "./failures.ts";
import { requestSite } from "./site-request.ts";

export interface DialRequest {
  url: string;
  /** Defaults to POST. A GET has no body and follows every kind of redirect. */
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body: Buffer;
  allowedHosts: readonly AllowedHost[];
  /** Also allows unlisted hosts at public IP addresses, to fetch public files of a site. */
  anyPublicHost?: boolean;
  /** Ends when connected (with TLS), without a request. The outcome has status 0. */
  onlyConnect?: boolean;
  proxyFor?: ProxyFor;
  /** PEM of additional trusted CAs; null for none. */
  ca?: string | null;
  /** Timeout for the connection (with TLS), ms. */
  connectTimeoutMs: number;
  /** Timeout for the whole response, ms from the start. */
  responseTimeoutMs: number;
  responseLimit: number;
  /** Ends the request as `interrupted`. */
  signal: AbortSignal;
}

/** ms from the start to the end of each phase; null for a phase that did not begin. */
export type Phases = Omit<AttemptView["phases"], "queued">;

export interface DialResult {
  phases: Phases;
  remoteAddress: string | null;
  /** Certificate of the site; null over plain http or without a handshake. */
  certificate: CertificateView | null;
  outcome:
    | { ok: true; status: number; headers: [string, string][]; body: Buffer }
    /** Includes the received part of the response. */
    | { ok: false; code: DeliveryCode; facts: Facts; status: number | null; headers: [string, string][]; body: Buffer };
}

/** The response body does not match its Content-Encoding, or the encoding is unknown. */
class UnreadableCoding extends Error {
  readonly facts: Facts;
  constructor(coding: string, isKnown: boolean) {
    super(coding);
    this.facts = { reason: isKnown ? "broken coding" : "unknown coding", coding };
  }
}

const MAX_REDIRECTS = 3;
/** Maximum stored bytes of a failed response. */
const MAX_KEPT_OF_FAILED = 512 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const FOLLOWED = new Set([307, 308]);

/** Sends the request, following at most three 307/308 to allowed hosts. Never throws. */
export async function dial(request: DialRequest, resolve: Resolver = dns.lookup): Promise<DialResult> {
  const started = performance.now();
  let url = new URL(request.url);
  let headers = request.headers;
  for (let redirects = 0; ; redirects++) {
    const result = await once({ ...request, url: url.href, headers }, resolve, started);
    const { outcome } = result;
    if (!outcome.ok || !REDIRECTS.has(outcome.status)) return result;
    const location = headerOf(outcome.headers, "location") ?? "";
    const target = URL.parse(location, url);
    const refuse = (reason: string): DialResult => ({
      ...result,
      outcome: {
        ...outcome,
        ok: false,
        code: "redirect_refused",
        facts: { host: url.host, location: maskCredentials(location), reason },
      },
    });
    if (request.method !== "GET" && !FOLLOWED.has(outcome.status)) return refuse(`status ${outcome.status}`);
    if (target === null || !/^https?:$/.test(target.protocol)) return refuse("not an http(s) address");
    if (redirects === MAX_REDIRECTS) return refuse(`more than ${MAX_REDIRECTS} redirects`);
    if (entryFor(request, target) === null) return refuse("host not allowed");
    if (target.origin !== url.origin) headers = withoutAuthorization(headers);
    url = target;
  }
}

/** Removes the credentials, which are valid only for one origin. */
function withoutAuthorization(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization"));
}

function once(request: DialRequest, resolve: Resolver, started: number): Promise<DialResult> {
  const url = new URL(request.url);
  const phases: Phases = { dns: null, connect: null, tls: null, sent: null, first_byte: null, total: null };
  const elapsed = () => Math.round((performance.now() - started) * 10) / 10;
  const received = {
    remoteAddress: null as string | null,
    certificate: null as CertificateView | null,
    firstToExpire: null as CertificateView | null,
    status: null as number | null,
    headers: [] as [string, string][],
  };
  const chunks: Buffer[] = [];
  const proxy = request.proxyFor?.(url) ?? null;

  return new Promise((settle) => {
    let settled = false;
    const end = (outcome: DialResult["outcome"]) => {
      if (settled) return;
      settled = true;
      clearTimeout(connectTimer);
      clearTimeout(responseTimer);
      request.signal.removeEventListener("abort", interrupt);
      phases.total = elapsed();
      outgoing?.destroy();
      settle({ phases, remoteAddress: received.remoteAddress, certificate: received.certificate, outcome });
    };
    const fail = (code: DeliveryCode, facts: Facts) =>
      end({
        ok: false,
        code,
        facts: { host: url.host, ...(proxy === null ? {} : { proxy: proxyName(proxy) }), ...facts },
        status: received.status,
        headers: received.headers,
        body: beginningOf(chunks),
      });
    const failUnread = (error: unknown) =>
      error instanceof UnreadableCoding ? fail("protocol_error", error.facts) : fail("connection_lost", {});
    const interrupt = () => fail("interrupted", {});
    const connectTimer = setTimeout(
      () => fail("connect_timeout", { seconds: request.connectTimeoutMs / 1000 }),
      request.connectTimeoutMs,
    );
    const responseTimer = setTimeout(
      () => fail("answer_timeout", { seconds: request.responseTimeoutMs / 1000 }),
      Math.max(0, request.responseTimeoutMs - elapsed()),
    );
    let outgoing: http.ClientRequest | undefined;
    let incoming: http.IncomingMessage | undefined;
    if (request.signal.aborted) return interrupt();
    request.signal.addEventListener("abort", interrupt, { once: true });

    const entry = entryFor(request, url);
    if (entry === null || isRefusedAddress(url, entry)) return fail("host_not_allowed", {});

    const method = request.method ?? "POST";
    try {
      const length = method === "GET" ? {} : { "content-length": String(request.body.length) };
      outgoing = requestSite(
        url,
        { method, headers: { ...request.headers, ...length } },
        { entry, resolve, ca: request.ca ?? null, proxy },
      );
    } catch (error) {
      return fail("protocol_error", { detail: (error as Error).message });
    }
    outgoing.on("socket", (socket) => {
      socket.on("lookup", () => {
        phases.dns = elapsed();
      });
      const connected = () => {
        clearTimeout(connectTimer);
        if (request.onlyConnect) end({ ok: true, status: 0, headers: [], body: Buffer.alloc(0) });
      };
      // Runs before the verification, because a rejected socket loses its certificate.
      socket.prependListener("secure", () => {
        received.certificate = certificateOf(socket as TLSSocket);
        received.firstToExpire = firstToExpire(socket as TLSSocket);
      });
      const reached = () => {
        phases.connect = elapsed();
        received.remoteAddress =
          socket.remoteAddress === undefined ? null : `${socket.remoteAddress}:${socket.remotePort}`;
        if (url.protocol === "http:") connected();
      };
      // With a proxy, the socket is already connected.
      if (proxy !== null && url.protocol === "https:") reached();
      else socket.on("connect", reached);
      socket.on("secureConnect", () => {
        phases.tls = elapsed();
        connected();
      });
    });
    outgoing.on("finish", () => {
      phases.sent = elapsed();
    });
    outgoing.on("error", (error) => {
      // Ignores bytes after a complete response, such as an extra line break.
      if (incoming?.complete) return;
      const { code, facts } = causeOf(error, {
        ...received,
        responded: received.status !== null,
        elapsedMs: elapsed(),
      });
      fail(code, facts);
    });
    outgoing.on("response", (response) => {
      phases.first_byte = elapsed();
      incoming = response;
      received.status = response.statusCode ?? null;
      received.headers = pairs(response.rawHeaders);
      let content: Readable;
      try {
        content = contentOf(
          response,
          request.responseLimit,
          (coding, isKnown) => new UnreadableCoding(coding, isKnown),
        );
      } catch (error) {
        return failUnread(error);
      }
      let bytes = 0;
      content.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > request.responseLimit)
          return fail("answer_too_large", { limit_mb: Math.round(request.responseLimit / 1024 / 1024) });
        chunks.push(chunk);
      });
      content.on("error", failUnread);
      content.on("close", () => {
        if (!response.complete) return fail("connection_lost", {});
        end({ ok: true, status: response.statusCode ?? 0, headers: received.headers, body: Buffer.concat(chunks) });
      });
    });
    if (!request.onlyConnect) outgoing.end(method === "GET" ? undefined : request.body);
  });
}

/** @param name in lower case */
export function headerOf(headers: readonly [string, string][], name: string): string | undefined {
  return headers.find(([header]) => header.toLowerCase() === name)?.[1];
}

function beginningOf(chunks: Buffer[]): Buffer {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return Buffer.concat(chunks, Math.min(size, MAX_KEPT_OF_FAILED));
}

function pairs(raw: string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? "", raw[2 * index + 1] ?? ""]);
}
