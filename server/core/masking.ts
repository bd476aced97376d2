/**
 * Masks credentials on screens, in logs and in stored requests: values with secret names, and repetitions of these
 * values. Sent data is never masked.
 * Credentials in URLs (`https://name:password@host/`) are not sent: they would become an Authorization header that
 * contract 5.3 does not define.
 */
import querystring from "node:querystring";
import { replaceMembers } from "./json-text.ts";

export const MASK = "•••";

/** Every secret name contains one of these: a quick first check. */
const HINT = /pas|pwd|secr|tok|cred|bear|cook|sig|hmac|nonce|jwt|srf|ses|auth|key|priv|otp|[^\0-\x7f]/i;
/** Anywhere in a name, regardless of how its words are joined: `webhookPassword`, `WEBHOOK_PASSWORD`, `phpsessid`. */
const ANYWHERE =
  /passw|passphrase|passcode|passkey|pwd|secret(?!ar)|token|credential|bearer|cookie|signature|hmac|nonce|jwt|csrf|xsrf|sess(?:ion)?id|auth(?!or(?!i[sz]))|(?:api|app|access|client|encryption|license|master|private|secret|signing|ssh)key(?!word|board|note)/;
/** As a whole word of a name; not `monkey` or `keywords`. */
const WORDS = new Set(["pass", "private", "sig", "otp", "key", "keys"]);
/** Names in which `key` does not mean a secret. */
const HARMLESS_KEYS = /(?:^|_)(?:public|meta|cache|sort|primary|foreign|translation|field|i18n)_keys?$/;

/** Whether a name denotes a credential, such as `apiKey` or `X-Auth-Token`. A false positive masks a harmless value. */
export function isSecretName(name: string): boolean {
  if (!HINT.test(name)) return false;
  const before = judged.get(name);
  if (before !== undefined) return before;
  if (judged.size >= MAX_JUDGED) judged.clear();
  const isSecret = judge(name);
  if (name.length <= 64) judged.set(name, isSecret);
  return isSecret;
}

/** Cache: sites use the same few names. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 1_000;

function judge(name: string): boolean {
  // Only the ends of a very long name are checked.
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

/** Whether a JSON value can be a secret: booleans and empty values cannot. */
export function canBeSecret(value: string): boolean {
  return !/^(?:null|true|false|""|\[\s*\]|\{\s*\})?$/.test(value);
}

/** Masks JSON members with secret names, at any depth. The text may be truncated or invalid. */
export function maskMembers(text: string): string {
  return replaceMembers(text, isSecretName, (value) => (canBeSecret(value) ? `"${MASK}"` : value));
}

/** Masks secret parameters and passwords in a URL or a text with URLs. */
export function maskUrls(text: string): string {
  return text
    .replace(/(:\/\/)[^/?#\s"'<>\\]{1,2000}@/g, `$1${MASK}@`)
    .replace(/([?&;#])([\w.[\]%-]{1,200})=([^&#;"'\\\s<>]+)/g, (all, before: string, name: string) =>
      isSecretName(querystring.unescape(name)) ? `${before}${name}=${MASK}` : all,
    );
}

/** Masks editor and preview tokens. */
export function maskTokens(text: string): string {
  return text.replace(/\b[0-9a-z]{1,9}-[\w-]{43,}/g, MASK);
}

const MAIL_ADDRESS = /[^\s<>"'`,;:()[\]|@]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

export function maskMailAddresses(text: string): string {
  return text.replace(MAIL_ADDRESS, MASK);
}

/** Masks one URL, including any form of password. */
export function maskAddress(url: string): string {
  return maskUrls(maskCredentials(url));
}

/** Masks text sent by or to a site. @param secrets values to mask anywhere, see `spellings` */
export function maskText(text: string, secrets: readonly string[]): string {
  const without = secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
  return maskUrls(maskMembers(without));
}

const MIN_SECRET = 6;
const MAX_SECRET = 8_192;
const MAX_SECRETS = 64;

/** Returns the strings under secret names in JSON. */
export function secretsIn(json: string): string[] {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (found.size >= MAX_SECRETS) return;
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  replaceMembers(json, isSecretName, (value) => {
    if (canBeSecret(value)) collect(JSON.parse(value));
    return value;
  });
  return [...found];
}

/**
 * Returns the forms in which a response may repeat secrets: unchanged, with the JSON escapes of JavaScript or PHP, or
 * URL-encoded. Omits very short secrets, which would mask half of every text, and very long ones.
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
  // Longer ones first: one may contain another.
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

/** Not secret despite their names: integrators need the signature. */
const SHOWN_HEADERS = new Set(["x-service-signature", "www-authenticate", "proxy-authenticate"]);

export function maskHeaders(headers: readonly [string, string][], secrets: readonly string[]): [string, string][] {
  return headers.map(([name, value]) => {
    const isHidden = isSecretName(name) && canBeSecret(value) && !SHOWN_HEADERS.has(name.toLowerCase());
    return [name, isHidden ? MASK : maskText(value, secrets)];
  });
}

export function hasCredentials(url: URL): boolean {
  return url.username !== "" || url.password !== "";
}

export function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

/** Masks the name and password of a URL. Other text is unchanged. */
export function maskCredentials(text: string): string {
  const url = URL.parse(text);
  return url === null || !hasCredentials(url) ? text : text.replace(/^([^/\\]*[/\\]+)[^/\\?#]*@/, "$1•••@");
}
