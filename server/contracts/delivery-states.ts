/** States, error codes and warnings of deliveries (contract 6.5). Sites and admins see these names. */

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

/** Defects of deliveries that the site accepted. */
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

/** Warnings of deliveries that the site confirmed without a complete download of the archive. */
export const ARCHIVE_WARNINGS = ["archive_not_downloaded", "archive_refused"] as const;

export type ArchiveWarning = (typeof ARCHIVE_WARNINGS)[number];

/** The first archive warning; null without one. */
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
