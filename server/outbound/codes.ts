/** Which failures of a delivery a retry can fix, and which facts Galley stores about them. */
import type { DeliveryCode } from "../contracts/delivery-states.ts";

/** current_secret, former_secret: the site rejected the signature with the project's other secret. */
export type AttemptReason = "saved" | "retry" | "manual" | "restart" | "published" | "current_secret" | "former_secret";

/** Values in the sentence of a code: host, IP address, asset names, the beginning of a response … */
export type Facts = Record<string, string | number | boolean | string[] | null>;

/** Characters of the site's message that are stored beside the attempt's response. */
export const MAX_SITE_WORDS = 2_000;
/** Limits: characters of any other fact and of each list entry; entries of a list. */
const MAX_FACT = 2_048;
const MAX_ENTRY = 300;
const MAX_ENTRIES = 20;

/** Cuts facts to the limits above, whatever a site sends. */
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

/** The first characters, as well-formed Unicode. */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

/** The site has decided, or its configuration must change first. The same request would fail again. */
const FINAL: ReadonlySet<DeliveryCode> = new Set([
  "invalid_credentials",
  "rejected_by_site",
  "dummy_client_url",
  "font_url_not_allowed",
]);

export function isRetried(code: DeliveryCode): boolean {
  return !FINAL.has(code);
}
