import { createHmac } from "node:crypto";
import net from "node:net";
import type { WebhookMessage } from "../../contracts/notifications-api.ts";
import { type Sentence, sentence, shortFacts } from "../../contracts/sentences/index.ts";
import { maskText, spellings } from "../../core/masking.ts";
import { failureParts } from "../../deliveries/explain.ts";
import { AddressRefused, checkedLookup, hostName, isDialable, type Resolver } from "../../outbound/allowed-hosts.ts";
import { createTrustContext } from "../../outbound/certificates.ts";
import { dial } from "../../outbound/dial.ts";
import type { Outgoing } from "../../outbound/site-request.ts";
import { type MailChannel, secretParts, type WebhookChannel } from "./channels.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
const TIMEOUT_MS = 60_000;
const QUIT_MS = 2_000;
const MAX_QUOTE = 300;

export interface Sent {
  sent: boolean;
  /** The receiver's response, or why it was not reached. */
  reason: Sentence;
}

/** Sends a message by SMTP. Never throws. */
export async function sendMail(
  { host, port, security, user, password, from, to, ca_certificate }: MailChannel,
  message: WebhookMessage,
  resolve: Resolver,
  signal: AbortSignal,
): Promise<Sent> {
  // Loaded with the first mail: most appliances send none.
  const { createTransport } = await import("nodemailer");
  let socket: net.Socket | null = null;
  const transport = createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    ...(user === "" ? {} : { auth: { user, pass: password } }),
    tls: {
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
      ...(ca_certificate === null ? {} : { secureContext: createTrustContext(ca_certificate) }),
    },
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_options: unknown, done: (error: Error | null, given?: { connection: net.Socket }) => void) =>
      (socket = connect(host, port, resolve, done)),
  });
  const hide = (text: string) => maskText(text, spellings(spelled(user, password)));
  const server = `${host}:${port}`;
  const late = Promise.withResolvers<never>();
  const end = () => late.reject(Object.assign(new Error("The timeout was reached."), { code: "ETIMEDOUT" }));
  const timer = setTimeout(end, TIMEOUT_MS);
  signal.addEventListener("abort", end, { once: true });
  let quitMs = 0;
  try {
    const sending = transport.sendMail({
      from,
      to,
      subject: `[Galley] ${message.title}`,
      text: `${message.text}\n\n${message.console_url}\n`,
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    });
    const { response, rejected } = await Promise.race([sending, late.promise]);
    quitMs = QUIT_MS;
    const accepted = { server, words: quoted(response) };
    const reason =
      rejected.length === 0
        ? sentence("admin.mail_sent", accepted)
        : sentence("admin.mail_partly", { ...accepted, recipients: rejected.map(String) });
    return { sent: true, reason: shortFacts(reason, hide) };
  } catch (error) {
    return { sent: false, reason: shortFacts(reasonOf(error, server, security), hide) };
  } finally {
    clearTimeout(timer);
    // nodemailer continues after a timeout as long as the server occasionally sends data.
    setTimeout(() => void socket?.destroy(), quitMs).unref();
    signal.removeEventListener("abort", end);
    transport.close();
  }
}

/** Allows internal networks, and loopback if configured, but never the metadata IP address of a cloud. */
function connect(
  host: string,
  port: number,
  resolve: Resolver,
  done: (error: Error | null, given?: { connection: net.Socket }) => void,
): net.Socket | null {
  const entry = { name: host.toLowerCase(), wildcard: false, port: null };
  if (net.isIP(host) !== 0 && !isDialable(host, entry)) {
    done(new AddressRefused(host));
    return null;
  }
  const socket = net.connect({ host, port, lookup: checkedLookup(entry, resolve), timeout: CONNECT_TIMEOUT_MS });
  const fail = (error: Error) => {
    socket.destroy();
    done(error);
  };
  socket.once("error", fail);
  socket.once("timeout", () => fail(Object.assign(new Error("no connection"), { code: "ETIMEDOUT" })));
  socket.once("connect", () => {
    socket.setTimeout(0);
    socket.removeAllListeners("timeout");
    socket.off("error", fail);
    done(null, { connection: socket });
  });
  return socket;
}

/** The password in all encodings of SMTP, because a server may repeat a rejected line. */
function spelled(user: string, password: string): string[] {
  const inBase64 = (text: string) => Buffer.from(text).toString("base64");
  return password === "" ? [] : [password, inBase64(password), inBase64(`\0${user}\0${password}`)];
}

/** Failures without a response of the server, by code and message. */
const FAILURES = [
  { sign: /ENOTFOUND|EAI_AGAIN|EDNS/, code: "admin.server_not_found" },
  { sign: /ECONNREFUSED/, code: "admin.connection_refused" },
  { sign: /^ETIMEDOUT/, code: "admin.server_timeout" },
  { sign: /certificate|self.signed|altname|ERR_TLS_CERT/i, code: "admin.server_untrusted" },
  { sign: /wrong version number|packet length/i, code: "admin.server_no_tls" },
] as const;

function reasonOf(error: unknown, server: string, security: MailChannel["security"]): Sentence {
  if (error instanceof AddressRefused) return sentence("admin.mail_address", { server });
  const { code = "", response, message } = error as Error & { code?: string; response?: string };
  const facts = { server, words: quoted(response ?? message) };
  if (security === "starttls" && response !== undefined && /STARTTLS/i.test(message))
    return sentence("admin.no_starttls", facts);
  if (code === "EAUTH") return sentence("admin.login_failed", facts);
  if (response !== undefined)
    return sentence(code === "EENVELOPE" ? "admin.envelope_refused" : "admin.mail_refused", facts);
  const failure = FAILURES.find(({ sign }) => sign.test(`${code} ${message}`));
  return sentence(failure?.code ?? "admin.server_failed", facts);
}

function quoted(text: string): string {
  return inQuotes(text.replace(/\s+/g, " ").trim().replace(/\.$/, ""));
}

const inQuotes = (line: string) => `"${line.length <= MAX_QUOTE ? line : `${line.slice(0, MAX_QUOTE)}…`}"`;

const RESPONSE_TIMEOUT_MS = 20_000;
const RESPONSE_LIMIT = 64 * 1024;

/** Sends a message as JSON to the admin's URL, with the network rules of callbacks. Never throws. */
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
      responseTimeoutMs: RESPONSE_TIMEOUT_MS,
      responseLimit: RESPONSE_LIMIT,
      signal,
    },
    resolve,
  );
  if (!outcome.ok) return { sent: false, reason: shortFacts(failureParts(outcome.code, outcome.facts).happened, hide) };
  const response = hide(outcome.body.toString("utf8")).replace(/\s+/g, " ").trim();
  const facts = { host: target.host, status: String(outcome.status) };
  const words = inQuotes(response);
  return {
    sent: outcome.status >= 200 && outcome.status <= 299,
    reason:
      response === ""
        ? sentence("admin.webhook_status", facts)
        : sentence("admin.webhook_response", { ...facts, words }),
  };
}
