/**
 * The rules of the session's `metadata` object (contract 2.5, 3.3, 5.3). Its exact JSON text is kept, see json-text.ts.
 *
 * Glossary. clear metadata: as the site sent it, a `JsonText`; sent to the site, never stored or shown. metadata: the same
 * with its credentials sealed (createMetadataSeal); all other modules use this form.
 */
import { JsonText, type Member, replaceMembers } from "../../core/json-text.ts";
import { canBeSecret, isSecretName, MASK, maskText, secretsIn, spellings } from "../../core/masking.ts";
import type { SecretBox } from "../../storage/secret-box.ts";

/** Only the service sets these; incoming values are discarded. */
const SERVICE_KEYS: readonly string[] = ["version_id", "version_cdate"];
/** Accepted only as non-empty strings. */
const EDITOR_KEYS: readonly string[] = ["user_email", "user_ip"];

/** Matches a sealed credential with the colon before it. */
const SEALED = /(:\s*)"galley-sealed:([A-Za-z0-9_-]*)"/g;
const SEAL_MARK = '"galley-sealed:';

/** Escapes the first letter of texts in a site's JSON that look sealed. The parsed value stays the same. */
const unlikeSealed = (json: string) => json.replaceAll(SEAL_MARK, '"\\u0067alley-sealed:');

/** A metadata object whose credentials are sealed, as stored. */
export class Metadata {
  readonly stored: string;

  constructor(stored: string) {
    this.stored = stored;
  }

  /** A member that is not a credential; undefined if absent. */
  read(key: string): unknown {
    return new JsonText(this.stored).member(key)?.parse();
  }

  /** For screens: dots replace sealed values and all other values that are named like a credential. */
  masked(): JsonText {
    return new JsonText(maskText(this.stored.replace(SEALED, `$1"${MASK}"`), []));
  }

  /** Sets members to the service's own values, which are not credentials. Existing members keep their order. */
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

/** Whether an incoming member is kept: not one of the service's own, and not an empty editor key. */
const isAccepted = ([key, value]: Member): boolean =>
  !SERVICE_KEYS.includes(key) && (!EDITOR_KEYS.includes(key) || isFilled(JSON.parse(value)));

/** Clear metadata of a first open. Contract 3.3. */
export function firstMetadata(incoming: JsonText | null): JsonText {
  return JsonText.ofMembers((incoming?.members() ?? []).filter(isAccepted));
}

/** Clear metadata of a repeated open that sends metadata. Contract 3.3. */
export function mergeMetadata(stored: JsonText, incoming: JsonText): JsonText {
  const accepted = incoming.members().filter(isAccepted);
  const kept = stored
    .members()
    .filter(([key]) => [...SERVICE_KEYS, ...EDITOR_KEYS].includes(key) && !accepted.some(([name]) => name === key));
  return JsonText.ofMembers([...accepted, ...kept]);
}

/** Keys that callbacks and archives always contain, null if unknown (contract 2.5, 6.1, 6.2). */
const ALWAYS_SENT = {
  article_saved: ["user_email", "user_ip"],
  site_fonts_updated: ["editor_user_id", "version_id", "version_cdate", "user_email", "user_ip"],
} as const;

/** Clear or masked metadata with all keys that are always sent. */
export function sentMetadata(metadata: JsonText, event: keyof typeof ALWAYS_SENT): JsonText {
  const members = metadata.members();
  const lacking = ALWAYS_SENT[event].filter((key) => !members.some(([name]) => name === key));
  return JsonText.ofMembers([...members, ...lacking.map((key): Member => [key, "null"])]);
}

/** Replaces a save's first-level credentials with the session's current ones, because the old may have expired. Contract 6.1. */
export function withPresentCredentials(saved: JsonText, present: JsonText): JsonText {
  const credentials = new Map(present.members().filter(isCredential));
  const members = saved.members().filter((member) => credentials.has(member[0]) || !isCredential(member));
  return JsonText.ofMembers([...new Map([...members, ...credentials])]);
}

const isCredential = ([key, value]: Member): boolean => isSecretName(key) && canBeSecret(value);

/** User and password for the site's receiver, with the types that the metadata has. */
export function webhookCredentials(clear: JsonText): { user: unknown; password: unknown } {
  return {
    user: clear.member("webhook_auth_user")?.parse(),
    password: clear.member("webhook_auth_password")?.parse(),
  };
}

/** The Authorization header of callbacks (contract 5.3); null if the metadata requires none. */
export function callbackAuthorization(clear: JsonText): string | null {
  const { user, password } = webhookCredentials(clear);
  if (!isFilled(user)) return null;
  if (isFilled(password)) return `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`;
  return user.startsWith("Bearer ") ? user : `Bearer ${user}`;
}

/** The texts to mask in the site's responses before they are shown or logged, because a response might repeat them. */
export function secretsToMask(clear: JsonText): string[] {
  const authorization = callbackAuthorization(clear)?.replace(/^\w+ /, "");
  return spellings([...secretsIn(clear.text), ...(authorization === undefined ? [] : [authorization])]);
}

/** Replaces every sealed value but the first. */
const EMPTY = `${SEAL_MARK}"`;

/** Bound to the session, not the version: the versions of a session share its credentials. */
const purpose = (sessionId: string) => `metadata ${sessionId}`;

export type MetadataSeal = ReturnType<typeof createMetadataSeal>;

/**
 * Encrypts credentials in stored metadata. The text has `"galley-sealed:…"` in place of each credential. The first placeholder contains all
 * values, encrypted together under the master key and bound to the session.
 */
export function createMetadataSeal(box: SecretBox) {
  return {
    /** @param clear members must have distinct names, as `firstMetadata` and `mergeMetadata` ensure */
    seal(sessionId: string, { text }: JsonText): Metadata {
      const values: string[] = [];
      const stored = replaceMembers(unlikeSealed(text), isSecretName, (value) => {
        if (!canBeSecret(value)) return value;
        values.push(value);
        return EMPTY;
      });
      if (values.length === 0) return new Metadata(stored);
      const sealed = box.seal(JSON.stringify(values), purpose(sessionId)).toString("base64url");
      return new Metadata(stored.replace(EMPTY, `${SEAL_MARK}${sealed}"`));
    },
    /** @throws if it was sealed under another key or for another session */
    open(sessionId: string, { stored }: Metadata): JsonText {
      if (!isSealed(stored)) return new JsonText(stored);
      let values: string[] = [];
      let next = 0;
      return new JsonText(
        stored.replace(SEALED, (_place, before: string, sealed: string) => {
          if (sealed !== "") values = JSON.parse(box.open(Buffer.from(sealed, "base64url"), purpose(sessionId)));
          return before + (values[next++] ?? "null");
        }),
      );
    },
  };
}

/** Whether a stored text has sealed credentials. */
export function isSealed(stored: string): boolean {
  return stored.includes(SEAL_MARK) && stored.search(SEALED) !== -1;
}

/** Removes the sealed values of a stored text, for a lost key; below the first level they become null. */
export function withoutSealed(stored: string): string {
  const members = new JsonText(stored).members().filter(([, value]) => !value.startsWith(SEAL_MARK));
  return JsonText.ofMembers(members).text.replace(SEALED, "$1null");
}
