/**
 * The rules of the session's `metadata` object (contract 2.5, 3.3, 5.3). It is kept to the letter, see json-text.ts.
 *
 * Glossary. clear metadata: as the site gave it, a `JsonText`; it is sent, never kept or shown. metadata: the same with
 * its credentials sealed, see metadata-seal.ts; the form in which every other room holds it.
 */
import { JsonText, type Member } from "../../core/json-text.ts";
import { isSecretName, isWorthHiding, MASK, maskText, secretsIn, spellings } from "../../core/masking.ts";

/** Set by the service alone; what comes in under these names is discarded. */
const SERVICE_KEYS: readonly string[] = ["version_id", "version_cdate"];
/** Taken from the incoming object only as a non-empty string. */
const EDITOR_KEYS: readonly string[] = ["user_email", "user_ip"];

/** Replaces a credential, see metadata-seal.ts. Matches the value of a member, with the colon before it. */
export const SEALED = /(:\s*)"galley-sealed:([A-Za-z0-9_-]*)"/g;
export const SEAL_MARK = '"galley-sealed:';

/**
 * JSON of a site in which no text looks sealed: where one would, its first letter is written as an escape, which means the
 * same.
 */
export const unlikeSealed = (json: string) => json.replaceAll(SEAL_MARK, '"\\u0067alley-sealed:');

/** A metadata object whose credentials are sealed, as stored. */
export class Metadata {
  readonly stored: string;

  constructor(stored: string) {
    this.stored = stored;
  }

  /** A member that is no credential, undefined where there is none. */
  read(key: string): unknown {
    return new JsonText(this.stored).member(key)?.parse();
  }

  /** For screens: dots in place of what is sealed and of whatever else has the name of a credential. */
  masked(): JsonText {
    return new JsonText(maskText(this.stored.replace(SEALED, `$1"${MASK}"`), []));
  }

  /** With the service's own values for some members, none of them a credential; members that are there keep their places. */
  with(values: Record<string, unknown>): Metadata {
    const texts = Object.entries(values).map(([key, value]) => [
      key,
      new JsonText(unlikeSealed(JSON.stringify(value))),
    ]);
    return new Metadata(new JsonText(this.stored).with(Object.fromEntries(texts)).text);
  }
}

export function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Whether an incoming member is kept: the rest is the service's own, or empty. */
const isTaken = ([key, value]: Member): boolean =>
  !SERVICE_KEYS.includes(key) && (!EDITOR_KEYS.includes(key) || isFilled(JSON.parse(value)));

/** Clear metadata of a first open. Contract 3.3. */
export function firstMetadata(incoming: JsonText | null): JsonText {
  return JsonText.ofMembers((incoming?.members() ?? []).filter(isTaken));
}

/** Clear metadata of a repeated open that brings some. Contract 3.3. */
export function mergeMetadata(stored: JsonText, incoming: JsonText): JsonText {
  const taken = incoming.members().filter(isTaken);
  const kept = stored
    .members()
    .filter(([key]) => [...SERVICE_KEYS, ...EDITOR_KEYS].includes(key) && !taken.some(([name]) => name === key));
  return JsonText.ofMembers([...taken, ...kept]);
}

/** What callbacks and archives always name, null where it is not known (contract 10, 6.2). */
const ALWAYS_SENT = {
  article_saved: ["user_email", "user_ip"],
  site_fonts_updated: ["editor_user_id", "version_id", "version_cdate", "user_email", "user_ip"],
} as const;

/** Clear or masked metadata as it is sent. */
export function sentMetadata(metadata: JsonText, event: keyof typeof ALWAYS_SENT): JsonText {
  const members = metadata.members();
  const lacking = ALWAYS_SENT[event].filter((key) => !members.some(([name]) => name === key));
  return JsonText.ofMembers([...members, ...lacking.map((key): Member => [key, "null"])]);
}

/**
 * Clear metadata of a save as an attempt sends it: its first-level credentials are those that the session has now, because
 * those of the save may have expired. Contract 6.1.
 */
export function withPresentCredentials(saved: JsonText, present: JsonText): JsonText {
  const credentials = new Map(present.members().filter(isCredential));
  const members = saved.members().filter((member) => credentials.has(member[0]) || !isCredential(member));
  return JsonText.ofMembers([...new Map([...members, ...credentials])]);
}

/** What the seal takes for a credential. */
const isCredential = ([key, value]: Member): boolean => isSecretName(key) && isWorthHiding(value);

/** User and password for the site's receiver, of whatever type the metadata has them. */
export function webhookCredentials(clear: JsonText): { user: unknown; password: unknown } {
  return {
    user: clear.member("webhook_auth_user")?.parse(),
    password: clear.member("webhook_auth_password")?.parse(),
  };
}

/** The Authorization header that callbacks carry (contract 5.3), null where the metadata asks for none. */
export function callbackAuthorization(clear: JsonText): string | null {
  const { user, password } = webhookCredentials(clear);
  if (!isFilled(user)) return null;
  if (isFilled(password)) return `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`;
  return user.startsWith("Bearer ") ? user : `Bearer ${user}`;
}

/** The texts to mask wherever the site's answer is shown or logged, because it might repeat them. */
export function secretsToMask(clear: JsonText): string[] {
  const authorization = callbackAuthorization(clear)?.replace(/^\w+ /, "");
  return spellings([...secretsIn(clear.text), ...(authorization === undefined ? [] : [authorization])]);
}
