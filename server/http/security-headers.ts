/** The security headers of every answer, by what the answer is (contract 5.4). */
import type { RequestHandler } from "express";

/**
 * api: JSON and archives. page: an app of ours, its files beside it. editor: such a page that shows previews in a frame. docs: the documentation page, which swagger-ui
 * draws. sandboxed: somebody else's content (uploaded media, the preview): no script ever runs, an opaque origin.
 */
export type ContentKind = "api" | "page" | "editor" | "docs" | "sandboxed";

const PAGE_SOURCES = ["img-src 'self' data: blob:", "media-src 'self' blob:", "font-src 'self' data:"];

/** Style alone may be inline: an article shown in a frame without an address has the policy of the page around it. */
const POLICIES: Record<ContentKind, string> = {
  api: "default-src 'none'; frame-ancestors 'none'",
  page: policy(...PAGE_SOURCES),
  editor: policy(...PAGE_SOURCES, "frame-src 'self'"),
  docs: policy("img-src 'self' data:"),
  sandboxed: [
    "sandbox",
    "default-src 'none'",
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self' data:",
    "style-src 'self' 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
};

function policy(...more: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    ...more,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** None of our pages has a use for these: whoever gets a script into one is not even asked about. */
const NO_DEVICES = [
  "camera",
  "microphone",
  "display-capture",
  "geolocation",
  "midi",
  "bluetooth",
  "hid",
  "serial",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** Sets the headers; a later one for a narrower path replaces them. Sandboxed content may be framed, nothing else. */
export function securityHeaders(kind: ContentKind): RequestHandler {
  return (_req, res, next) => {
    res.removeHeader("X-Powered-By");
    res.setHeader("Content-Security-Policy", POLICIES[kind]);
    res.setHeader("Permissions-Policy", NO_DEVICES);
    res.setHeader("X-Content-Type-Options", "nosniff");
    res.setHeader("Referrer-Policy", "no-referrer");
    if (kind === "sandboxed") res.removeHeader("X-Frame-Options");
    else res.setHeader("X-Frame-Options", "DENY");
    next();
  };
}
