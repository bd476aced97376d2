/** The clientUrls of a response to `article_saved` (contract 6.3.3): the accepted ones, and warnings. Pure. */
import type { DeliveryWarning } from "../contracts/delivery-states.ts";

export const MAX_CLIENT_URL = 8_192;

/** Warnings about single URLs; their facts are file names. */
export const CLIENT_URL_WARNINGS = [
  "client_url_too_long",
  "client_url_scheme",
  "client_url_relative",
] as const satisfies DeliveryWarning[];

export type ClientUrlWarning = (typeof CLIENT_URL_WARNINGS)[number];

/** Missing, empty or still the temporary reference: the response fails as `dummy_client_url`. */
export function isTemporary(url: unknown): boolean {
  return typeof url !== "string" || url.trim() === "" || url.startsWith("dummy-");
}

/** The URL to store, null for none, and its warning. Relative URLs are resolved against `base`, the `callback_url`. */
export function readClientUrl(url: string, base: string): { kept: string | null; warning: ClientUrlWarning | null } {
  if (url.length > MAX_CLIENT_URL) return { kept: null, warning: "client_url_too_long" };
  const whole = URL.parse(url);
  const resolved = whole ?? URL.parse(url, base);
  if (resolved === null || !/^https?:$/.test(resolved.protocol)) return { kept: null, warning: "client_url_scheme" };
  if (whole !== null) return { kept: url, warning: null };
  if (resolved.href.length > MAX_CLIENT_URL) return { kept: null, warning: "client_url_too_long" };
  return { kept: resolved.href, warning: "client_url_relative" };
}
