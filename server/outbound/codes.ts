/** Which causes of a failed delivery trying again can mend, and what is kept of them. */
import type { DeliveryCode } from "../contracts/delivery-states.ts";

/** Why an attempt is made. current_secret, former_secret: the site rejected the signature with the project's other secret. */
export type AttemptReason = "saved" | "retry" | "manual" | "restart" | "published" | "current_secret" | "former_secret";

/** What a code's sentence names: host, address, asset names, the beginning of an answer … */
export type Facts = Record<string, string | number | boolean | string[] | null>;

/** Characters of the site's own words that are kept beside the attempt's stored answer. */
export const MAX_SITE_WORDS = 2_000;
/** Characters of any other fact, of each entry of a list; entries of a list. */
const MAX_FACT = 2_048;
const MAX_ENTRY = 300;
const MAX_ENTRIES = 20;

/** Facts cut to the limits above, as they are kept: so a list of deliveries stays small whatever sites wrote into them. */
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

/** The first characters of a text, none of them cut in half. */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

/** The site has decided, or must be told something else first: the same request again would end the same way. */
const FINAL: ReadonlySet<DeliveryCode> = new Set([
  "invalid_credentials",
  "rejected_by_site",
  "dummy_client_url",
  "font_url_not_allowed",
]);

export function isRetried(code: DeliveryCode): boolean {
  return !FINAL.has(code);
}
