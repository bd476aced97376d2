/**
 * Installed files (pages, scripts, styles), read at startup and served from memory. Electron would stream files of its
 * archive from temporary copies, which cleaners remove. During an update, all files stay from the same build.
 */
import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { RequestHandler, Response } from "express";

/** The folder of package.json. The relative path is the same from here and from the bundle in dist/main/. */
export const INSTALLATION = fileURLToPath(new URL("../..", import.meta.url));

export interface PackagedFile {
  name: string;
  body: Buffer;
  etag: string;
}

/** Prevents reading a wrong folder into memory. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Files by relative path with slashes; empty if the folder does not exist, as in a clone without a build. */
export function readFolder(folder: string): ReadonlyMap<string, PackagedFile> {
  const files = new Map<string, PackagedFile>();
  if (!fs.existsSync(folder)) return files;
  let bytes = 0;
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = path.join(folder, entry);
    const stat = fs.statSync(file);
    if (stat.isDirectory()) continue;
    bytes += stat.size;
    if (bytes > MAX_BYTES)
      throw new Error(`The folder ${folder} is larger than ${MAX_BYTES} bytes, so it does not contain Galley's pages.`);
    const name = entry.replaceAll("\\", "/");
    files.set(name, readPackagedFile(file, name));
  }
  return files;
}

export function readPackagedFile(file: string, name = path.basename(file)): PackagedFile {
  return packaged(name, fs.readFileSync(file));
}

export function packaged(name: string, body: Buffer): PackagedFile {
  let etag: string | undefined;
  return {
    name,
    body,
    // Calculated at the first request: hashing all files would take a quarter of the startup time.
    get etag() {
      etag ??= `"${hash("sha256", body, "base64url").slice(0, 27)}"`;
      return etag;
    },
  };
}

/** Serves files with a content hash in their names, which browsers cache forever. */
export function hashedFiles(files: ReadonlyMap<string, PackagedFile>): RequestHandler {
  return (req, res, next) => {
    const file = req.method === "GET" || req.method === "HEAD" ? files.get(req.path.slice(1)) : undefined;
    if (file === undefined || file.name.endsWith(".html")) return next();
    sendPackaged(res, file, "public, max-age=31536000, immutable");
  };
}

/** Serves a file that browsers revalidate each time. */
export function freshFile(file: PackagedFile | undefined): RequestHandler {
  return (_req, res, next) => (file === undefined ? next() : sendPackaged(res, file, "no-cache"));
}

function sendPackaged(res: Response, { name, body, etag }: PackagedFile, cacheControl: string): void {
  res.set({ "Cache-Control": cacheControl, ETag: etag });
  res.type(path.extname(name)).send(body);
}
