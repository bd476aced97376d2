/**
 * What nobody may read on a screen, in a log or in a stored conversation: values whose names say that they are
 * credentials, wherever sites put them, and the same values where somebody repeats them. What is sent is never masked.
 *
 * Credentials in an address (`https://name:password@host/`) are not sent either: they would become an Authorization
 * header that contract 5.3 does not know.
 */
import { replaceMembers } from "./json-text.ts";

export const MASK = "•••";

/** Every secret name contains one of these, so most names are decided here, at little cost. */
const HINT = /pas|pwd|secr|tok|cred|bear|cook|sig|hmac|nonce|jwt|srf|ses|auth|key|priv|otp|[^\0-\x7f]/i;
/** Part of a name, however its words are joined: `webhookPassword`, `WEBHOOK_PASSWORD`, `phpsessid`. */
const ANYWHERE =
  /passw|passphrase|passcode|passkey|pwd|secret(?!ar)|token|credential|bearer|cookie|signature|hmac|nonce|jwt|csrf|xsrf|sess(?:ion)?id|auth(?!or(?!i[sz]))|(?:api|app|access|client|encryption|license|master|private|secret|signing|ssh)key(?!word|board|note)/;
/** A word of a name; `monkey` and `keywords` hold none. */
const WORDS = new Set(["pass", "private", "sig", "otp", "key", "keys"]);
/** Names whose `key` opens nothing. */
const HARMLESS_KEYS = /(?:^|_)(?:public|meta|cache|sort|primary|foreign|translation|field|i18n)_keys?$/;

/**
 * Whether a name says that its value is a credential: `webhook_auth_password`, `apiKey`, `X-Auth-Token`, `PRIVATE_KEY`.
 * Rather one name too many: what is masked is only harder to read.
 */
export function isSecretName(name: string): boolean {
  if (!HINT.test(name)) return false;
  const before = judged.get(name);
  if (before !== undefined) return before;
  if (judged.size >= MAX_JUDGED) judged.clear();
  const isSecret = judge(name);
  if (name.length <= 64) judged.set(name, isSecret);
  return isSecret;
}

/** Decided names: sites use the same few again and again. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 1_000;

function judge(name: string): boolean {
  // A longer name is no name; only its ends are looked at.
  const short = name.length <= 200 ? name : `${name.slice(0, 100)}${name.slice(-100)}`;
  const snake = short
    .normalize("NFKC")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
  if (ANYWHERE.test(snake) || ANYWHERE.test(snake.replaceAll("_", ""))) return true;
  const words = snake.split("_");
  if (!words.some((word) => WORDS.has(word))) return false;
  return !HARMLESS_KEYS.test(snake) || words.some((word) => WORDS.has(word) && !word.startsWith("key"));
}

/** Whether a value, as JSON wrote it, can be a secret at all: a switch or an empty value gives nothing away. */
export function isWorthHiding(value: string): boolean {
  return !/^(?:null|true|false|""|\[\s*\]|\{\s*\})?$/.test(value);
}

/** Every member of JSON whose name is a secret's, at any depth, as dots. The text may be cut off, or no JSON. */
export function maskMembers(text: string): string {
  return replaceMembers(text, isSecretName, (value) => (isWorthHiding(value) ? `"${MASK}"` : value));
}

/** Parameters with secret names and passwords, in an address or in a text with addresses, as dots. */
export function maskUrls(text: string): string {
  return text
    .replace(/(:\/\/)[^/?#\s"'<>\\]{1,2000}@/g, `$1${MASK}@`)
    .replace(/([?&;#])([\w.[\]%-]{1,200})=([^&#;"'\\\s<>]+)/g, (all, before: string, name: string) =>
      isSecretName(decoded(name)) ? `${before}${name}=${MASK}` : all,
    );
}

/** Tokens of editors and previews as the appliance makes them (server/api/editor/tokens.ts), wherever they stand, as dots. */
export function maskTokens(text: string): string {
  return text.replace(/\b[0-9a-z]{1,9}-[\w-]{43,}/g, MASK);
}

const MAIL_ADDRESS = /[^\s<>"'`,;:()[\]|@]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

/** People's mail addresses as dots. */
export function maskMailAddresses(text: string): string {
  return text.replace(MAIL_ADDRESS, MASK);
}

/** One address, whatever way its password is written. */
export function maskAddress(url: string): string {
  return maskUrls(maskCredentials(url));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Text that a site sent or is sent, for people. @param secrets values to be hidden wherever they stand, see `spellings` */
export function maskText(text: string, secrets: readonly string[]): string {
  const without = secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  return maskUrls(maskMembers(without));
}

const MIN_SECRET = 6;
const MAX_SECRET = 8_192;
const MAX_SECRETS = 64;

/** The secrets that stand in JSON: every text under a name that is a secret's. */
export function secretsIn(json: string): string[] {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (found.size >= MAX_SECRETS) return;
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  replaceMembers(json, isSecretName, (value) => {
    if (isWorthHiding(value)) collect(JSON.parse(value));
    return value;
  });
  return [...found];
}

/**
 * The ways in which an answer may repeat secrets: as they are, in JSON with escapes as JavaScript or as PHP writes them, in
 * an address. Secrets that are very short are left out, because they would mask half of every text, and very long ones,
 * because they are none.
 */
export function spellings(secrets: readonly string[]): string[] {
  const all = secrets
    .filter(({ length }) => length >= MIN_SECRET && length <= MAX_SECRET)
    .flatMap((secret) => {
      const inJson = JSON.stringify(secret).slice(1, -1);
      const inPhp = inJson
        .replaceAll("/", "\\/")
        .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
      return [secret, inJson, inPhp, encodeURIComponent(secret.toWellFormed())];
    });
  // Longer ones first, because one may contain another.
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

/** Headers that are no secrets, though they sound like one: the signature is what integrators look for. */
const SHOWN_HEADERS = new Set(["x-service-signature", "www-authenticate", "proxy-authenticate"]);

/** Headers of a request or an answer, for people. */
export function maskHeaders(headers: readonly [string, string][], secrets: readonly string[]): [string, string][] {
  return headers.map(([name, value]) => {
    const isHidden = isSecretName(name) && isWorthHiding(value) && !SHOWN_HEADERS.has(name.toLowerCase());
    return [name, isHidden ? MASK : maskText(value, secrets)];
  });
}

export function hasCredentials(url: URL): boolean {
  return url.username !== "" || url.password !== "";
}

/** The same address without name and password. */
export function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

/** An address for screens and logs, with dots in place of name and password; any other text as it is. */
export function maskCredentials(text: string): string {
  const url = URL.parse(text);
  return url === null || !hasCredentials(url) ? text : text.replace(/^([^/\\]*[/\\]+)[^/\\?#]*@/, "$1•••@");
}
