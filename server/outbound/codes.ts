/** Defines which failures of a delivery are retried, and which facts Galley stores about them. */
import type { DeliveryCode } from "../contracts/delivery-states.ts";

/** current_secret, former_secret: the secret of a second attempt, after the site rejected the other one. */
export type AttemptReason = "saved" | "retry" | "manual" | "restart" | "published" | "current_secret" | "former_secret";

/** Values in the sentence of a code: host, IP address, asset names, the beginning of a response … */
export type Facts = Record<string, string | number | boolean | string[] | null>;

/** Maximum length of the stored site's message, in characters. The attempt also has the whole response. */
export const MAX_SITE_WORDS = 2_000;
/** Limits: characters of any other fact and of each list entry; entries of a list. */
const MAX_FACT = 2_048;
const MAX_ENTRY = 300;
const MAX_ENTRIES = 20;

/** Cuts facts to the limits above. */
export function boundedFacts(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "string"
        ? beginningOf(value, MAX_FACT)
        : Array.isArray(value)
          ? value.slice(0, MAX_ENTRIES).map((entry) => beginningOf(entry, MAX_ENTRY))
          : value,
    ]),
  );
}

/** Returns the first characters, as well-formed Unicode. */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

/** Codes that are not retried, because the same request would fail again until the site or its settings change. */
const FINAL: ReadonlySet<DeliveryCode> = new Set([
  "invalid_credentials",
  "rejected_by_site",
  "dummy_client_url",
  "font_url_not_allowed",
]);

export function isRetried(code: DeliveryCode): boolean {
  return !FINAL.has(code);
}
