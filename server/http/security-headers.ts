/** Security headers by kind of response. */
import type { RequestHandler, Response } from "express";

/**
 * api: JSON and archives. page: the console. docs: the page of swagger-ui. sandboxed: foreign content (uploads,
 * previews) with an opaque origin and without scripts. framed: such content that only its own origin may frame.
 */
export type ContentKind = "api" | "page" | "editor" | "docs" | "sandboxed" | "framed";

const PAGE_SOURCES = [
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "frame-src 'self'",
];

const INLINE_STYLE = "style-src 'self' 'unsafe-inline'";

const SANDBOXED = [
  "sandbox",
  "default-src 'none'",
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self' data:",
  INLINE_STYLE,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const POLICIES: Record<ContentKind, string> = {
  api: "default-src 'none'; frame-ancestors 'none'",
  page: policy("style-src 'self'", ...PAGE_SOURCES),
  // The preview of free HTML is a frame without a URL and inherits the page's policy.
  editor: policy(INLINE_STYLE, ...PAGE_SOURCES),
  docs: policy(INLINE_STYLE, "img-src 'self' data:"),
  sandboxed: SANDBOXED,
  framed: `${SANDBOXED}; frame-ancestors 'self'`,
};

function policy(...more: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    ...more,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Disables unused features, so that an injected script cannot request them. */
const NO_DEVICES =
  "camera=(), microphone=(), display-capture=(), geolocation=(), midi=(), bluetooth=(), hid=(), serial=(), usb=()";

const FRAMING: Partial<Record<ContentKind, string | null>> = { sandboxed: null, framed: "SAMEORIGIN" };

/** Replaces the headers of a wider path. */
export function setSecurityHeaders(res: Response, kind: ContentKind): void {
  res.removeHeader("X-Powered-By");
  res.setHeader("Content-Security-Policy", POLICIES[kind]);
  res.setHeader("Permissions-Policy", NO_DEVICES);
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("Referrer-Policy", "no-referrer");
  const framing = FRAMING[kind];
  if (framing === null) res.removeHeader("X-Frame-Options");
  else res.setHeader("X-Frame-Options", framing ?? "DENY");
}

export function securityHeaders(kind: ContentKind): RequestHandler {
  return (_req, res, next) => {
    setSecurityHeaders(res, kind);
    next();
  };
}
