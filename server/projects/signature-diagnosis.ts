/**
 * Diagnoses a wrong signature: tries common mistakes with contract 5.2 until one results in the received signature. Only
 * for the console; HTTP responses to the site never contain the diagnosis. Pure.
 */
import { createHash, createHmac } from "node:crypto";
import querystring from "node:querystring";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";

/** A wrong signature and everything that the site may have signed. */
export interface SignatureCase {
  given: string;
  materialId: string;
  /** The signature should cover one of these URLs. */
  urls: readonly string[];
  urlName: "callback_url" | "content_url";
  /** The session's callback_url, if the site should sign a content_url; null if unknown. */
  callbackUrl: string | null;
  query: string;
  apiKey: string;
  secrets: readonly string[];
  /** The previous secret; null without one, or while it is accepted. */
  formerSecret: string | null;
  /** A null name is left out of the diagnosis. */
  otherProjects: readonly { name: string | null; secret: string }[];
}

/** One way to build a part of the signature. `fault`: its mistake, "" for the correct way. */
interface Guess<T> {
  value: T;
  fault: Sentence | "";
}

const ALGORITHMS: Record<number, string> = {
  16: "md5",
  20: "sha1",
  28: "sha224",
  32: "sha256",
  48: "sha384",
  64: "sha512",
};

export function diagnoseSignature(about: SignatureCase): Sentence {
  const given = about.given.trim();
  if (given === "") return sentence("projects.header_empty");
  const secrets = [...about.secrets, ...(about.formerSecret === null ? [] : [about.formerSecret])];
  if (secrets.some((secret) => given.includes(secret))) return sentence("projects.header_secret");
  if (given === about.apiKey) return sentence("projects.header_key");
  for (const { value: digest, fault: encoding } of digestsIn(about.given)) {
    const found = explain(digest, about);
    const faults = found?.concat(encoding).filter((fault) => fault !== "");
    // Joins several faults: "…, and …".
    if (faults?.length)
      return sentence("projects.looks", {
        faults: faults.reduce((first, second) => sentence("projects.and", { first, second })),
      });
  }
  if (/^[0-9a-f]{64}$/.test(given)) return sentence("projects.unknown_secret");
  return sentence("projects.length", { count: given.length });
}

/** Finds the faults of key and message that result in this digest; null without a match. */
function explain(digest: Buffer, about: SignatureCase): (Sentence | "")[] | null {
  const algorithm = ALGORITHMS[digest.length];
  if (algorithm === undefined) return null;
  const hash =
    algorithm === "sha256" ? "" : sentence("projects.other_hash", { name: `HMAC-${algorithm.toUpperCase()}` });
  const is = (bytes: Buffer) => bytes.equals(digest);
  const messages = messagesOf(about);
  for (const key of keysOf(about))
    for (const message of messages)
      if (is(createHmac(algorithm, key.value).update(message.value).digest())) return [hash, key.fault, message.fault];
  // There may be many other projects, so they are tried only with the correct message.
  for (const { name, secret } of about.otherProjects)
    for (const { value } of messages.filter(({ fault }) => fault === ""))
      if (is(createHmac(algorithm, secret).update(value).digest()))
        return [
          hash,
          name === null ? sentence("projects.any_other_project") : sentence("projects.other_project", { name }),
        ];
  for (const message of messages)
    if (is(createHash(algorithm).update(message.value).digest()))
      return [sentence("projects.plain_hash"), message.fault];
  return null;
}

function keysOf({ secrets, formerSecret, apiKey }: SignatureCase): Guess<string>[] {
  return [
    ...secrets.map((value) => ({ value, fault: "" as const })),
    { value: apiKey, fault: sentence("projects.with_key") },
    ...(formerSecret === null ? [] : [{ value: formerSecret, fault: sentence("projects.with_former") }]),
    ...secrets
      .flatMap((secret) => [`${secret}\n`, `${secret}\r\n`, `${secret} `, `"${secret}"`])
      .map((value) => ({ value, fault: sentence("projects.with_around") })),
    { value: "", fault: sentence("projects.with_nothing") },
  ];
}

/** The correct texts first, because a guess may equal one of them. */
function messagesOf({ materialId, urls, urlName, callbackUrl, query }: SignatureCase): Guess<string>[] {
  const over = (url: string) => `${materialId}:${url}`;
  const guesses: Guess<string>[] = urls.map((url) => ({ value: over(url), fault: "" as const }));
  const add = (fault: Sentence, ...values: string[]) => void guesses.push(...values.map((value) => ({ value, fault })));
  const name = { url: urlName };
  if (callbackUrl !== null && urlName === "content_url") add(sentence("projects.over_callback"), over(callbackUrl));
  for (const url of urls) {
    add(sentence("projects.over_slash", name), over(url.endsWith("/") ? url.replace(/\/+$/, "") : `${url}/`));
    add(sentence("projects.over_query", name), over(`${url}?${query}`));
    add(sentence("projects.over_scheme"), over(url.replace(/^http(s?):/, (_, s) => (s === "" ? "https:" : "http:"))));
    const changed = [encodeURIComponent(url), querystring.unescape(url), URL.parse(url)?.href ?? ""];
    add(sentence("projects.over_changed", name), ...changed.map(over));
    const others = [`${url}:${materialId}`, `${materialId}${url}`, url, `${over(url)}\n`, materialId];
    add(sentence("projects.over_other", name), ...others);
  }
  return guesses;
}

function digestsIn(given: string): Guess<Buffer>[] {
  const text = given
    .trim()
    .replace(/^["'](.*)["']$/, "$1")
    .replace(/^(?:hmac[-_ ]?)?(?:sha-?256|hmac|signature|bearer|basic)\s*[=: ]\s*/i, "");
  const around = text === given ? "" : sentence("projects.around");
  const found: Guess<Buffer>[] = [];
  if (/^(?:[0-9a-f]{2})+$/i.test(text))
    found.push({
      value: Buffer.from(text, "hex"),
      fault: text === text.toLowerCase() ? around : sentence("projects.upper_case"),
    });
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text))
    found.push({ value: Buffer.from(text, "base64"), fault: sentence("projects.base64") });
  return found;
}
