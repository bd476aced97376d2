/** Failures of a request to a site: their codes and facts, and which are retried. */
import http from "node:http";
import type { AttemptView } from "../contracts/deliveries-api.ts";
import type { DeliveryCode } from "../contracts/delivery-states.ts";
import type { CertificateView } from "../contracts/receiver-check-api.ts";
import { AddressRefused } from "./allowed-hosts.ts";
import { ProxyRefused } from "./site-request.ts";

export type AttemptReason = AttemptView["reason"];

/** Values in the sentence of a code: host, IP address, asset names, the beginning of a response … */
export type Facts = Record<string, string | number | boolean | string[] | null>;

/** Maximum length of the stored site's message, in characters. The attempt also has the whole response. */
export const MAX_SITE_WORDS = 2_000;
/** Limits: characters of any other fact and of each list entry; entries of a list. */
const MAX_FACT = 2_048;
const MAX_ENTRY = 300;
const MAX_ENTRIES = 20;

/** Cuts facts to the limits above. */
export function boundedFacts(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "string"
        ? beginningOf(value, MAX_FACT)
        : Array.isArray(value)
          ? value.slice(0, MAX_ENTRIES).map((entry) => beginningOf(entry, MAX_ENTRY))
          : value,
    ]),
  );
}

/** Returns the first characters, as well-formed Unicode. */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

/** Codes that are not retried, because the same request would fail again until the site or its settings change. */
const FINAL: ReadonlySet<DeliveryCode> = new Set([
  "invalid_credentials",
  "rejected_by_site",
  "dummy_client_url",
  "font_url_not_allowed",
]);

export function isRetried(code: DeliveryCode): boolean {
  return !FINAL.has(code);
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
};

const UNTRUSTED =
  /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|ERR_TLS_CERT|ERR_SSL_CA_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|EE_KEY_|CA_MD_)/;

const EXCERPT_BYTES = 2_048;
const MAX_DETAIL = 300;

interface FailedConnection {
  /** The site's certificate, and the one of its chain that expires first. */
  certificate: CertificateView | null;
  firstToExpire: CertificateView | null;
  /** Whether a response had begun. */
  responded: boolean;
  remoteAddress: string | null;
  elapsedMs: number;
}

type SystemError = Error & { code?: string; rawPacket?: Buffer; address?: string; port?: number };

export function causeOf(error: SystemError, connection: FailedConnection): { code: DeliveryCode; facts: Facts } {
  if (error instanceof AddressRefused) return { code: "host_not_allowed", facts: { address: error.address } };
  if (error instanceof ProxyRefused) return { code: "connection_refused", facts: { detail: `status ${error.status}` } };
  // Every IP address was tried. Node waits only 250 ms for all but the last, so the other timeouts say little.
  if (error instanceof AggregateError) {
    const first = error.errors.find(({ code }: SystemError) => code !== "ETIMEDOUT") ?? error.errors[0];
    if (first instanceof Error) return causeOf(first, connection);
  }
  const cause = error.code ?? "";
  const address = error.address === undefined ? connection.remoteAddress : `${error.address}:${error.port ?? ""}`;
  if (cause === "CERT_HAS_EXPIRED")
    return { code: "tls_expired", facts: { ...(connection.firstToExpire ?? connection.certificate) } };
  const known = SYSTEM_CODES[cause];
  if (known === "connect_timeout")
    return { code: known, facts: { seconds: Math.round(connection.elapsedMs / 100) / 10, address } };
  if (known !== undefined) return { code: known, facts: address === null ? {} : { address } };
  if (UNTRUSTED.test(cause))
    return {
      code: "tls_untrusted",
      facts: { reason: cause, detail: error.message.slice(0, MAX_DETAIL), ...connection.certificate },
    };
  if (cause === "HPE_HEADER_OVERFLOW")
    return {
      code: "protocol_error",
      facts: { reason: "large headers", limit_kb: Math.round(http.maxHeaderSize / 1024) },
    };
  if (connection.responded) return { code: "connection_lost", facts: {} };
  return {
    code: "protocol_error",
    facts: {
      detail: error.message.slice(0, MAX_DETAIL),
      // Adds a reason, because OpenSSL's message about a response without TLS is unclear.
      ...(cause === "EPROTO" || cause.startsWith("ERR_SSL_") ? { reason: "tls" } : {}),
      ...(error.rawPacket === undefined ? {} : { excerpt: printable(error.rawPacket) }),
    },
  };
}

/** The beginning of a body or a packet as text. */
export function printable(bytes: Buffer): string {
  const text = bytes.subarray(0, EXCERPT_BYTES).toString("utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced
  return text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/g, "·");
}
