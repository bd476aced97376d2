/**
 * What a wrong signature looks like: the mistakes that sites make with contract 5.2, each tried until one gives exactly what
 * came. For the console's log only; an HTTP answer never says any of it. Pure.
 */
import { createHash, createHmac } from "node:crypto";

/** A wrong signature and all that it may have been made from. */
export interface SignatureCase {
  /** The header as it came. */
  given: string;
  materialId: string;
  /** What it might rightly have covered, one of them. */
  urls: readonly string[];
  /** What `urls` are. */
  urlName: "callback_url" | "content_url";
  /** The session's callback_url where a content_url is to be signed; null where it is not known. */
  callbackUrl: string | null;
  /** Of the request, without the question mark. */
  query: string;
  apiKey: string;
  /** Secrets that are accepted. */
  secrets: readonly string[];
  /** The secret before them, null where there is none or it still is one of them. */
  formerSecret: string | null;
  otherProjects: readonly { name: string; secret: string }[];
}

/** One way to get a part of it wrong; `fault` completes "it looks as if", "" for the right way. */
interface Guess<T> {
  value: T;
  fault: string;
}

const ALGORITHMS: Record<number, string> = { 16: "md5", 20: "sha1", 28: "sha224", 48: "sha384", 64: "sha512" };
const RIGHT_BYTES = 32;

/** One sentence, "" where it looks like no mistake that is known. */
export function diagnoseSignature(about: SignatureCase): string {
  const given = about.given.trim();
  if (given === "") return "The header is empty.";
  const secrets = [...about.secrets, ...(about.formerSecret === null ? [] : [about.formerSecret])];
  if (secrets.some((secret) => given.includes(secret)))
    return "The header holds the API secret itself instead of a signature made with it. Make a new secret: this one has crossed the network.";
  if (given === about.apiKey) return "The header holds the API key instead of a signature.";
  for (const { value: digest, fault: encoding } of digestsIn(about.given)) {
    const found = explain(digest, about);
    if (found === null) continue;
    const faults = [...found, encoding].filter((fault) => fault !== "");
    return faults.length === 0
      ? "The signature is right but for what stands around it."
      : `It looks as if ${faults.join(", and ")}.`;
  }
  return shapeOf(given);
}

/** The faults of key and message that give this digest; null where none does. */
function explain(digest: Buffer, about: SignatureCase): string[] | null {
  const algorithm = digest.length === RIGHT_BYTES ? "sha256" : ALGORITHMS[digest.length];
  if (algorithm === undefined) return null;
  const hash = algorithm === "sha256" ? "" : `it is an HMAC-${algorithm.toUpperCase()} instead of HMAC-SHA256`;
  const is = (bytes: Buffer) => bytes.equals(digest);
  const messages = messagesOf(about);
  for (const key of keysOf(about))
    for (const message of messages)
      if (is(createHmac(algorithm, key.value).update(message.value).digest())) return [hash, key.fault, message.fault];
  // Other projects may be many, so they are tried with the right message only.
  for (const { name, secret } of about.otherProjects)
    for (const { value } of messages.filter(({ fault }) => fault === ""))
      if (is(createHmac(algorithm, secret).update(value).digest()))
        return [hash, `it was made with the secret of another project, “${name}”`];
  for (const message of messages) {
    if (is(createHash(algorithm).update(message.value).digest()))
      return ["it is a plain hash without any key instead of an HMAC", message.fault];
    for (const secret of about.secrets)
      for (const text of [secret + message.value, message.value + secret, `${secret}:${message.value}`])
        if (is(createHash(algorithm).update(text).digest()))
          return ["it is a hash over secret and text instead of an HMAC", message.fault];
  }
  return null;
}

function keysOf({ secrets, formerSecret, apiKey }: SignatureCase): Guess<string>[] {
  const madeWith = (words: string) => `it was made with ${words}`;
  return [
    ...secrets.map((value) => ({ value, fault: "" })),
    { value: apiKey, fault: madeWith("the API key in the place of the secret") },
    ...(formerSecret === null
      ? []
      : [{ value: formerSecret, fault: madeWith("the former secret, which is not accepted any more") }]),
    ...secrets.flatMap((secret) => [
      { value: `${secret}\n`, fault: madeWith("the secret and a line break at its end") },
      { value: `${secret}\r\n`, fault: madeWith("the secret and a line break at its end") },
      { value: ` ${secret}`, fault: madeWith("the secret and a space before it") },
      { value: `${secret} `, fault: madeWith("the secret and a space behind it") },
      { value: `"${secret}"`, fault: madeWith("the secret in quotation marks") },
    ]),
    { value: "", fault: madeWith("an empty secret: is it set where the program runs?") },
  ];
}

function messagesOf({ materialId, urls, urlName, callbackUrl, query }: SignatureCase): Guess<string>[] {
  const over = (url: string) => `${materialId}:${url}`;
  const guesses: Guess<string>[] = urls.map((url) => ({ value: over(url), fault: "" }));
  const add = (fault: string, value: string) => void guesses.push({ value, fault: `it covers ${fault}` });
  if (callbackUrl !== null && urlName === "content_url") {
    add("the callback_url instead of the content_url", over(callbackUrl));
  }
  for (const url of urls) {
    if (url.endsWith("/")) add(`the ${urlName} without its trailing slash`, over(url.replace(/\/+$/, "")));
    else add(`the ${urlName} with a trailing slash`, over(`${url}/`));
    if (query !== "") add(`the ${urlName} with the query behind it`, over(`${url}?${query}`));
    add("the URL with another scheme", over(url.replace(/^http(s?):/, (_, s) => (s === "" ? "https:" : "http:"))));
    add("the path of the URL only", over(URL.parse(url)?.pathname ?? ""));
    add("the URL without its scheme", over(url.replace(/^https?:\/\//, "")));
    add(`the ${urlName} after it was URL-encoded`, over(encodeURIComponent(url)));
    add(`the ${urlName} after it was decoded`, over(decoded(url)));
    add(`a ${urlName} that a library rewrote`, over(URL.parse(url)?.href ?? ""));
    add("the two parts in the wrong order", `${url}:${materialId}`);
    add("the two parts without the colon between them", `${materialId}${url}`);
    add(`the ${urlName} alone`, url);
    add("a line break at its end", `${over(url)}\n`);
  }
  add("the material_id alone", materialId);
  // A guess that equals a right text would call a right one wrong.
  const right = new Set(urls.map(over));
  return guesses.filter(({ value, fault }) => fault === "" || !right.has(value));
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** The digests that a header may be meant as. */
function digestsIn(given: string): Guess<Buffer>[] {
  const found: Guess<Buffer>[] = [];
  // Node joins the values of a header that came more than once.
  const [, once] = /^(\S+), \1$/.exec(given.trim()) ?? [];
  const bare = (once ?? given).trim().replace(/^["'](.*)["']$/, "$1");
  const prefix = /^(?:hmac[-_ ]?)?(?:sha-?256|hmac|signature|bearer|basic)\s*[=: ]\s*/i.exec(bare)?.[0] ?? "";
  const text = bare.slice(prefix.length);
  const around =
    prefix !== ""
      ? `“${prefix.trim()}” stands before it`
      : once !== undefined
        ? "the header was sent twice"
        : text === given
          ? ""
          : "spaces or quotation marks stand around it";
  const also = (fault: string) => [fault, around].filter((part) => part !== "").join(", and ");
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) {
    const lower = text === text.toLowerCase();
    found.push({
      value: Buffer.from(text, "hex"),
      fault: also(lower ? "" : "it is written in upper-case hex instead of lower-case"),
    });
  }
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) {
    const bytes = Buffer.from(text, "base64");
    found.push({ value: bytes, fault: also("it is written in base64 instead of hex") });
    const inner = bytes.toString("latin1");
    if (/^(?:[0-9a-f]{2})+$/i.test(inner))
      found.push({ value: Buffer.from(inner, "hex"), fault: also("its hex was encoded once more, as base64") });
  }
  return found;
}

/** What can be said of a signature that nothing known gives. */
function shapeOf(given: string): string {
  if (/^[0-9a-f]{64}$/.test(given))
    return "It has the form of a signature, so secret or text are others than all that were tried here.";
  const bytes = /^[0-9a-f]+$/i.test(given) ? given.length / 2 : 0;
  const algorithm = ALGORITHMS[bytes];
  if (algorithm !== undefined)
    return `It has the length of ${algorithm.toUpperCase()}; HMAC-SHA256 in lower-case hex has 64 characters.`;
  return `It has ${given.length} characters; HMAC-SHA256 in lower-case hex has 64.`;
}
