/**
 * What a delivery's code means, in a newsroom's words: what happened, what to change, and what was expected against
 * what came. The facts are those of the case; a sentence leaves out what is not known.
 */
import type { DeliveryCode, DeliveryWarning } from "../contracts/delivery-states.ts";
import type { Facts } from "../outbound/codes.ts";
import { type ClientUrlWarning, MAX_CLIENT_URL } from "./client-urls.ts";
import { archiveWords } from "./judge-downloads.ts";
import { isAboutSignature, isEnded, isMarkup } from "./site-words.ts";

/** A failure, told in parts. */
export interface Told {
  /** What happened. */
  happened: string;
  /** What to change, for whom it concerns. */
  change: string;
  /** What a right answer looks like; "" where none came or where it was right. */
  expected: string;
  /** What came instead, with at most its first 2 KB. */
  received: string;
}

type Part = Pick<Told, "happened" | "change"> & Partial<Told>;
type Sentence = (facts: Facts) => Part;

const RIGHT_ANSWER =
  '{"rc": 1, "rm": "", "data": {"vms_json": {… "assets": {"<file_name>": {"clientUrl": "https://…"}}}}}';

const host = (facts: Facts) => String(facts.host ?? "the site");
/** At the beginning of a sentence. */
const Host = (facts: Facts) => String(facts.host ?? "The site");
const list = (value: Facts[string] | undefined) => (Array.isArray(value) ? value.join(", ") : String(value ?? ""));
const at = (facts: Facts) => {
  const places = [
    facts.address ? String(facts.address) : "",
    facts.proxy ? `through the proxy ${String(facts.proxy)}` : "",
  ];
  const known = places.filter((place) => place !== "");
  return known.length === 0 ? "" : ` (${known.join(", ")})`;
};
const wrongAnswer = (facts: Facts): Pick<Told, "expected" | "received"> => ({
  expected: RIGHT_ANSWER,
  received: received(facts),
});

const SENTENCES: Record<DeliveryCode, Sentence> = {
  dns_not_found: (f) => ({
    happened: `The name ${host(f)} was not found, so the site was not reached.`,
    change: "Check the callback address for typing errors, and the DNS of the machine that Galley runs on.",
  }),
  connection_refused: (f) => ({
    happened: f.detail
      ? `The proxy ${String(f.proxy)} did not connect to ${host(f)} (${String(f.detail)}).`
      : `${Host(f)}${at(f)} refused the connection.`,
    change: f.detail
      ? "Let the proxy allow this host for the machine that Galley runs on, or name the host in NO_PROXY."
      : f.proxy
        ? "Start the site's web server, and check that the proxy runs and reaches it."
        : "Start the site's web server, and check the port and the firewall in between.",
  }),
  connection_lost: (f) => ({
    happened: `The connection to ${host(f)}${at(f)} broke before its answer was complete.`,
    change: "The site, or a proxy in front of it, may have crashed or given up while it worked: its log tells.",
  }),
  tls_untrusted: untrusted,
  tls_expired: (f) => ({
    happened: `The certificate of ${host(f)} expired${f.valid_to ? ` on ${day(f.valid_to)}` : ""}${certificate(f)}.`,
    change: "Renew it on the site, and reload the web server so that it serves the new one.",
  }),
  connect_timeout: (f) => ({
    happened: `${Host(f)}${at(f)} did not accept the connection within ${String(f.seconds)} seconds.`,
    change: "The site is down, or a firewall swallows the packets: let the machine that Galley runs on through.",
  }),
  answer_timeout: (f) => ({
    happened: `${Host(f)} took the callback but did not answer within ${String(f.seconds)} seconds.`,
    change:
      "Let the site answer as soon as the article is stored and do slow things afterwards, or allow it more time in the project's settings.",
  }),
  redirect_refused: (f) => ({
    happened: `${Host(f)} redirected the callback${f.location ? ` to ${String(f.location)}` : ""} (${String(f.reason ?? "not followed")}).`,
    change: "Give the final address as callback_url; only 307 and 308 to an allowed host are followed.",
  }),
  host_not_allowed: (f) => ({
    happened: `${Host(f)}${at(f)} may not be called for this project.`,
    change: "Add the exact host to the project's allowed hosts if it is the site's own.",
  }),
  invalid_credentials: () => ({
    happened: "The callback credentials in the session's metadata contain control characters and cannot be sent.",
    change: "Correct webhook_auth_user and webhook_auth_password and open the session again.",
  }),
  protocol_error: notHttp,
  http_status: (f) => ({
    happened: `${Host(f)} answered with status ${String(f.status)} and no rc.`,
    change: secretsDiffer(f) || statusHint(f.status),
    ...wrongAnswer(f),
  }),
  not_json: (f) => ({
    happened: `${Host(f)} answered with something that is not a JSON object.`,
    change: "The receiver must answer JSON and nothing else; a login page, an error page or a warning came instead.",
    ...wrongAnswer(f),
  }),
  no_rc: (f) => ({
    happened: `${Host(f)} answered with JSON that has no integer rc.`,
    change: 'Answer with "rc": 1 as a number, not as a string.',
    ...wrongAnswer(f),
  }),
  answer_too_large: (f) => ({
    happened: f.structure
      ? `${Host(f)} sent an answer with ${String(f.structure)}.`
      : `${Host(f)} sent more than ${String(f.limit_mb)} MB as its answer.`,
    change: "Return the vms_json only, never the contents of files.",
  }),
  interrupted: () => ({
    happened: "Galley was stopped, or its computer slept, while it waited for the site's answer.",
    change: "The callback is sent again; the site may see it twice.",
  }),
  rejected_by_site: (f) => ({
    happened: f.rm
      ? `The site rejected it: ${String(f.rm)}`
      : `The site rejected it (rc ${String(f.rc)}) without a reason.`,
    change:
      secretsDiffer({ ...f, status: 403 }) && `${SECRETS_DIFFER} Then send it again from the console: an rc is final.`,
  }),
  dummy_client_url: (f) => ({
    happened: `The site's answer has no public address for ${list(f.assets)}. Nothing of it was kept.`,
    change: "Write the public URL into assets[…].clientUrl of every asset that the answer returns.",
    ...(f.received === undefined ? {} : { expected: "a public URL for each of them", received: list(f.received) }),
  }),
  font_url_not_allowed: (f) => ({
    happened: `The site's answer names ${list(f.urls)}, which is not on an allowed host. Nothing of it was kept.`,
    change: "Add the host of the site's files to the project's allowed hosts.",
  }),
  cancelled: () => ({
    happened: "It was cancelled in Galley's console before the site took it.",
    change: "Send it again from there, or save the article once more.",
  }),
};

/** A failure in its parts. */
export function tell(code: DeliveryCode, facts: Facts): Told {
  return { expected: "", received: "", ...SENTENCES[code](facts) };
}

/** A failure as one text: the site's own sentence first, and nothing of a web page but that. */
export function explain(code: DeliveryCode, facts: Facts): string {
  const { expected, received } = tell(code, facts);
  const came =
    facts.page === true || isMarkup(String(facts.excerpt ?? ""))
      ? `status ${String(facts.status)} and a web page, which the attempt shows.`
      : received;
  const against = received === "" ? "" : `Expected ${expected}; received ${came}`;
  return [explainBriefly(code, facts), against].filter((part) => part !== "").join(" ");
}

/** The same without what an answer should have been: for a first look. */
export function explainBriefly(code: DeliveryCode, facts: Facts): string {
  const { happened, change } = tell(code, facts);
  const what = change === "" || isEnded(happened) ? happened : `${happened}.`;
  const said = facts.site_words ? `The site says: ${quoted(String(facts.site_words))}` : "";
  return [said, what, change].filter((part) => part !== "").join(" ");
}

/** Quoted at the end of a sentence, with one full stop and no more. */
const quoted = (words: string) => (isEnded(words) ? `“${words}”` : `“${words}”.`);

/** @param count of all, where the list may be cut */
function listWithMore(names: Facts[string] | undefined, count: Facts[string] | undefined): string {
  const more = Number(count) - (Array.isArray(names) ? names.length : 0);
  return `${list(names)}${more > 0 ? ` and ${more} more` : ""}`;
}

/** What is wrong with the URLs of single files, told in parts. */
export function tellClientUrls(warning: ClientUrlWarning, facts: Facts): Pick<Told, "happened" | "change"> {
  const of = `The clientUrl of ${list(facts[warning])}`;
  switch (warning) {
    case "client_url_too_long":
      return {
        happened: `${of} is longer than ${MAX_CLIENT_URL} characters and was not kept.`,
        change: "Return a shorter URL.",
      };
    case "client_url_scheme":
      return {
        happened: `${of} is not an http or https URL and was not kept.`,
        change: "Return the public URL of the file, with scheme and host.",
      };
    case "client_url_relative":
      return {
        happened: `${of} is relative and was resolved against callback_url.`,
        change: "Return the whole public URL, with scheme and host.",
      };
  }
}

/** The sentence of a warning. */
export function explainWarning(warning: DeliveryWarning, facts: Facts): string {
  switch (warning) {
    case "archive_not_downloaded":
    case "archive_refused":
      return archiveWords(facts);
    case "no_client_urls":
      return `The site took it but returned no addresses for its files; the next opening will not show the site's own.${facts.as_text === true ? " It returned vms_json as a text; return it as a JSON object." : ""}`;
    case "missing_client_urls":
      return `The site took it but returned no address for ${listWithMore(facts.missing, facts.missing_count)}: it may have left these files out, and its page may show gaps. Check that the site stores files of these types, and write the public URL into assets[…].clientUrl of every file in the archive.`;
    case "file_missing":
      return `The article shows ${listWithMore(facts.lacking, facts.lacking_count)}, which Galley does not have, so readers may not see it. Make the file available at its URL and open the article again, or insert the file again.`;
    case "client_url_too_long":
    case "client_url_scheme":
    case "client_url_relative": {
      const { happened, change } = tellClientUrls(warning, facts);
      return `${happened} ${change}`;
    }
    case "no_font_urls":
      return "The site took the fonts, but all addresses in the tree that it returned are still the temporary ones. Write the public URLs into css.clientUrl and the clientUrl of each file, or return no tree.";
  }
}

const SECRETS_DIFFER =
  "The secret in the site's configuration and the one of the project here differ, or the site computes the signature over other strings. Compare the two secrets; after a rotation put the new one into the site.";

/** Where the site refuses the signature, what that means; "" where it does not. */
function secretsDiffer({ status, site_words, rm, excerpt, page }: Facts): string {
  if (status !== 401 && status !== 403) return "";
  const words = [site_words, rm, page === true ? null : excerpt].filter((text) => typeof text === "string").join(" ");
  return isAboutSignature(words) ? SECRETS_DIFFER : "";
}

/** Why an answer cannot be read as HTTP. */
function notHttp(f: Facts): Part {
  const plainly = "Let the site, and any proxy in front of it, answer callbacks without Content-Encoding.";
  switch (f.reason) {
    case "unknown coding":
      return {
        happened: `${Host(f)} sent its answer with the Content-Encoding ${String(f.coding)}, which Galley cannot decode.`,
        change: plainly,
      };
    case "broken coding":
      return { happened: `${Host(f)} sent an answer that is not valid ${String(f.coding)}.`, change: plainly };
    case "large headers":
      return {
        happened: `${Host(f)} answered with headers of more than ${String(f.limit_kb)} KB.`,
        change: "Let the site send fewer or shorter headers; cookies are the usual cause.",
      };
    default:
      return {
        happened:
          f.reason === "tls"
            ? `${Host(f)} does not speak TLS on this port.`
            : `${Host(f)} answered with something that is not HTTP${f.detail ? ` (${String(f.detail)})` : ""}.`,
        change: "Check the port and the scheme of the callback address: http or https?",
        ...(f.excerpt ? { expected: "an HTTP answer", received: String(f.excerpt) } : {}),
      };
  }
}

/** Why a certificate is not trusted, by OpenSSL's reason. */
function untrusted(f: Facts): Part {
  const of = `The certificate of ${host(f)}`;
  const what = `${certificate(f)}${f.valid_to ? `, valid until ${day(f.valid_to)}` : ""}`;
  const addCa = "add it as the project's CA certificate";
  switch (f.reason) {
    case "ERR_TLS_CERT_ALTNAME_INVALID":
    case "HOSTNAME_MISMATCH":
      return {
        happened: `${of} stands for ${list(f.names) || String(f.subject)}, not for this host${what}.`,
        change:
          "Get a certificate that names the host of the callback address, or use one of its names in callback_url.",
      };
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return {
        happened: `${of} is signed by itself${what}, so nothing vouches for it.`,
        change: `If it is your own, ${addCa}; else get one from a known authority.`,
      };
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return {
        happened: `${of} comes from an authority that is not known here${what}.`,
        change: `If the authority is your own, take its root certificate and ${addCa}; else get a certificate from a known one.`,
      };
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return {
        happened: `${of} came without the certificates that lead to a known authority${what}.`,
        change: `Let the site serve its whole chain (often a file named fullchain); if the authority is your own, take its root certificate and ${addCa}.`,
      };
    case "CERT_NOT_YET_VALID":
      return {
        happened: `${of} is not valid before ${day(f.valid_from)}${certificate(f)}.`,
        change: "Check the clocks of both machines, or wait until then.",
      };
    default:
      return {
        happened: `${of} is not trusted${f.detail ? ` (${String(f.detail)})` : ""}${what}.`,
        change: "Install the whole certificate chain on the site, or one from a known authority.",
      };
  }
}

function certificate(f: Facts): string {
  return f.issuer ? ` (made out to ${String(f.subject)}, signed by ${String(f.issuer)})` : "";
}

/** The day of an ISO time, with its hour: certificates end at a minute. */
function day(value: Facts[string] | undefined): string {
  return String(value ?? "").replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, "$1 $2 UTC");
}

function received(f: Facts): string {
  const type = f.content_type ? ` (${String(f.content_type)})` : "";
  return f.excerpt
    ? `status ${String(f.status)}${type}: ${String(f.excerpt)}`
    : `status ${String(f.status)} and nothing else`;
}

function statusHint(status: Facts[string] | undefined): string {
  if (status === 401 || status === 403)
    return "The receiver is protected: pass webhook_auth_user (and _password) in the session's metadata, or let the callback path through.";
  if (status === 404) return "The callback address does not exist on the site: check its path.";
  if (status === 405) return "The callback address does not take POST: check its path and the routes of the site.";
  if (status === 413) return "The site's web server limits the size of requests: raise that limit.";
  if (status === 429) return "The site asked for patience: let Galley's address past its rate limit.";
  if (typeof status === "number" && status >= 500) return "The site failed while it worked on it; its log tells why.";
  return "A callback receiver answers with JSON that has an rc.";
}
