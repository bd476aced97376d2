/** The checks of a request before its handler: target, host name, origin of a form, size of the body. And page headers. */
import type { IncomingMessage, RequestListener } from "node:http";
import type { RequestHandler } from "express";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Express answers any other target with a page of its own. */
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

/** Against DNS rebinding: the foreign name arrives as Host. */
export const onlyLoopbackNames: RequestHandler = (req, res, next) => {
  const name = URL.parse(`http://${req.headers.host ?? ""}`)?.hostname ?? "";
  if (LOOPBACK_NAMES.has(name)) return next();
  res.status(403).json({ detail: "This site answers only under the names of this machine, such as 127.0.0.1." });
};

/** Against cross-site forms. A program that is no browser sends neither header. */
export const onlyOwnForms: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  const fetchSite = req.get("Sec-Fetch-Site") ?? "same-origin";
  const origin = req.get("Origin");
  const isOwn = origin === undefined || URL.parse(origin)?.host === req.headers.host;
  if (fetchSite === "same-origin" && isOwn) return next();
  res.status(403).json({ detail: "This form was sent from another site's page." });
};

/** `siteUrl` is allowed by name too: a page opened as http://localhost shows files of http://127.0.0.1. */
export function articlePolicy(siteUrl: string): string {
  return [
    "default-src 'none'",
    // The saved fragment brings its own scoped CSS, and never a script.
    `style-src 'self' ${siteUrl} 'unsafe-inline'`,
    `img-src 'self' ${siteUrl} data:`,
    `media-src 'self' ${siteUrl}`,
    `font-src 'self' ${siteUrl}`,
    // The project's settings limit the sites of embeds.
    "frame-src https:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    // form-action counts redirects too, and Edit redirects to the editor's URL.
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self' http: https:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    // "no-referrer" would make browsers send "Origin: null" with this site's own forms.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  });
  next();
};

/** Time for a refused sender to read the response before the connection is cut, ms. */
const LINGER_MS = 250;

/** The memory budget that all bodies in progress share. */
export interface Room {
  /** @param turnAway called when other requests need the memory */
  open(turnAway: () => void): {
    take(bytes: number): boolean;
    close(): void;
  };
}

/** The whole body as text, or the status and sentence of the refusal as soon as it exceeds `limit` bytes or the budget. */
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
    const noRoom = () => refuse(503, "This site is receiving more than it has room for. Send it again in a moment.");
    const share = room.open(noRoom);
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) return tooLarge();
      if (!share.take(chunk.length)) return noRoom();
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
