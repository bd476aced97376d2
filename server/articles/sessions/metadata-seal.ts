/**
 * Encrypts credentials in stored metadata. The text has `"galley-sealed:…"` in place of each; the first of these carries
 * all values, encrypted together under the master key for their session.
 */
import { JsonText, replaceMembers } from "../../core/json-text.ts";
import { isSecretName, isWorthHiding } from "../../core/masking.ts";
import type { SecretBox } from "../../storage/secret-box.ts";
import { Metadata, SEAL_MARK, SEALED, unlikeSealed } from "./metadata.ts";

/** Replaces every sealed value but the first. */
const EMPTY = `${SEAL_MARK}"`;

/** Bound to the session, not the version: the versions of a session share its credentials. */
const purpose = (sessionId: string) => `metadata ${sessionId}`;

export type MetadataSeal = ReturnType<typeof createMetadataSeal>;

export function createMetadataSeal(box: SecretBox) {
  return {
    /** @param clear members must have distinct names, as `firstMetadata` and `mergeMetadata` ensure */
    seal(sessionId: string, { text }: JsonText): Metadata {
      const values: string[] = [];
      const stored = replaceMembers(unlikeSealed(text), isSecretName, (value) => {
        if (!isWorthHiding(value)) return value;
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
