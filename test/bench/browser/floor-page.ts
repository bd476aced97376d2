/** Serves the plain ProseMirror page, built by Vite like the editor. */
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { build } from "vite";
import { listening } from "../../support/listening.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
};

export interface FloorPage {
  url: string;
  close(): Promise<void>;
}

/**
 * @param outDir a new folder for the build
 * @param pictures keyed by file name
 */
export async function serveFloorPage(
  outDir: string,
  doc: object,
  pictures: ReadonlyMap<string, Buffer>,
): Promise<FloorPage> {
  await build({
    configFile: false,
    root: path.resolve(import.meta.dirname, "../floors/plain-editor"),
    base: "./",
    logLevel: "error",
    build: { outDir, emptyOutDir: true, target: "es2023" },
  });
  const server = http.createServer((req, res) => {
    const name = (req.url ?? "/").slice(1) || "index.html";
    const picture = name.startsWith("media/") ? pictures.get(name.slice("media/".length)) : undefined;
    const file = path.join(outDir, name);
    if (picture !== undefined) res.setHeader("Content-Type", "image/png").end(picture);
    else if (name === "document.json") res.setHeader("Content-Type", "application/json").end(JSON.stringify(doc));
    else if (!fs.existsSync(file)) res.writeHead(404).end();
    else res.setHeader("Content-Type", TYPES[path.extname(name)] ?? "text/plain").end(fs.readFileSync(file));
  });
  const { host, close } = await listening(server);
  return { url: `http://${host}/`, close };
}
