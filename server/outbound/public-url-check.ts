/** Checks the public URL with a request to `<public URL>/healthz`. It belongs to the admin, so host rules and proxies do not apply. */
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import type { CertificateView } from "../contracts/receiver-check-api.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import type { Clock } from "../core/runtime.ts";
import { firstToExpire } from "./certificates.ts";
import { readBeginning } from "./content-coding.ts";

export interface PublicUrlState {
  url: string;
  reachable: boolean;
  /** Why the URL is not reachable; null if it is. */
  reason: Sentence | null;
  /** ms since the epoch. */
  checkedAt: number;
}

const TIMEOUT_MS = 8_000;
/** Maximum bytes read of a response; Galley's is shorter. */
const MAX_BYTES = 4_096;
/** How long a result is reused, ms. */
const FRESH_MS = 60_000;

const REASONS = {
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  EPROTO: "no_tls",
  ETIMEDOUT: "timeout",
  EHOSTUNREACH: "no_route",
  ENETUNREACH: "no_route",
  CERT_HAS_EXPIRED: "expired",
} as const;
const UNTRUSTED = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_)/;

/** Returns why the public URL is not reachable; null if it is. */
export async function unreachableReason(publicUrl: string, timeoutMs = TIMEOUT_MS): Promise<Sentence | null> {
  const url = URL.parse(`${publicUrl}/healthz`);
  if (url === null) return sentence("outbound.no_url", { url: publicUrl });
  const { host } = url;
  try {
    const { status, location, body } = await get(url, timeoutMs);
    if (status === 200 && isHealthy(body)) return null;
    if (status >= 300 && status < 400)
      return sentence("outbound.redirects", { host, location: location ?? sentence("outbound.another_url") });
    if (status === 502 || status === 503 || status === 504)
      return sentence("outbound.bad_gateway", { host, status: String(status) });
    return sentence("outbound.not_galley", { host, status: String(status) });
  } catch (error) {
    return sentenceOf(error as NodeJS.ErrnoException, url);
  }
}

/** An https URL's certificate that expires first, and why it is not trusted. @throws system errors; ETIMEDOUT */
export function certificateAt(url: URL): Promise<{ certificate: CertificateView | null; distrust: string | null }> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const socket = tls.connect({
      host,
      port: Number(url.port || 443),
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
      rejectUnauthorized: false,
    });
    const late = Object.assign(new Error(`${url.host} did not respond`), { code: "ETIMEDOUT" });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(late));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const distrust = socket.authorized ? null : String(socket.authorizationError);
      resolve({ certificate: firstToExpire(socket), distrust });
      socket.destroy();
    });
  });
}

export function createPublicUrlCheck({ clock, publicUrl }: { clock: Clock; publicUrl: () => string }) {
  let last: PublicUrlState | null = null;
  let running: { url: string; result: Promise<PublicUrlState> } | null = null;
  const check = async (url: string): Promise<PublicUrlState> => {
    const reason = await unreachableReason(url);
    last = { url, reachable: reason === null, reason, checkedAt: clock.now() };
    return last;
  };
  return {
    /** The last result for the current public URL; null before the first. */
    last: (): PublicUrlState | null => (last?.url === publicUrl() ? last : null),
    /** Checks now, or joins a running check. Reuses a result of the last minute unless `force`. */
    run(force = false): Promise<PublicUrlState> {
      const url = publicUrl();
      if (!force && last?.url === url && clock.now() - last.checkedAt < FRESH_MS) return Promise.resolve(last);
      if (running?.url !== url) {
        const result = check(url).finally(() => {
          if (running?.result === result) running = null;
        });
        running = { url, result };
      }
      return running.result;
    },
  };
}

async function get(url: URL, timeoutMs: number) {
  const options = { agent: false, signal: AbortSignal.timeout(timeoutMs), headers: { accept: "application/json" } };
  // Not `fetch`, which refuses some ports.
  const request = (url.protocol === "https:" ? https : http).get(url, options);
  // A later error also ends the response.
  request.on("error", () => {});
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  const body = (await readBeginning(response, MAX_BYTES)).toString("utf8", 0, MAX_BYTES);
  return { status, location: headers.location?.slice(0, 300), body };
}

function isHealthy(body: string): boolean {
  try {
    return (JSON.parse(body) as { status?: unknown } | null)?.status === "ok";
  } catch {
    return false;
  }
}

function sentenceOf(error: NodeJS.ErrnoException, url: URL): Sentence {
  // Every IP address was tried; the error of the first one is the most informative.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return sentenceOf(error.errors[0], url);
  // The reason of an abort is in `cause`.
  if (error.cause instanceof Error) return sentenceOf(error.cause, url);
  const code = error.name === "TimeoutError" ? "ETIMEDOUT" : (error.code ?? "");
  const { host, hostname } = url;
  if (Object.hasOwn(REASONS, code)) return sentence(`outbound.${REASONS[code as keyof typeof REASONS]}`, { host });
  if (code === "ENOTFOUND") return sentence("outbound.name_not_found", { host: hostname });
  if (code === "EAI_AGAIN") return sentence("outbound.dns_silent", { host: hostname });
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return sentence("outbound.wrong_name", { host, name: hostname });
  if (UNTRUSTED.test(code)) return sentence("outbound.untrusted", { host });
  return sentence("outbound.unreadable", { host, reason: code === "" ? error.message.slice(0, 200) : code });
}
