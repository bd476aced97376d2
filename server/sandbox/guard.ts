/** Checks a request before its handler: target, host name, origin of a form, body size. Also sets the page headers. */
import type { IncomingMessage, RequestListener } from "node:http";
import type { RequestHandler } from "express";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Rejects other targets, to which Express would respond with its own page. */
export function onlyReadableTargets(app: RequestListener): RequestListener {
  return (req, res) => {
    const target = req.url ?? "";
    if (target.startsWith("/") || (/^https?:\/\//i.test(target) && URL.canParse(target))) return app(req, res);
    const body = JSON.stringify({ detail: "The request target is neither a path nor an http or https URL." });
    res.writeHead(400, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
    });
    res.end(body);
  };
}

/** Prevents DNS rebinding, where the Host header has the foreign name. */
export const onlyLoopbackNames: RequestHandler = (req, res, next) => {
  const name = URL.parse(`http://${req.headers.host ?? ""}`)?.hostname ?? "";
  if (LOOPBACK_NAMES.has(name)) return next();
  res.status(403).json({ detail: "This site accepts only local host names, such as 127.0.0.1." });
};

/** Prevents cross-site forms. Programs other than browsers send neither header. */
export const onlyOwnForms: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  const fetchSite = req.get("Sec-Fetch-Site") ?? "same-origin";
  const origin = req.get("Origin");
  const isOwn = origin === undefined || URL.parse(origin)?.host === req.headers.host;
  if (fetchSite === "same-origin" && isOwn) return next();
  res.status(403).json({ detail: "This form was submitted from another site." });
};

/** Allows `siteUrl` explicitly, because a page opened as http://localhost shows files of http://127.0.0.1. */
export function articlePolicy(siteUrl: string): string {
  return [
    "default-src 'none'",
    // The saved fragment contains scoped CSS, never a script.
    `style-src 'self' ${siteUrl} 'unsafe-inline'`,
    `img-src 'self' ${siteUrl} data:`,
    `media-src 'self' ${siteUrl}`,
    `font-src 'self' ${siteUrl}`,
    // The project's settings limit the hosts of embeds.
    "frame-src https:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    // form-action also applies to redirects, and Edit redirects to the editor.
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self' http: https:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    // With "no-referrer", browsers would send "Origin: null" with this site's own forms.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  });
  next();
};

/** Time for a rejected sender to read the response before the connection closes, ms. */
const LINGER_MS = 250;

/** The memory budget of all bodies in progress. */
export interface Room {
  /** @param evict called when other requests need the memory */
  open(evict: () => void): {
    take(bytes: number): boolean;
    close(): void;
  };
}

/** Reads the body as text. Rejects it with a status and a sentence once it exceeds `limit` bytes or the budget. */
export function readBody(
  req: IncomingMessage,
  limit: number,
  room: Room,
): Promise<{ text: string } | { status: 413 | 503; detail: string }> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const refuse = (status: 413 | 503, detail: string) => {
      req.off("data", onData).resume();
      chunks = [];
      share.close();
      setTimeout(() => req.destroy(), LINGER_MS).unref();
      resolve({ status, detail });
    };
    const tooLarge = () => refuse(413, `The body is larger than ${limit} bytes.`);
    const overBudget = () => refuse(503, "This site is receiving too much data. Retry in a moment.");
    const share = room.open(overBudget);
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) return tooLarge();
      if (!share.take(chunk.length)) return overBudget();
      chunks.push(chunk);
    };
    req.on("error", reject).on("close", share.close);
    if (Number(req.headers["content-length"] ?? 0) > limit) return tooLarge();
    req.on("data", onData).on("end", () => {
      share.close();
      resolve({ text: Buffer.concat(chunks).toString("utf8") });
    });
  });
}
