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
