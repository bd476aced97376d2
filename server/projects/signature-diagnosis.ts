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

const ALGORITHMS: Record<number, string> = { 16: "md5", 20: "sha1", 28: "sha224", 48: "sha384", 64: "sha512" };
const SHA256_BYTES = 32;

export function diagnoseSignature(about: SignatureCase): Sentence {
  const given = about.given.trim();
  if (given === "") return sentence("projects.header_empty");
  const secrets = [...about.secrets, ...(about.formerSecret === null ? [] : [about.formerSecret])];
  if (secrets.some((secret) => given.includes(secret))) return sentence("projects.header_secret");
  if (given === about.apiKey) return sentence("projects.header_key");
  for (const { value: digest, fault: encoding } of digestsIn(about.given)) {
    const found = explain(digest, about);
    if (found === null) continue;
    const faults = allOf([...found, encoding]);
    return faults === "" ? sentence("projects.only_around") : sentence("projects.looks", { faults });
  }
  return shapeOf(given);
}

/** Joins several faults: "…, and …". */
function allOf(faults: readonly (Sentence | "")[]): Sentence | "" {
  return faults.reduce((first, second) => {
    if (first === "" || second === "") return first || second;
    return sentence("projects.and", { first, second });
  }, "");
}

/** Finds the faults of key and message that result in this digest; null without a match. */
function explain(digest: Buffer, about: SignatureCase): (Sentence | "")[] | null {
  const algorithm = digest.length === SHA256_BYTES ? "sha256" : ALGORITHMS[digest.length];
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
    ...secrets.flatMap((secret) => [
      { value: `${secret}\n`, fault: sentence("projects.with_break") },
      { value: `${secret}\r\n`, fault: sentence("projects.with_break") },
      { value: `${secret} `, fault: sentence("projects.with_space_after") },
      { value: `"${secret}"`, fault: sentence("projects.with_quotes") },
    ]),
    { value: "", fault: sentence("projects.with_nothing") },
  ];
}

function messagesOf({ materialId, urls, urlName, callbackUrl, query }: SignatureCase): Guess<string>[] {
  const over = (url: string) => `${materialId}:${url}`;
  const guesses: Guess<string>[] = urls.map((url) => ({ value: over(url), fault: "" as const }));
  const add = (fault: Sentence, value: string) => void guesses.push({ value, fault });
  const name = { url: urlName };
  if (callbackUrl !== null && urlName === "content_url") {
    add(sentence("projects.over_callback"), over(callbackUrl));
  }
  for (const url of urls) {
    if (url.endsWith("/")) add(sentence("projects.over_no_slash", name), over(url.replace(/\/+$/, "")));
    else add(sentence("projects.over_slash", name), over(`${url}/`));
    if (query !== "") add(sentence("projects.over_query", name), over(`${url}?${query}`));
    add(sentence("projects.over_scheme"), over(url.replace(/^http(s?):/, (_, s) => (s === "" ? "https:" : "http:"))));
    add(sentence("projects.over_encoded", name), over(encodeURIComponent(url)));
    add(sentence("projects.over_decoded", name), over(querystring.unescape(url)));
    add(sentence("projects.over_rewritten", name), over(URL.parse(url)?.href ?? ""));
    add(sentence("projects.over_swapped"), `${url}:${materialId}`);
    add(sentence("projects.over_no_colon"), `${materialId}${url}`);
    add(sentence("projects.over_url", name), url);
    add(sentence("projects.over_break"), `${over(url)}\n`);
  }
  add(sentence("projects.over_material"), materialId);
  // Drops guesses that equal a correct text.
  const right = new Set(urls.map(over));
  return guesses.filter(({ value, fault }) => fault === "" || !right.has(value));
}

function digestsIn(given: string): Guess<Buffer>[] {
  const found: Guess<Buffer>[] = [];
  const bare = given.trim().replace(/^["'](.*)["']$/, "$1");
  const prefix = /^(?:hmac[-_ ]?)?(?:sha-?256|hmac|signature|bearer|basic)\s*[=: ]\s*/i.exec(bare)?.[0] ?? "";
  const text = bare.slice(prefix.length);
  const around =
    prefix !== ""
      ? sentence("projects.prefix", { text: prefix.trim() })
      : text === given
        ? ""
        : sentence("projects.around");
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) {
    const lower = text === text.toLowerCase();
    found.push({
      value: Buffer.from(text, "hex"),
      fault: allOf([lower ? "" : sentence("projects.upper_case"), around]),
    });
  }
  if (/^[A-Za-z0-9+/_-]+={0,2}$/.test(text))
    found.push({ value: Buffer.from(text, "base64"), fault: allOf([sentence("projects.base64"), around]) });
  return found;
}

function shapeOf(given: string): Sentence {
  if (/^[0-9a-f]{64}$/.test(given)) return sentence("projects.unknown_secret");
  const bytes = /^[0-9a-f]+$/i.test(given) ? given.length / 2 : 0;
  const algorithm = ALGORITHMS[bytes];
  if (algorithm !== undefined) return sentence("projects.length_of", { name: algorithm.toUpperCase() });
  return sentence("projects.length", { count: given.length });
}
