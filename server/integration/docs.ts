/**
 * The description and the interactive documentation (contract 1.6): `GET /openapi.json` and `GET /docs`, mounted at the root
 * of the public listener. Everything comes from this host; the page works without the internet.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import express, { type Router } from "express";
import { resource } from "../http/fallbacks.ts";
import { freshFile, readPackagedFile } from "../http/packaged-files.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { createOpenApiDocument } from "./openapi.ts";

export interface DocsParts {
  /** Base URL of the service as others reach it, no trailing slash. Asked at each request. */
  publicUrl(): string;
  /** Folder of the page's own files; `resources/docs` of the installation unless told otherwise. */
  pageFolder?: string;
}

/** The same way from here as from the bundle in dist/main/. */
const PAGE_FOLDER = fileURLToPath(new URL("../../resources/docs", import.meta.url));

const SWAGGER_FILES = ["swagger-ui.css", "swagger-ui-bundle.js"];
const PAGE_FILES = ["page.css", "page.js", "hmac.js"];

export function docsRoutes({ publicUrl, pageFolder = PAGE_FOLDER }: DocsParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const swaggerFolder = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const description = describer(publicUrl);

  router.use("/openapi.json", securityHeaders("api"));
  resource(router, "/openapi.json", {
    get: (_req, res) => void res.set("Cache-Control", "no-cache").type("application/json").send(description()),
  });
  router.use("/docs", securityHeaders("docs"));
  resource(router, "/docs", { get: file(pageFolder, "index.html") });
  // The page's own links are relative to /docs, so that they hold under any prefix of a proxy.
  resource(router, "/docs/", { get: (_req, res) => res.redirect(308, "../docs") });
  for (const name of SWAGGER_FILES) resource(router, `/docs/${name}`, { get: file(swaggerFolder, name) });
  for (const name of PAGE_FILES) resource(router, `/docs/${name}`, { get: file(pageFolder, name) });
  return router;
}

/** The document as JSON, made anew when the public URL changes. */
function describer(publicUrl: () => string): () => string {
  let made = { url: "", json: "" };
  return () => {
    const url = publicUrl();
    if (made.url !== url) made = { url, json: JSON.stringify(createOpenApiDocument(url)) };
    return made.json;
  };
}

const file = (folder: string, name: string) => freshFile(readPackagedFile(path.join(folder, name)));
