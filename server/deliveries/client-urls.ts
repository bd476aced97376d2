/** The clientUrls of an answer to `article_saved` (contract 6.3.3): which are kept, and what is wrong with the others. Pure. */
import type { DeliveryWarning } from "../contracts/delivery-states.ts";

/** Characters of a URL that browsers and servers still accept. */
export const MAX_CLIENT_URL = 8_192;

/** Warnings about single URLs; the facts of each are the names of its files. */
export const CLIENT_URL_WARNINGS = [
  "client_url_too_long",
  "client_url_scheme",
  "client_url_relative",
] as const satisfies DeliveryWarning[];

export type ClientUrlWarning = (typeof CLIENT_URL_WARNINGS)[number];

/** Whether a clientUrl is missing, empty or still the temporary reference: such an answer fails as `dummy_client_url`. */
export function isTemporary(url: unknown): boolean {
  return typeof url !== "string" || url.trim() === "" || url.startsWith("dummy-");
}

/**
 * @param base `callback_url`, which relative URLs are resolved against
 * @returns the URL to keep, null for none, and the warning that it deserves
 */
export function readClientUrl(url: string, base: string): { kept: string | null; warning: ClientUrlWarning | null } {
  if (url.length > MAX_CLIENT_URL) return { kept: null, warning: "client_url_too_long" };
  const whole = URL.parse(url);
  const resolved = whole ?? URL.parse(url, base);
  if (resolved === null || !/^https?:$/.test(resolved.protocol)) return { kept: null, warning: "client_url_scheme" };
  if (whole !== null) return { kept: url, warning: null };
  if (resolved.href.length > MAX_CLIENT_URL) return { kept: null, warning: "client_url_too_long" };
  return { kept: resolved.href, warning: "client_url_relative" };
}
