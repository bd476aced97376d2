/**
 * The sample site: a small newspaper with its own CMS, which implements the site's side of `docs/integrating.md`. It
 * knows only the URL, a key and a secret of the service.
 *
 * Reading order: service.ts (opening an article) → receiver.ts (contract 4.5, step by step) → archive.ts → store.ts. The
 * other files are ordinary parts of a CMS.
 */
import { once } from "node:events";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import express, { type ErrorRequestHandler, type Response, Router } from "express";
import { createFetchArchive } from "./archive.ts";
import {
  articlePolicy,
  onlyLoopbackNames,
  onlyOwnForms,
  onlyReadableTargets,
  pageHeaders,
  type Room,
} from "./guard.ts";
import { articleDeskPage, articleListPage, articlePage, callbacksPage, openProblemPage, problemPage } from "./pages.ts";
import { CALLBACK_PATH, createCallbackLog, createReceiver } from "./receiver.ts";
import { type Credentials, OpenSessionError, openSession } from "./service.ts";
import {
  type Article,
  isSafeFileName,
  MAX_TITLE_LENGTH,
  openArticleStore,
  openFontStore,
  openPublicFiles,
  removeTemporaryFiles,
  replaceReferences,
} from "./store.ts";

export interface SandboxOptions {
  /** URL of the service, such as http://127.0.0.1:8420. Read at each use. */
  serviceUrl: () => string;
  /** Read at each use, so that a new secret takes effect immediately. */
  credentials: () => Credentials;
  dir: string;
  log: { warn(message: string): void; error(message: string, error?: unknown): void };
  /** Memory budget for callbacks that are being read. */
  room: Room;
  now?: () => number;
}

/** A slow client must not hold a connection open. */
const REQUEST_TIMEOUT_MS = 60_000;
const MAX_CONNECTIONS = 256;
/** Rows on the list of articles. */
const MAX_ROWS = 500;

/** The same relative path works for this source file and for a bundle in dist/main. */
const RESOURCES = fileURLToPath(new URL("../../resources/sandbox", import.meta.url));

export type SandboxSite = Awaited<ReturnType<typeof openSandboxSite>>;

export async function openSandboxSite(options: SandboxOptions) {
  const closing = new AbortController();
  let url = "";
  const site = await openParts(options, () => url, closing.signal);
  const receiver = createReceiver(site);

  const app = express();
  app.disable("x-powered-by");
  app.set("query parser", "simple");
  app.use(onlyLoopbackNames);
  app.use("/assets", resourceRoutes(site.resources));
  app.use(publicFileRoutes(site.files.root));
  app.use(receiver.router);
  app.use(pageRoutes(site));

  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, onlyReadableTargets(app));
  server.maxConnections = MAX_CONNECTIONS;
  return {
    /** Starts listening and returns this site's own URL, such as http://127.0.0.1:8422. Port 0 picks any free port. */
    async listen(host: string, port: number): Promise<string> {
      server.listen(port, host);
      await once(server, "listening");
      const { port: actual } = server.address() as AddressInfo;
      url = `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
      await site.fonts.move();
      return url;
    },
    /** Closes all connections, including kept-alive ones, and aborts downloads. */
    async close(): Promise<void> {
      closing.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await receiver.settled();
    },
  };
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens the parts that the receiver and the pages share. */
async function openParts(options: SandboxOptions, siteUrl: () => string, closing: AbortSignal) {
  const { dir } = options;
  const incoming = path.join(dir, "incoming");
  await mkdir(dir, { recursive: true });
  // A killed process leaves temporary files.
  await rm(incoming, { recursive: true, force: true });
  await removeTemporaryFiles(dir);

  const resources = await readResources(RESOURCES);
  const articles = await openArticleStore(path.join(dir, "articles"));
  const files = openPublicFiles(path.join(dir, "files"), siteUrl);
  const fonts = openFontStore(dir, files, siteUrl);
  return {
    ...options,
    now: options.now ?? Date.now,
    siteUrl,
    resources,
    articles,
    files,
    fonts,
    callbacks: createCallbackLog(options.now ?? Date.now),
    fetchArchive: createFetchArchive(incoming, options.credentials, closing),
  };
}

function pageRoutes(site: Parts): Router {
  const { articles, fonts, callbacks, siteUrl, log } = site;
  const callbackUrl = () => `${siteUrl()}${CALLBACK_PATH}`;
  const router = Router();
  router.use(pageHeaders, onlyOwnForms, express.urlencoded({ extended: false, limit: "64kb" }));

  router.get("/", async (_req, res) => {
    res.send(articleListPage(await articles.list(MAX_ROWS)));
  });

  router.get("/callbacks", (_req, res) => {
    res.send(callbacksPage(callbacks.records(), callbackUrl()));
  });

  router.post("/articles", async (req, res) => {
    const title = field(req.body, "title").trim().slice(0, MAX_TITLE_LENGTH);
    if (title === "")
      return void res.status(422).send(problemPage("An article needs a title", "Go back and enter one."));
    await openInEditor(res, await articles.create(title, new Date(site.now())));
  });

  router.post("/articles/sample", async (_req, res) => {
    const article = await addSampleArticle(site);
    res.redirect(303, `/desk/${article.id}`);
  });

  router.param("id", async (_req, res, next, id: string) => {
    res.locals.article = await articles.find(id);
    if (res.locals.article === null)
      res.status(404).send(problemPage("Article not found", "This site has no such article."));
    else next();
  });
  const articleOf = (res: Response) => res.locals.article as Article;

  router.get("/articles/:id", async (_req, res) => {
    res.set("Content-Security-Policy", articlePolicy(siteUrl()));
    res.send(articlePage(articleOf(res), await fonts.cssUrl(), siteUrl()));
  });

  router.get("/desk/:id", (_req, res) => {
    const { id } = articleOf(res);
    const own = callbacks.records().filter((record) => record.material_id === id);
    res.send(articleDeskPage(articleOf(res), own));
  });

  router.get("/desk/:id/vms_html", (_req, res) => {
    res.type("text/plain").send(articleOf(res).saved?.vms_html ?? "");
  });

  router.get("/desk/:id/vms_json", (_req, res) => {
    res.type("application/json").send(JSON.stringify(articleOf(res).saved?.vms_json ?? null, null, 2));
  });

  router.post("/articles/:id/edit", async (_req, res) => {
    await openInEditor(res, articleOf(res));
  });
  // A reload of openProblemPage requests this URL.
  router.get("/articles/:id/edit", (_req, res) => res.redirect(303, `/desk/${articleOf(res).id}`));

  router.post("/articles/:id/refusal", async (req, res) => {
    const { id } = articleOf(res);
    const refusal = { on: field(req.body, "on") !== "", message: field(req.body, "message").trim().slice(0, 300) };
    await articles.update(id, { refusal });
    res.redirect(303, `/desk/${id}`);
  });

  async function openInEditor(res: Response, article: Article): Promise<void> {
    try {
      res.redirect(303, await openSession(site.serviceUrl(), site.credentials(), callbackUrl(), article));
    } catch (error) {
      if (!(error instanceof OpenSessionError)) throw error;
      log.warn(`The sample site could not open an article: ${error.message} ${error.response}`);
      res.status(502).send(openProblemPage(article.id, error));
    }
  }

  router.use(
    (_req, res) => void res.status(404).send(problemPage("Page not found", "This site has no page at this URL.")),
  );
  const onError: ErrorRequestHandler = (error: { status?: number; message: string }, _req, res, next) => {
    if (res.headersSent) return next(error);
    const status = error.status ?? 500;
    if (status >= 500) log.error("The sample site could not process a request.", error);
    if (status === 413) res.set("Connection", "close");
    const sentence =
      status < 500 ? "The site could not read the request." : "See the log of the machine that runs this site.";
    res.status(status).send(problemPage("The request failed", sentence));
  };
  router.use(onError);
  return router;
}

/** One field of a form; "" when it is missing or repeated. */
function field(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : "";
}

/** Types that browsers display. Every other type is downloaded, so that no file runs as a page of this site. */
const SHOWN =
  /^\.(jpe?g|png|gif|bmp|webp|avif|ico|svg|mp4|webm|ogv|mp3|wav|ogg|aac|m4a|pdf|txt|json|lottie|woff2?|ttf|otf|css)$/;

/** A real CMS uses an object store or a CDN instead. */
function publicFileRoutes(root: string): Router {
  const router = Router();
  router.get("/files/:folder/:name", (req, res, next) => {
    const { folder, name } = req.params;
    if (!isSafeFileName(folder) || !isSafeFileName(name)) return next();
    const extension = path.extname(name).toLowerCase();
    res.set({
      "X-Content-Type-Options": "nosniff",
      // A file may be replaced by another one of the same name.
      "Cache-Control": "no-cache",
      // For fonts on a page of another host.
      "Access-Control-Allow-Origin": "*",
    });
    if (SHOWN.test(extension)) res.type(extension);
    else res.type("application/octet-stream").set("Content-Disposition", `attachment; filename="${name}"`);
    // An SVG opened directly is a page, which could run a script.
    if (extension === ".svg")
      res.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    res.sendFile(path.join(folder, name), { root, dotfiles: "deny", cacheControl: false }, (error) => {
      if (error !== undefined && !res.headersSent) next();
    });
  });
  return router;
}

type Resources = ReadonlyMap<string, Buffer>;

/** Reads all files at the start: a packed program has them in a temporary folder, which the system may delete. */
async function readResources(folder: string): Promise<Resources> {
  const resources = new Map<string, Buffer>();
  for (const name of await readdir(folder)) resources.set(name, await readFile(path.join(folder, name)));
  return resources;
}

function resourceRoutes(resources: Resources): Router {
  const router = Router();
  router.get("/:name", (req, res, next) => {
    const content = resources.get(req.params.name);
    if (content === undefined) return next();
    res.set("Cache-Control", "public, max-age=0").type(path.extname(req.params.name)).send(content);
  });
  return router;
}

/** Adds a public article that predates the integration: opening it imports `vms_json` and fetches its pictures. */
async function addSampleArticle(site: Parts): Promise<Article> {
  const resource = (name: string): Buffer => {
    const content = site.resources.get(name);
    if (content === undefined) throw new Error(`The sample site's file ${name} is missing.`);
    return content;
  };
  /** Contains `dummy-<file_name>` references, as does sample-article.html. */
  const sample = JSON.parse(resource("sample-article.json").toString("utf8")) as {
    title: string;
    standfirst: string;
    author: string;
    files: string[];
    vms_json: Record<string, unknown>;
  };
  const now = new Date(site.now());
  const article = await site.articles.create(sample.title, now, sample.standfirst);
  const urls = new Map<string, string>();
  for (const name of sample.files) urls.set(name, await site.files.store(article.id, name, resource(name)));
  const saved = {
    vms_html: replaceReferences(resource("sample-article.html").toString("utf8"), urls),
    vms_json: JSON.parse(replaceReferences(JSON.stringify(sample.vms_json), urls)) as Record<string, unknown>,
    version_id: null,
    version_cdate: null,
    user_email: sample.author,
    stored_at: now.toISOString(),
    site_url: site.siteUrl(),
  };
  return site.articles.update(article.id, { saved });
}
