/**
 * Keeps other people's web pages away from a site that listens on the loopback interface only.
 */
import type { RequestListener } from "node:http";
import type { RequestHandler } from "express";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Calls Express only for an address that it can read: any other it would answer with a page of its own. */
export function onlyReadableTargets(app: RequestListener): RequestListener {
  return (req, res) => {
    const target = req.url ?? "";
    if (target.startsWith("/") || (/^https?:\/\//i.test(target) && URL.canParse(target))) return app(req, res);
    const body = JSON.stringify({ detail: "What the request asks for is neither a path nor a web address." });
    res.writeHead(400, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
    });
    res.end(body);
  };
}

/** A foreign DNS name that was rebound to this machine arrives with that name as Host. */
export const onlyLoopbackNames: RequestHandler = (req, res, next) => {
  const name = URL.parse(`http://${req.headers.host ?? ""}`)?.hostname ?? "";
  if (LOOPBACK_NAMES.has(name)) return next();
  res.status(403).json({ detail: "This site answers only under the names of this machine, such as 127.0.0.1." });
};

/** Forms are taken from this site's own pages. A program that is no browser sends neither header and may pass. */
export const onlyOwnForms: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  const fetchSite = req.get("Sec-Fetch-Site") ?? "same-origin";
  const origin = req.get("Origin");
  const isOwn = origin === undefined || URL.parse(origin)?.host === req.headers.host;
  if (fetchSite === "same-origin" && isOwn) return next();
  res.status(403).json({ detail: "This form was sent from another site's page." });
};

/**
 * @param siteUrl allowed by name besides 'self': a page opened as http://localhost shows files of http://127.0.0.1
 */
export function articlePolicy(siteUrl: string): string {
  return [
    "default-src 'none'",
    // The saved fragment brings its own scoped CSS, and never a script.
    `style-src 'self' ${siteUrl} 'unsafe-inline'`,
    `img-src 'self' ${siteUrl} data:`,
    `media-src 'self' ${siteUrl}`,
    `font-src 'self' ${siteUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers of all pages. Pages with saved content in them have `articlePolicy` instead. */
export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    // form-action counts redirects too, and a press of Edit ends at the editor's address, whichever that is.
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self' http: https:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    // "no-referrer" would make browsers send "Origin: null" with this site's own forms.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  });
  next();
};
