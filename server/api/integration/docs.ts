/**
 * The OpenAPI document, the interactive documentation (contract 1.6) and the integration guide: `GET /openapi.json`,
 * `/docs` and `/docs/guide`. The page works offline. Swagger UI's files are served from memory: its own `serve` would
 * read the disk on each request.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import express, { type RequestHandler, type Router } from "express";
import swaggerUi, { type SwaggerUiOptions } from "swagger-ui-express";
import { resource } from "../../http/fallbacks.ts";
import { freshFile, INSTALLATION, packaged, readFolder, readPackagedFile } from "../../http/packaged-files.ts";
import { securityHeaders } from "../../http/security-headers.ts";
import type { Services } from "../../services.ts";
import { createOpenApiDocument } from "./openapi.ts";

const PARTS_FOLDER = path.join(INSTALLATION, "resources", "docs");
/** Built from renderer/docs/ and the guide. */
const BUILT_FOLDER = path.join(INSTALLATION, "dist", "web", "docs");

const SWAGGER_FILES = ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-standalone-preset.js"];

/** Defined in the page: renderer/docs/page.ts. */
declare const signingPlugin: () => object;

const OPTIONS: SwaggerUiOptions = {
  customSiteTitle: "Integration API",
  customfavIcon: "data:,",
  customJs: "./page.js",
  swaggerUrl: "openapi.json",
  swaggerOptions: {
    layout: "BaseLayout",
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    // Serialized: the page runs it, not this process.
    plugins: [() => signingPlugin()],
  },
};

export function docsRoutes({ publicUrl }: Pick<Services, "publicUrl">): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const swaggerFolder = path.dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const description = describer(publicUrl);

  router.use("/openapi.json", securityHeaders("api"));
  resource(router, "/openapi.json", {
    get: (_req, res) => void res.set("Cache-Control", "no-cache").type("application/json").send(description()),
  });
  router.use("/docs", securityHeaders("docs"));
  resource(router, "/docs", { get: freshFile(packaged("index.html", Buffer.from(documentationPage()))) });
  // Links are relative to /docs, so that they work behind a proxy with a path prefix.
  resource(router, "/docs/", { get: (_req, res) => res.redirect(308, "../docs") });
  resource(router, "/docs/swagger-ui-init.js", { get: initScript() });
  for (const name of SWAGGER_FILES)
    resource(router, `/docs/${name}`, { get: freshFile(readPackagedFile(path.join(swaggerFolder, name))) });
  resource(router, "/docs/page.css", { get: freshFile(readPackagedFile(path.join(PARTS_FOLDER, "page.css"))) });
  const built = readFolder(BUILT_FOLDER);
  resource(router, "/docs/page.js", { get: freshFile(built.get("page.js")) });
  resource(router, "/docs/guide", { get: freshFile(built.get("guide.html")) });
  return router;
}

/** The page of swagger-ui-express with our panel and style, for a URL without a trailing slash. */
function documentationPage(): string {
  const panel = fs.readFileSync(path.join(PARTS_FOLDER, "signing.html"), "utf8");
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
  const mount = '<div id="swagger-ui"></div>';
  const parts: [string, string][] = [
    ["</head>", `${viewport}\n<link rel="stylesheet" href="./page.css">\n</head>`],
    [mount, `<div class="page">\n${panel}<div id="swagger-ui"><p>Loading the description…</p></div>\n</div>`],
  ];
  let page = swaggerUi.generateHTML(undefined, OPTIONS);
  for (const [place, content] of parts) {
    if (!page.includes(place)) throw new Error(`The page of swagger-ui-express no longer contains ${place}.`);
    page = page.replace(place, () => content);
  }
  return page.replaceAll(/(href|src)=(["'])\.\//g, "$1=$2docs/");
}

function initScript(): RequestHandler {
  const [script] = swaggerUi.serveFiles(undefined, OPTIONS);
  if (script === undefined) throw new Error("swagger-ui-express has no script that starts Swagger UI.");
  return (req, res, next) => {
    res.set("Cache-Control", "no-cache");
    return script(req, res, next);
  };
}

/** The document as JSON, built again when the public URL changes. */
function describer(publicUrl: () => string): () => string {
  let made = { url: "", json: "" };
  return () => {
    const url = publicUrl();
    if (made.url !== url) made = { url, json: JSON.stringify(createOpenApiDocument(url)) };
    return made.json;
  };
}
