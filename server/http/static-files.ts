/** The built pages of the editor and the console, from files. */
import path from "node:path";
import express, { type RequestHandler } from "express";

/** Files whose names carry a hash of their content, cached for good. Unknown ones fall through. */
export function hashedFiles(dir: string): RequestHandler {
  return express.static(dir, { index: false, immutable: true, maxAge: "1y", fallthrough: true, dotfiles: "ignore" });
}

/** One HTML page, asked for anew each time. */
export function page(dir: string): RequestHandler {
  const file = path.join(dir, "index.html");
  return (_req, res, next) => {
    res.setHeader("Cache-Control", "no-cache");
    res.sendFile(file, { dotfiles: "allow", cacheControl: false }, (error) => {
      if (error && !res.headersSent) next(error);
    });
  };
}
