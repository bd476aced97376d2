/**
 * The public storage of this site: pictures, sounds, films and fonts under addresses that anybody may open. A CMS has
 * an object store or a CDN here.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { Router } from "express";
import { writeFileAtomically } from "./atomic-file.ts";
import { isSafeFileName } from "./references.ts";

export interface PublicFiles {
  /** Stores one file, replacing the one of that name, and returns its public URL. */
  store(folder: string, name: string, content: Readable | Buffer | string): Promise<string>;
  /** The text of a stored file. */
  read(folder: string, name: string): Promise<string>;
  /** Serves what was stored, under `/files`. */
  router: Router;
}

/** Extension → type. Everything else is offered as a download, so that no file is ever run as a page of this site. */
const TYPES: Record<string, string> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  bmp: "image/bmp",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
  svg: "image/svg+xml",
  mp4: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  ogg: "audio/ogg",
  aac: "audio/aac",
  m4a: "audio/mp4",
  pdf: "application/pdf",
  txt: "text/plain; charset=utf-8",
  json: "application/json",
  lottie: "application/zip",
  woff2: "font/woff2",
  woff: "font/woff",
  ttf: "font/ttf",
  otf: "font/otf",
  css: "text/css; charset=utf-8",
};

/** @param siteUrl this site's own address, without a slash at its end */
export function openPublicFiles(root: string, siteUrl: () => string): PublicFiles {
  const router = Router();
  router.get("/files/:folder/:name", (req, res, next) => {
    const { folder, name } = req.params;
    if (!isSafeFileName(folder) || !isSafeFileName(name)) return next();
    const type = TYPES[path.extname(name).slice(1).toLowerCase()];
    res.set({
      "Content-Type": type ?? "application/octet-stream",
      "X-Content-Type-Options": "nosniff",
      // A name may be stored again with another content, so a browser has to ask.
      "Cache-Control": "no-cache",
      // Browsers fetch fonts with CORS when the page comes from another host than the font.
      "Access-Control-Allow-Origin": "*",
    });
    if (type === undefined) res.set("Content-Disposition", `attachment; filename="${name}"`);
    // An SVG opened by itself is a page that could hold a script.
    if (type === TYPES.svg)
      res.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    res.sendFile(path.join(folder, name), { root, dotfiles: "deny", cacheControl: false }, (error) => {
      if (error !== undefined && !res.headersSent) next();
    });
  });

  return {
    router,
    read: (folder, name) => readFile(path.join(root, folder, name), "utf8"),
    async store(folder, name, content) {
      await writeFileAtomically(path.join(root, folder, name), content);
      return `${siteUrl()}/files/${folder}/${name}`;
    },
  };
}
