/**
 * One HTTP POST to a site, watched closely: where it may connect is decided at the very address that is dialled, every
 * phase is timed, every limit is kept, and whatever goes wrong has a code.
 */
import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { TLSSocket } from "node:tls";
import { type AllowedHost, findAllowedHost, hostName, mayDial } from "../projects/allowed-hosts.ts";
import type { DeliveryCode, Facts } from "./codes.ts";

export interface DialRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  allowedHosts: readonly AllowedHost[];
  /** ms until the connection (with TLS) must stand. */
  connectTimeoutMs: number;
  /** ms until the whole answer must be there, counted from the start. */
  answerTimeoutMs: number;
  /** Bytes. */
  answerLimit: number;
  /** Ends the request as `interrupted`. */
  signal: AbortSignal;
}

/** ms from the start to the end of each phase, null where it was not reached. */
export interface Phases {
  dns: number | null;
  connect: number | null;
  tls: number | null;
  first_byte: number | null;
  total: number | null;
}

export interface DialResult {
  phases: Phases;
  remoteAddress: string | null;
  outcome:
    | { ok: true; status: number; headers: [string, string][]; body: Buffer }
    /** With what had come of an answer by then. */
    | { ok: false; code: DeliveryCode; facts: Facts; status: number | null; headers: [string, string][]; body: Buffer };
}

/** Resolves names; a test hands in one that changes its mind. */
export type Resolver = typeof dns.lookup;

class DialFailure extends Error {
  readonly code: DeliveryCode;
  readonly facts: Facts;
  constructor(code: DeliveryCode, facts: Facts) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

const MAX_REDIRECTS = 3;
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
    const location = outcome.headers.find(([name]) => name.toLowerCase() === "location")?.[1] ?? "";
    const target = URL.parse(location, url);
    const refuse = (reason: string): DialResult => ({
      ...result,
      outcome: { ...outcome, ok: false, code: "redirect_refused", facts: { host: url.host, location, reason } },
    });
    if (!FOLLOWED.has(outcome.status)) return refuse(`status ${outcome.status}`);
    if (target === null || !/^https?:$/.test(target.protocol)) return refuse("not an http(s) address");
    if (redirects === MAX_REDIRECTS) return refuse(`more than ${MAX_REDIRECTS} redirects`);
    if (findAllowedHost(request.allowedHosts, target) === null) return refuse("host not allowed");
    if (target.origin !== url.origin) headers = withoutAuthorization(headers);
    url = target;
  }
}

/** Credentials are for the origin that they were given for. */
function withoutAuthorization(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization"));
}

function once(request: DialRequest, resolve: Resolver, started: number): Promise<DialResult> {
  const url = new URL(request.url);
  const phases: Phases = { dns: null, connect: null, tls: null, first_byte: null, total: null };
  const elapsed = () => Math.round((performance.now() - started) * 10) / 10;
  const got = {
    remoteAddress: null as string | null,
    status: null as number | null,
    headers: [] as [string, string][],
  };
  const chunks: Buffer[] = [];

  return new Promise((settle) => {
    let settled = false;
    const end = (outcome: DialResult["outcome"]) => {
      if (settled) return;
      settled = true;
      clearTimeout(connectTimer);
      clearTimeout(answerTimer);
      request.signal.removeEventListener("abort", interrupt);
      phases.total = elapsed();
      outgoing?.destroy();
      settle({ phases, remoteAddress: got.remoteAddress, outcome });
    };
    const fail = (code: DeliveryCode, facts: Facts) =>
      end({
        ok: false,
        code,
        facts: { host: url.host, ...facts },
        status: got.status,
        headers: got.headers,
        body: Buffer.concat(chunks),
      });
    const interrupt = () => fail("interrupted", {});
    const connectTimer = setTimeout(
      () => fail("connect_timeout", { seconds: request.connectTimeoutMs / 1000 }),
      request.connectTimeoutMs,
    );
    const answerTimer = setTimeout(
      () => fail("answer_timeout", { seconds: request.answerTimeoutMs / 1000 }),
      Math.max(0, request.answerTimeoutMs - elapsed()),
    );
    let outgoing: http.ClientRequest | undefined;
    if (request.signal.aborted) return interrupt();
    request.signal.addEventListener("abort", interrupt, { once: true });

    const entry = findAllowedHost(request.allowedHosts, url);
    if (entry === null || (isAddress(url) && !mayDial(hostName(url), entry))) return fail("host_not_allowed", {});

    try {
      outgoing = (url.protocol === "https:" ? https : http).request(url, {
        method: "POST",
        headers: { ...request.headers, "content-length": String(request.body.length) },
        agent: false,
        lookup: guardedLookup(entry, resolve),
      });
    } catch (error) {
      return fail("protocol_error", { detail: (error as Error).message });
    }
    outgoing.on("socket", (socket) => {
      socket.on("lookup", () => {
        phases.dns = elapsed();
      });
      const connected = () => {
        clearTimeout(connectTimer);
        got.remoteAddress = socket.remoteAddress === undefined ? null : `${socket.remoteAddress}:${socket.remotePort}`;
      };
      socket.on("connect", () => {
        phases.connect = elapsed();
        if (url.protocol === "http:") connected();
      });
      socket.on("secureConnect", () => {
        phases.tls = elapsed();
        connected();
      });
    });
    outgoing.on("error", (error) => {
      const { code, facts } = causeOf(error, outgoing, got.status !== null);
      fail(code, facts);
    });
    outgoing.on("response", (response) => {
      phases.first_byte = elapsed();
      got.status = response.statusCode ?? null;
      got.headers = pairs(response.rawHeaders);
      let received = 0;
      response.on("data", (chunk: Buffer) => {
        received += chunk.length;
        if (received > request.answerLimit)
          return fail("answer_too_large", { limit_mb: Math.round(request.answerLimit / 1024 / 1024) });
        chunks.push(chunk);
      });
      response.on("error", () => fail("connection_lost", {}));
      response.on("close", () => {
        if (!response.complete) return fail("connection_lost", {});
        end({ ok: true, status: response.statusCode ?? 0, headers: got.headers, body: Buffer.concat(chunks) });
      });
    });
    outgoing.end(request.body);
  });
}

/** A lookup that hands on only addresses that may be dialled. */
function guardedLookup(entry: AllowedHost, resolve: Resolver): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [], 0);
      const usable = addresses.filter(({ address }) => mayDial(address, entry));
      const [first] = usable;
      if (first === undefined)
        return callback(new DialFailure("host_not_allowed", { address: addresses[0]?.address ?? null }), [], 0);
      if (options.all) return callback(null, usable);
      callback(null, first.address, first.family);
    });
  };
}

/** A host that is an address is dialled without a lookup. */
function isAddress(url: URL): boolean {
  return /^[\d.]+$/.test(url.hostname) || url.hostname.startsWith("[");
}

const SYSTEM_CODES: Record<string, DeliveryCode> = {
  ENOTFOUND: "dns_not_found",
  EAI_AGAIN: "dns_not_found",
  EAI_FAIL: "dns_not_found",
  ENODATA: "dns_not_found",
  ECONNREFUSED: "connection_refused",
  EHOSTUNREACH: "connection_refused",
  ENETUNREACH: "connection_refused",
  EADDRNOTAVAIL: "connection_refused",
  ETIMEDOUT: "connect_timeout",
  ECONNRESET: "connection_lost",
  EPIPE: "connection_lost",
  CERT_HAS_EXPIRED: "tls_expired",
};

const UNTRUSTED = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/;

function causeOf(
  error: Error & { code?: string; cert?: unknown },
  outgoing: http.ClientRequest | undefined,
  answered: boolean,
): { code: DeliveryCode; facts: Facts } {
  if (error instanceof DialFailure) return { code: error.code, facts: error.facts };
  // Every address of a name was tried; what happened to the first tells most.
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return causeOf(error.errors[0], outgoing, answered);
  const cause = error.code ?? "";
  const known = SYSTEM_CODES[cause];
  if (known === "tls_expired") {
    const certificate = (outgoing?.socket as TLSSocket | null | undefined)?.getPeerCertificate?.();
    return { code: known, facts: { valid_to: certificate?.valid_to ?? null } };
  }
  if (known === "connect_timeout") return { code: known, facts: { seconds: 10 } };
  if (known !== undefined) return { code: known, facts: {} };
  if (UNTRUSTED.test(cause)) return { code: "tls_untrusted", facts: { detail: error.message.slice(0, 300) } };
  if (answered) return { code: "connection_lost", facts: {} };
  return { code: "protocol_error", facts: { detail: error.message.slice(0, 300) } };
}

function pairs(raw: string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? "", raw[2 * index + 1] ?? ""]);
}
