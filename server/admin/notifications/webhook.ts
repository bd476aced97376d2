/** Sends a message as JSON to the admin's URL, with the network rules of callbacks. */
import { createHmac } from "node:crypto";
import type { WebhookMessage } from "../../contracts/notifications-api.ts";
import { sentence, shortFacts } from "../../contracts/sentences/index.ts";
import { maskText, spellings } from "../../core/masking.ts";
import { failureParts } from "../../deliveries/explain.ts";
import { hostName } from "../../outbound/allowed-hosts.ts";
import { dial } from "../../outbound/dial.ts";
import type { Outgoing } from "../../outbound/site-request.ts";
import { secretParts, type WebhookChannel } from "./channels.ts";
import type { Sent } from "./mail.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 20_000;
const ANSWER_LIMIT = 64 * 1024;
const MAX_QUOTE = 300;

/** Never throws. */
export async function sendWebhook(
  { url, secret }: WebhookChannel,
  message: WebhookMessage,
  { userAgent, proxyFor, resolve }: Outgoing,
  signal: AbortSignal,
): Promise<Sent> {
  const body = Buffer.from(JSON.stringify(message));
  const target = new URL(url);
  // The URL may contain credentials: sentences name only the host, even if the response repeats the URL.
  const hide = (text: string) => maskText(text, spellings([...secretParts(url), secret]));
  const { outcome } = await dial(
    {
      url,
      headers: {
        "content-type": "application/json",
        "user-agent": userAgent,
        ...(secret === "" ? {} : { "x-galley-signature": createHmac("sha256", secret).update(body).digest("hex") }),
      },
      body,
      // Only its own host, even after a redirect. Private and loopback IP addresses only if configured as such.
      allowedHosts: [{ name: hostName(target), wildcard: false, port: null }],
      proxyFor,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      answerTimeoutMs: ANSWER_TIMEOUT_MS,
      answerLimit: ANSWER_LIMIT,
      signal,
    },
    resolve,
  );
  if (!outcome.ok) return { sent: false, reason: shortFacts(failureParts(outcome.code, outcome.facts).happened, hide) };
  const answer = hide(outcome.body.toString("utf8")).replace(/\s+/g, " ").trim();
  const facts = { host: target.host, status: String(outcome.status) };
  const words = `"${answer.length <= MAX_QUOTE ? answer : `${answer.slice(0, MAX_QUOTE)}…`}"`;
  return {
    sent: outcome.status >= 200 && outcome.status <= 299,
    reason:
      answer === "" ? sentence("admin.webhook_status", facts) : sentence("admin.webhook_response", { ...facts, words }),
  };
}
