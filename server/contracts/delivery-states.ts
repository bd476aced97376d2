/** What becomes of a delivery, and the causes of its failure (contract 6.5). The names are part of what sites and admins read. */

export const DELIVERY_CODES = [
  "dns_not_found",
  "connection_refused",
  "connection_lost",
  "tls_untrusted",
  "tls_expired",
  "connect_timeout",
  "answer_timeout",
  "redirect_refused",
  "host_not_allowed",
  "invalid_credentials",
  "protocol_error",
  "http_status",
  "not_json",
  "no_rc",
  "answer_too_large",
  "interrupted",
  "rejected_by_site",
  "dummy_client_url",
  "font_url_not_allowed",
  "cancelled",
] as const;

export type DeliveryCode = (typeof DELIVERY_CODES)[number];

/** What a delivery lacks although the site accepted it. */
export const DELIVERY_WARNINGS = [
  "archive_not_downloaded",
  "archive_refused",
  "no_client_urls",
  "missing_client_urls",
  "file_missing",
  "client_url_too_long",
  "client_url_scheme",
  "client_url_relative",
  "no_font_urls",
] as const;

export type DeliveryWarning = (typeof DELIVERY_WARNINGS)[number];

/** Warnings of a delivery whose archive the site never downloaded whole: the site cannot have what it confirmed. */
export const ARCHIVE_WARNINGS = ["archive_not_downloaded", "archive_refused"] as const;

export type ArchiveWarning = (typeof ARCHIVE_WARNINGS)[number];

/** The archive warning among them, null without one. */
export function archiveWarning(warnings: readonly string[]): ArchiveWarning | null {
  return ARCHIVE_WARNINGS.find((one) => warnings.includes(one)) ?? null;
}

export const DELIVERY_STATES = [
  "pending",
  "sending",
  "delivered",
  "rejected",
  "failed",
  "exhausted",
  "superseded",
  "held",
] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];
