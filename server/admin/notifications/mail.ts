/** Sends a message as mail. */
import net from "node:net";
import type { WebhookMessage } from "../../contracts/notifications-api.ts";
import { maskText, spellings } from "../../core/masking.ts";
import { AddressRefused, guardedLookup, mayDial, type Resolver } from "../../outbound/allowed-hosts.ts";
import { trusting } from "../../outbound/ca-certificate.ts";
import type { MailChannel } from "./channels.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** Of a mail as a whole. */
const TIMEOUT_MS = 60_000;
/** For saying goodbye. */
const FAREWELL_MS = 2_000;
/** Characters of what a server said that are repeated. */
const MAX_SAID = 300;

/** What became of sending. */
export interface Sent {
  sent: boolean;
  /** What the other side said, or why it was not reached. */
  sentence: string;
}

/** Never throws. */
export async function sendMail(
  { host, port, security, user, password, from, to, ca_certificate }: MailChannel,
  message: WebhookMessage,
  resolve: Resolver,
  signal: AbortSignal,
): Promise<Sent> {
  // Fetched when the first mail is sent: most appliances send none.
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
      ...(ca_certificate === null ? {} : { secureContext: trusting(ca_certificate) }),
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
  const where = `${host}:${port}`;
  const late = Promise.withResolvers<never>();
  const end = () => late.reject(Object.assign(new Error("It took too long."), { code: "ETIMEDOUT" }));
  const timer = setTimeout(end, TIMEOUT_MS);
  signal.addEventListener("abort", end, { once: true });
  let farewell = 0;
  try {
    const sending = transport.sendMail({
      from,
      to,
      subject: `[Galley] ${message.title}`,
      text: `${message.text}\n\n${message.console_url}\n`,
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    });
    const { response, rejected } = await Promise.race([sending, late.promise]);
    farewell = FAREWELL_MS;
    const refused = rejected.length === 0 ? "" : ` It refused ${rejected.map(String).join(", ")}.`;
    return { sent: true, sentence: hide(`${where} took the mail: ${said(response)}.${refused}`) };
  } catch (error) {
    return { sent: false, sentence: hide(sentenceOf(error, where, security)) };
  } finally {
    clearTimeout(timer);
    // nodemailer goes on with what nobody waits for any more, as long as the server says something now and then.
    setTimeout(() => void socket?.destroy(), farewell).unref();
    signal.removeEventListener("abort", end);
    transport.close();
  }
}

/**
 * Mail servers stand in internal networks, and on this machine where they are named so; never at an address of a cloud's
 * metadata.
 */
function connect(
  host: string,
  port: number,
  resolve: Resolver,
  done: (error: Error | null, given?: { connection: net.Socket }) => void,
): net.Socket | null {
  const entry = { name: host.toLowerCase(), wildcard: false, port: null };
  if (net.isIP(host) !== 0 && !mayDial(host, entry)) {
    done(new AddressRefused(host));
    return null;
  }
  const socket = net.connect({ host, port, lookup: guardedLookup(entry, resolve), timeout: CONNECT_TIMEOUT_MS });
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

/** The password as it is sent: a server may repeat the line that it refuses. */
function spelled(user: string, password: string): string[] {
  const inBase64 = (text: string) => Buffer.from(text).toString("base64");
  return password === "" ? [] : [password, inBase64(password), inBase64(`\0${user}\0${password}`)];
}

type MailError = Error & { code?: string; response?: string; responseCode?: number; command?: string };

/** What went wrong, with the server's own words. */
function sentenceOf(thrown: unknown, where: string, security: MailChannel["security"]): string {
  const error = thrown as MailError;
  const code = error.code ?? "";
  if (error instanceof AddressRefused) return `${where} may not be called: its address is not one of a mail server.`;
  if (security === "starttls" && error.response !== undefined && /STARTTLS/i.test(error.message))
    return `${where} does not offer STARTTLS, and nothing is sent without: ${said(error.response)}.`;
  if (error.response !== undefined) {
    const step =
      code === "EAUTH"
        ? "refused the login"
        : code === "EENVELOPE"
          ? "refused sender or recipient"
          : "refused the mail";
    return `${where} ${step}: ${said(error.response)}.`;
  }
  if (code === "EAUTH") return `${where} could not be logged into: ${said(error.message)}.`;
  if (/ENOTFOUND|EAI_AGAIN|EDNS/.test(`${code} ${error.message}`)) return `The name in ${where} was not found.`;
  if (/ECONNREFUSED/.test(`${code} ${error.message}`)) return `${where} refused the connection.`;
  if (code === "ETIMEDOUT") return `${where} did not answer in time: ${said(error.message)}.`;
  if (/certificate|self.signed|altname|ERR_TLS_CERT/i.test(`${code} ${error.message}`))
    return `The certificate of ${where} is not trusted: ${said(error.message)}.`;
  if (/wrong version number|packet length/i.test(error.message))
    return `${where} does not speak TLS from the first byte; choose STARTTLS or another port.`;
  return `${where} could not be used: ${said(error.message)}.`;
}

function said(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().replace(/\.$/, "");
  return `"${line.length <= MAX_SAID ? line : `${line.slice(0, MAX_SAID)}…`}"`;
}
