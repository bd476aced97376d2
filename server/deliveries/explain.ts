/** Explains codes and warnings (contract 6.5), without unknown facts. */
import type { ArchiveWarning, DeliveryCode, DeliveryWarning } from "../contracts/delivery-states.ts";
import {
  joined,
  type Sentence,
  type SentenceWithAdvice,
  sentence,
  storedSentence,
  withAdvice,
} from "../contracts/sentences/index.ts";
import type { Facts } from "../outbound/failures.ts";
import type { StoredDownload } from "./delivery-store.ts";
import { type ClientUrlWarning, isAboutSignature, isEnded, isMarkup, MAX_CLIENT_URL } from "./judge.ts";

type Words = Sentence | string;

/** "" for an empty part. */
interface FailureParts {
  happened: Sentence;
  change: Words;
  expected: Words;
  /** The response, its first 2 KB. */
  received: Words;
}

type Part = Pick<FailureParts, "happened" | "change"> & Partial<FailureParts>;

const CORRECT_RESPONSE =
  '{"rc": 1, "rm": "", "data": {"vms_json": {… "assets": {"<file_name>": {"clientUrl": "https://…"}}}}}';

const siteOf = (facts: Facts) => String(facts.host ?? "the site");
const list = (value: Facts[string] | undefined) => (Array.isArray(value) ? value.join(", ") : String(value ?? ""));
const responseParts = (f: Facts) => ({ expected: CORRECT_RESPONSE, received: receivedOf(f) });

function viaOf({ address, proxy }: Facts): Words {
  if (address && proxy) return sentence("deliveries.via_both", { address: String(address), proxy: String(proxy) });
  if (address) return sentence("deliveries.via_address", { address: String(address) });
  return proxy ? sentence("deliveries.via_proxy", { proxy: String(proxy) }) : "";
}

const PARTS: Record<DeliveryCode, (facts: Facts) => Part> = {
  dns_not_found: (f) => withAdvice("deliveries.dns_not_found", { site: siteOf(f) }),
  connection_refused: (f) =>
    f.detail
      ? withAdvice("deliveries.proxy_refused", { proxy: String(f.proxy), site: siteOf(f), reason: causeOf(f.detail) })
      : {
          happened: sentence("deliveries.connection_refused", { site: siteOf(f), via: viaOf(f) }),
          change: sentence(f.proxy ? "deliveries.connection_refused_proxy_do" : "deliveries.connection_refused_do"),
        },
  connection_lost: (f) => withAdvice("deliveries.connection_lost", { site: siteOf(f), via: viaOf(f) }),
  tls_untrusted: untrusted,
  tls_expired: (f) => ({
    happened: f.valid_to
      ? sentence("deliveries.expired_on", { site: siteOf(f), day: dayOf(f.valid_to), about: issuedOf(f) })
      : sentence("deliveries.expired", { site: siteOf(f), about: issuedOf(f) }),
    change: sentence("deliveries.expired_do"),
  }),
  connect_timeout: (f) =>
    withAdvice("deliveries.connect_timeout", { site: siteOf(f), via: viaOf(f), seconds: String(f.seconds) }),
  answer_timeout: (f) => withAdvice("deliveries.answer_timeout", { site: siteOf(f), seconds: String(f.seconds) }),
  redirect_refused: (f) => {
    const about = { site: siteOf(f), reason: causeOf(f.reason ?? "host not allowed") };
    return {
      happened: f.location
        ? sentence("deliveries.redirected_to", { ...about, location: String(f.location) })
        : sentence("deliveries.redirected", about),
      change: sentence("deliveries.redirected_do"),
    };
  },
  host_not_allowed: (f) => withAdvice("deliveries.host_not_allowed", { site: siteOf(f), via: viaOf(f) }),
  invalid_credentials: () => withAdvice("deliveries.invalid_credentials"),
  protocol_error: notHttp,
  http_status: (f) => ({
    happened: sentence("deliveries.http_status", { site: siteOf(f), status: String(f.status) }),
    change: isSignatureRefusal(f) ? sentence("deliveries.secrets_differ_do") : statusHint(f.status),
    ...responseParts(f),
  }),
  not_json: (f) => ({ ...withAdvice("deliveries.not_json", { site: siteOf(f) }), ...responseParts(f) }),
  no_rc: (f) => ({ ...withAdvice("deliveries.no_rc", { site: siteOf(f) }), ...responseParts(f) }),
  answer_too_large: (f) => ({
    happened: f.structure
      ? sentence("deliveries.structure", { site: siteOf(f), excess: excessOf(String(f.structure)) })
      : sentence("deliveries.answer_too_large", { site: siteOf(f), limit: Number(f.limit_mb) }),
    change: sentence("deliveries.answer_too_large_do"),
  }),
  interrupted: () => withAdvice("deliveries.interrupted"),
  rejected_by_site: (f) => {
    const isFinal = isSignatureRefusal({ ...f, status: 403 });
    const words = String(f.rm ?? "");
    return {
      happened:
        words === ""
          ? sentence("deliveries.rejected_silently", { rc: String(f.rc) })
          : // The site's message ends the text unchanged.
            sentence(isFinal && !isEnded(words) ? "deliveries.rejected" : "deliveries.rejected_ended", { words }),
      change: isFinal ? joined(sentence("deliveries.secrets_differ_do"), sentence("deliveries.resend_after_do")) : "",
    };
  },
  dummy_client_url: (f) => ({
    ...withAdvice("deliveries.dummy_client_url", { names: list(f.assets) }),
    ...(f.received === undefined
      ? {}
      : { expected: sentence("deliveries.dummy_client_url_expected"), received: list(f.received) }),
  }),
  font_url_not_allowed: (f) => withAdvice("deliveries.font_url_not_allowed", { urls: list(f.urls) }),
  cancelled: () => withAdvice("deliveries.cancelled"),
};

export function failureParts(code: DeliveryCode, facts: Facts): FailureParts {
  return { expected: "", received: "", ...PARTS[code](facts) };
}

/** Explains a failure in one text, which begins with the site's own sentence and contains nothing else of a web page. */
export function explain(code: DeliveryCode, facts: Facts): Sentence {
  const { expected, received } = failureParts(code, facts);
  const isPage = facts.page === true || isMarkup(String(facts.excerpt ?? ""));
  const shownResponse = isPage ? sentence("deliveries.received_page", { status: String(facts.status) }) : received;
  return joined(
    explainBriefly(code, facts),
    received === "" ? "" : sentence("deliveries.against", { expected, received: shownResponse }),
  );
}

/** Omits the expected and the received response. */
export function explainBriefly(code: DeliveryCode, facts: Facts): Sentence {
  const { happened, change } = failureParts(code, facts);
  const words = String(facts.site_words ?? "");
  const key = isEnded(words) ? "deliveries.site_says_ended" : "deliveries.site_says";
  return joined(words === "" ? "" : sentence(key, { words }), happened, change);
}

/** @param count number of all names, if the list is truncated */
function listWithMore(names: Facts[string] | undefined, count: Facts[string] | undefined): Words {
  const more = Number(count) - (Array.isArray(names) ? names.length : 0);
  return more > 0 ? sentence("deliveries.and_more", { names: list(names), count: more }) : list(names);
}

export function clientUrlParts(warning: ClientUrlWarning, facts: Facts): SentenceWithAdvice {
  const names = list(facts[warning]);
  return warning === "client_url_too_long"
    ? withAdvice("deliveries.client_url_too_long", { names, limit: MAX_CLIENT_URL })
    : withAdvice(`deliveries.${warning}`, { names });
}

const whole = ({ happened, change }: SentenceWithAdvice): Sentence => joined(happened, change);

export function explainWarning(warning: DeliveryWarning, facts: Facts): Sentence {
  switch (warning) {
    case "archive_not_downloaded":
    case "archive_refused":
      return archiveSentence(facts);
    case "no_client_urls":
      return joined(
        sentence("deliveries.no_client_urls"),
        facts.as_text === true ? sentence("deliveries.as_text") : "",
      );
    case "missing_client_urls":
      return whole(
        withAdvice("deliveries.missing_client_urls", { names: listWithMore(facts.missing, facts.missing_count) }),
      );
    case "file_missing":
      return whole(withAdvice("deliveries.file_missing", { names: listWithMore(facts.lacking, facts.lacking_count) }));
    case "no_font_urls":
      return whole(withAdvice("deliveries.no_font_urls"));
    default:
      return whole(clientUrlParts(warning, facts));
  }
}

function isSignatureRefusal({ status, site_words, rm, excerpt, page }: Facts): boolean {
  if (status !== 401 && status !== 403) return false;
  const message = [site_words, rm, page === true ? null : excerpt].filter((text) => typeof text === "string").join(" ");
  return isAboutSignature(message);
}

function notHttp(f: Facts): Part {
  const site = siteOf(f);
  const change = sentence("deliveries.coding_do");
  switch (f.reason) {
    case "unknown coding":
      return { happened: sentence("deliveries.unknown_coding", { site, coding: String(f.coding) }), change };
    case "broken coding":
      return { happened: sentence("deliveries.broken_coding", { site, coding: String(f.coding) }), change };
    case "large headers":
      return withAdvice("deliveries.large_headers", { site, limit: Number(f.limit_kb) });
    default:
      return {
        happened:
          f.reason === "tls"
            ? sentence("deliveries.no_tls", { site })
            : sentence("deliveries.not_http", { site, reason: inBrackets(f.detail) }),
        change: sentence("deliveries.not_http_do"),
        ...(f.excerpt ? { expected: sentence("deliveries.http_response"), received: String(f.excerpt) } : {}),
      };
  }
}

const UNTRUSTED = {
  DEPTH_ZERO_SELF_SIGNED_CERT: "self_signed",
  SELF_SIGNED_CERT_IN_CHAIN: "unknown_ca",
  UNABLE_TO_GET_ISSUER_CERT: "incomplete_chain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "incomplete_chain",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "incomplete_chain",
} as const;

/** Selects the sentence by OpenSSL's reason. */
function untrusted(f: Facts): Part {
  const about = { site: siteOf(f), about: issuedOf(f) };
  const reason = String(f.reason);
  if (reason === "ERR_TLS_CERT_ALTNAME_INVALID" || reason === "HOSTNAME_MISMATCH")
    return withAdvice("deliveries.wrong_name", { ...about, names: list(f.names) || String(f.subject) });
  if (reason === "CERT_NOT_YET_VALID")
    return withAdvice("deliveries.not_yet_valid", { ...about, day: dayOf(f.valid_from) });
  if (Object.hasOwn(UNTRUSTED, reason))
    return withAdvice(`deliveries.${UNTRUSTED[reason as keyof typeof UNTRUSTED]}`, about);
  return withAdvice("deliveries.untrusted", { ...about, reason: inBrackets(f.detail) });
}

function issuedOf({ issuer, subject }: Facts): Words {
  return issuer ? sentence("deliveries.issued", { subject: String(subject), issuer: String(issuer) }) : "";
}

const inBrackets = (detail: Facts[string] | undefined): Words =>
  detail ? sentence("deliveries.reason", { reason: String(detail) }) : "";

function dayOf(value: Facts[string] | undefined): string {
  return String(value ?? "").replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, "$1 $2 UTC");
}

/** Facts store the reason of a proxy or redirect in English. */
function causeOf(reason: Facts[string]): Words {
  const text = String(reason);
  const [, status] = /^status (\d+)$/.exec(text) ?? [];
  if (status !== undefined) return sentence("deliveries.status", { status });
  const [, number] = /^more than (\d+) redirects$/.exec(text) ?? [];
  if (number !== undefined) return sentence("deliveries.too_many_redirects", { number });
  if (text === "host not allowed") return sentence("deliveries.other_host");
  return text === "not an http(s) address" ? sentence("deliveries.other_scheme") : text;
}

/** Facts store the exceeded limit in English. */
function excessOf(text: string): Words {
  const [, number, what] = /^more than (\d+) (levels|values and keys|different keys)$/.exec(text) ?? [];
  const limit = Number(number);
  if (what === "levels") return sentence("deliveries.levels", { limit });
  if (what === "values and keys") return sentence("deliveries.parts", { limit });
  return what === undefined ? text : sentence("deliveries.keys", { limit });
}

function receivedOf(f: Facts): Sentence {
  const status = String(f.status);
  if (!f.excerpt) return sentence("deliveries.received_nothing", { status });
  const type = f.content_type ? ` (${String(f.content_type)})` : "";
  return sentence("deliveries.received", { status, type, text: String(f.excerpt) });
}

function statusHint(status: Facts[string] | undefined): Sentence {
  if (status === 401 || status === 403) return sentence("deliveries.protected_do");
  if (status === 404) return sentence("deliveries.not_found_do");
  if (status === 405) return sentence("deliveries.method_do");
  if (status === 413) return sentence("deliveries.too_large_do");
  if (status === 429) return sentence("deliveries.rate_limit_do");
  const failed = typeof status === "number" && status >= 500;
  return sentence(failed ? "deliveries.site_failed_do" : "deliveries.no_receiver_do");
}

type JudgedDownload = Pick<StoredDownload, "status" | "bytes" | "totalBytes" | "complete" | "refusal">;

interface DownloadFault extends SentenceWithAdvice {
  code: "archive_not_downloaded" | "archive_cut_short" | "archive_refused";
}

/** The fault of a callback's downloads; null if one was complete or none was required. `accepted`: rc 1 requires one. */
export function judgeDownloads(downloads: readonly JudgedDownload[], accepted: boolean): DownloadFault | null {
  if (downloads.some(({ complete }) => Boolean(complete))) return null;
  const last = downloads.at(-1);
  if (last === undefined)
    return accepted ? { code: "archive_not_downloaded", ...withAdvice("deliveries.archive_not_downloaded") } : null;
  const reason = refusalOf(last);
  const ending = accepted ? "_accepted" : "";
  if (reason !== null)
    return {
      code: "archive_refused",
      happened: sentence(`deliveries.download_refused${ending}`, { status: String(last.status), reason }),
      change: sentence("deliveries.download_refused_do"),
    };
  const { bytes, totalBytes: total } = last;
  return {
    code: "archive_cut_short",
    // Earlier versions did not store the total of some downloads.
    happened:
      total === null
        ? sentence(`deliveries.download_cut${ending}`, { bytes })
        : sentence(`deliveries.download_cut_of${ending}`, { bytes, total }),
    change: sentence("deliveries.download_cut_do"),
  };
}

/** The warning for a confirmed delivery without a complete download. */
export function downloadWarning(last: JudgedDownload | null): { warning: ArchiveWarning; facts: Facts } {
  if (last === null) return { warning: "archive_not_downloaded", facts: {} };
  const { status, bytes, totalBytes, refusal } = last;
  return {
    warning: "archive_refused",
    facts: { archive_status: status, archive_bytes: bytes, archive_total: totalBytes, archive_refusal: refusal },
  };
}

export function archiveSentence({ archive_status, archive_bytes, archive_total, archive_refusal }: Facts): Sentence {
  const last = {
    status: Number(archive_status),
    bytes: Number(archive_bytes),
    totalBytes: typeof archive_total === "number" ? archive_total : null,
    complete: false,
    refusal: typeof archive_refusal === "string" ? archive_refusal : null,
  };
  const fault = judgeDownloads(archive_status === undefined ? [] : [last], true);
  return fault === null ? joined() : joined(fault.happened, fault.change);
}

function refusalOf({ status, refusal }: JudgedDownload): Words | null {
  if (refusal !== null) {
    const stored = storedSentence(refusal);
    return isEnded(stored.detail) ? stored : `${stored.detail}.`;
  }
  if (status === 404) return sentence("deliveries.download_no_match");
  return status >= 400 ? sentence("deliveries.download_unreadable") : null;
}
