/**
 * Installed files (pages, scripts, styles), read at startup and served from memory. Electron would stream files of its
 * archive from temporary copies, which cleaners remove. During an update, all files stay from the same build.
 */
import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Request, RequestHandler, Response } from "express";

/** The folder of package.json. The relative path is the same from here and from the bundle in dist/main/. */
export const INSTALLATION = fileURLToPath(new URL("../..", import.meta.url));

export interface PackagedFile {
  name: string;
  body: Buffer;
  etag: string;
  /** ms, in whole seconds. */
  modified: number;
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
  return packaged(name, fs.readFileSync(file), fs.statSync(file).mtimeMs);
}

export function packagedText(name: string, text: string): PackagedFile {
  return packaged(name, Buffer.from(text), Date.now());
}

function packaged(name: string, body: Buffer, modifiedMs: number): PackagedFile {
  let etag: string | undefined;
  return {
    name,
    body,
    // Calculated at the first request: hashing all files would take a quarter of the startup time.
    get etag() {
      etag ??= `"${hash("sha256", body, "base64url").slice(0, 27)}"`;
      return etag;
    },
    modified: Math.floor(modifiedMs / 1_000) * 1_000,
  };
}

/** Serves files with a content hash in their names, which browsers cache forever. */
export function hashedFiles(files: ReadonlyMap<string, PackagedFile>): RequestHandler {
  return (req, res, next) => {
    const file = req.method === "GET" || req.method === "HEAD" ? files.get(req.path.slice(1)) : undefined;
    if (file === undefined || file.name.endsWith(".html")) return next();
    sendPackaged(req, res, file, "public, max-age=31536000, immutable");
  };
}

/** Serves a file that browsers revalidate each time. */
export function freshFile(file: PackagedFile | undefined): RequestHandler {
  return (req, res, next) => (file === undefined ? next() : sendPackaged(req, res, file, "no-cache"));
}

function sendPackaged(req: Request, res: Response, file: PackagedFile, cacheControl: string): void {
  const { body, etag, modified } = file;
  res.set({
    "Cache-Control": cacheControl,
    "Accept-Ranges": "bytes",
    ETag: etag,
    "Last-Modified": new Date(modified).toUTCString(),
  });
  res.type(path.extname(file.name));
  const ranges = rangeHolds(req, file) ? req.range(body.length, { combine: true }) : undefined;
  if (ranges === -1) return void res.status(416).set("Content-Range", `bytes */${body.length}`).end();
  const range = Array.isArray(ranges) && ranges.type === "bytes" && ranges.length === 1 ? ranges[0] : undefined;
  if (range === undefined) return void res.send(body);
  res.status(206).set("Content-Range", `bytes ${range.start}-${range.end}/${body.length}`);
  res.send(body.subarray(range.start, range.end + 1));
}

/** Whether the client's partial copy is from this version of the file. */
function rangeHolds(req: Request, { etag, modified }: PackagedFile): boolean {
  const condition = req.get("If-Range");
  return condition === undefined || condition === etag || Date.parse(condition) === modified;
}
