/**
 * What a delivery's code means, in a newsroom's words: what happened, what it means, what to do. The facts are those of
 * the case; a sentence leaves out what is not known.
 */
import type { DeliveryCode, DeliveryWarning, Facts } from "./codes.ts";

type Sentence = (facts: Facts) => string;

const host = (facts: Facts) => String(facts.host ?? "the site");
const list = (value: Facts[string] | undefined) => (Array.isArray(value) ? value.join(", ") : String(value ?? ""));
const begins = (facts: Facts) => (facts.excerpt ? ` The answer begins: ${String(facts.excerpt)}` : "");

const SENTENCES: Record<DeliveryCode, Sentence> = {
  dns_not_found: (f) =>
    `The name ${host(f)} was not found, so the site was not reached. Check the callback address and this machine's DNS.`,
  connection_refused: (f) =>
    `${host(f)} refused the connection. Its web server is not running, or a firewall stands in between.`,
  connection_lost: (f) =>
    `The connection to ${host(f)} broke before its answer was complete. The site may have crashed while it worked; its log tells.`,
  tls_untrusted: (f) =>
    `The certificate of ${host(f)} is not trusted${f.detail ? ` (${String(f.detail)})` : ""}. Install the whole certificate chain on the site, or one from a known authority.`,
  tls_expired: (f) =>
    `The certificate of ${host(f)} has expired${f.valid_to ? ` on ${String(f.valid_to)}` : ""}. Renew it on the site.`,
  connect_timeout: (f) =>
    `${host(f)} did not accept the connection within ${String(f.seconds)} seconds. The site is down, or a firewall swallows the packets.`,
  answer_timeout: (f) =>
    `${host(f)} took the callback but did not answer within ${String(f.seconds)} seconds. Let the site answer sooner, or allow it more time in the project's settings.`,
  redirect_refused: (f) =>
    `${host(f)} redirected the callback${f.location ? ` to ${String(f.location)}` : ""} (${String(f.reason ?? "not followed")}). Give the final address as callback_url; only 307 and 308 to an allowed host are followed.`,
  host_not_allowed: (f) =>
    `${host(f)}${f.address ? ` (${String(f.address)})` : ""} may not be called for this project. Add the exact host to the project's allowed hosts if it is the site's own.`,
  invalid_credentials: () =>
    "The callback credentials in the session's metadata contain control characters and cannot be sent. Correct webhook_auth_user and webhook_auth_password and open the session again.",
  protocol_error: (f) =>
    `${host(f)} answered with something that is not HTTP${f.detail ? ` (${String(f.detail)})` : ""}. Check the port and the scheme of the callback address.`,
  http_status: (f) =>
    `${host(f)} answered with status ${String(f.status)} and no rc. ${statusHint(f.status)}${begins(f)}`,
  not_json: (f) =>
    `${host(f)} answered with something that is not a JSON object${f.content_type ? ` (${String(f.content_type)})` : ""}. The callback receiver must answer {"rc": 1, …}; a login page or an error page came instead.${begins(f)}`,
  no_rc: (f) =>
    `${host(f)} answered with JSON that has no integer rc. The answer must be {"rc": 1, "rm": "", "data": {"vms_json": …}}.${begins(f)}`,
  answer_too_large: (f) =>
    `${host(f)} sent more than ${String(f.limit_mb)} MB as its answer. The answer holds the vms_json only, never the files.`,
  interrupted: () =>
    "Galley was stopped while it waited for the site's answer. The callback is sent again; the site may see it twice.",
  rejected_by_site: (f) =>
    f.rm ? `The site rejected it: ${String(f.rm)}` : `The site rejected it (rc ${String(f.rc)}) without a reason.`,
  dummy_client_url: (f) =>
    `The site's answer has no public address for ${list(f.assets)}. Nothing of it was kept. The site must write the public URL into assets[…].clientUrl of every asset that it returns.`,
  font_url_not_allowed: (f) =>
    `The site's answer names ${list(f.urls)}, which is not on an allowed host. Nothing of it was kept.`,
};

/** The sentence of a failure. */
export function explain(code: DeliveryCode, facts: Facts): string {
  return SENTENCES[code](facts);
}

/** The sentence of a warning. */
export function explainWarning(warning: DeliveryWarning): string {
  const sentences: Record<DeliveryWarning, string> = {
    no_client_urls:
      "The site took it but returned no addresses for its files; the next opening will not show the site's own.",
  };
  return sentences[warning];
}

function statusHint(status: Facts[string] | undefined): string {
  if (status === 401 || status === 403)
    return "The receiver is protected: pass webhook_auth_user (and _password) in the session's metadata, or let the callback path through.";
  if (status === 404) return "The callback address does not exist on the site.";
  if (status === 413) return "The site's web server limits the size of requests.";
  if (status === 429) return "The site asked for patience.";
  if (typeof status === "number" && status >= 500) return "The site failed while it worked on it; its log tells why.";
  return "A callback receiver answers with JSON that has an rc.";
}
