/**
 * The sample site: a small newspaper with its own CMS, which implements the site's side of `docs/integrating.md`. It
 * knows only the URL, a key and a secret of the service.
 *
 * Reading order: service.ts (opening an article) → receiver.ts (contract 4.5, step by step) → archive.ts → store.ts. The
 * other files are ordinary parts of a CMS.
 */
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import express, { type ErrorRequestHandler, type RequestHandler, type Response, Router } from "express";
import { articleDeskPage, articleListPage, articlePage, callbacksPage, problemPage } from "./pages.ts";
import { CALLBACK_PATH, createCallbackLog, createReceiver } from "./receiver.ts";
import { type Credentials, OpenSessionError, openSession } from "./service.ts";
import { type Article, openStore, replaceReferences, type VmsJson } from "./store.ts";

export interface SandboxOptions {
  /** URL of the service, such as http://127.0.0.1:8420. Read at each use. */
  serviceUrl: () => string;
  /** Read at each use, so that a new secret takes effect immediately. */
  credentials: () => Credentials;
  dir: string;
  log: { warn(message: string): void; error(message: string, error?: unknown): void };
  now?: () => number;
}

/** Limits for slow and many clients; with the maximum size of a callback, they also limit the memory. */
const REQUEST_TIMEOUT_MS = 60_000;
const MAX_CONNECTIONS = 64;
/** Rows on the list of articles. */
const MAX_ROWS = 500;

/** The same relative path works for this source file and for a bundle in dist/main. */
const RESOURCES = fileURLToPath(new URL("../../resources/sandbox", import.meta.url));

export type SandboxSite = Awaited<ReturnType<typeof openSandboxSite>>;

export async function openSandboxSite(options: SandboxOptions) {
  const closing = new AbortController();
  let url = "";
  const siteUrl = () => url;
  const now = options.now ?? Date.now;
  const site = {
    ...options,
    now,
    siteUrl,
    store: await openStore(options.dir, siteUrl),
    callbacks: createCallbackLog(now),
    resources: await readResources(),
    closing: closing.signal,
  };

  const app = express();
  app.disable("x-powered-by");
  app.set("query parser", "simple");
  app.use(onlyLoopbackNames);
  app.get("/assets/:name", (req, res, next) => {
    const content = site.resources.get(req.params.name);
    if (content === undefined) return next();
    res.type(path.extname(req.params.name)).send(content);
  });
  app.use("/files", publicFiles(site.store.files));
  app.use(createReceiver(site));
  app.use(pageRoutes(site));

  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, app);
  server.maxConnections = MAX_CONNECTIONS;
  return {
    /** Starts listening and returns this site's own URL, such as http://127.0.0.1:8422. Port 0 picks any free port. */
    async listen(host: string, port: number): Promise<string> {
      server.listen(port, host);
      await once(server, "listening");
      const { port: actual } = server.address() as AddressInfo;
      url = `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
      await site.store.moveFonts();
      return url;
    },
    /** Closes all connections, including kept-alive ones, and aborts downloads. */
    async close(): Promise<void> {
      closing.abort();
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Prevents DNS rebinding, where the Host header has the foreign name. */
const onlyLoopbackNames: RequestHandler = (req, res, next) => {
  const name = URL.parse(`http://${req.headers.host ?? ""}`)?.hostname ?? "";
  if (["localhost", "127.0.0.1", "[::1]"].includes(name)) return next();
  res.status(403).json({ detail: "This site accepts only local host names, such as 127.0.0.1." });
};

/** Prevents cross-site forms. Programs other than browsers send neither header. */
const onlyOwnForms: RequestHandler = (req, res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  const fetchSite = req.get("Sec-Fetch-Site") ?? "same-origin";
  const origin = req.get("Origin");
  const isOwn = origin === undefined || URL.parse(origin)?.host === req.headers.host;
  if (fetchSite === "same-origin" && isOwn) return next();
  res.status(403).json({ detail: "This form was submitted from another site." });
};

const pageHeaders: RequestHandler = (_req, res, next) => {
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

/** Scripts are forbidden. Allows `siteUrl`, because a page opened as http://localhost shows files of http://127.0.0.1. */
function articlePolicy(siteUrl: string): string {
  return `default-src 'self' ${siteUrl}; style-src 'self' ${siteUrl} 'unsafe-inline'; img-src 'self' ${siteUrl} data:; script-src 'none'; frame-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** The files of saved articles, and fonts. A real CMS uses an object store or a CDN instead. */
function publicFiles(root: string): RequestHandler {
  return express.static(root, {
    index: false,
    redirect: false,
    setHeaders: (res) => {
      res.setHeader("X-Content-Type-Options", "nosniff");
      // A file may be replaced by another one of the same name.
      res.setHeader("Cache-Control", "no-cache");
      // For fonts on a page of another host.
      res.setHeader("Access-Control-Allow-Origin", "*");
      // A file opened directly, such as an SVG, is a page, which could run a script or show a form.
      res.setHeader("Content-Security-Policy", "script-src 'none'; form-action 'none'; base-uri 'none'");
    },
  });
}

type Site = Parameters<typeof createReceiver>[0] & SandboxOptions & { resources: ReadonlyMap<string, Buffer> };

function pageRoutes(site: Site): Router {
  const { store, callbacks, siteUrl, log } = site;
  const callbackUrl = () => `${siteUrl()}${CALLBACK_PATH}`;
  const router = Router();
  router.use(pageHeaders, onlyOwnForms, express.urlencoded({ extended: false, limit: "64kb" }));

  router.get("/", async (_req, res) => {
    res.send(articleListPage(await store.list(MAX_ROWS)));
  });

  router.get("/callbacks", (_req, res) => {
    res.send(callbacksPage(callbacks.records(), callbackUrl()));
  });

  router.post("/articles", async (req, res) => {
    const title = field(req.body, "title").slice(0, 200);
    if (title === "")
      return void res.status(422).send(problemPage("An article needs a title", "Go back and enter one."));
    await openInEditor(res, await store.create(title, new Date(site.now())));
  });

  router.post("/articles/sample", async (_req, res) => {
    res.redirect(303, `/desk/${await addSampleArticle(site)}`);
  });

  router.param("id", async (_req, res, next, id: string) => {
    res.locals.article = await store.find(id);
    if (res.locals.article === null)
      res.status(404).send(problemPage("Article not found", "This site has no such article."));
    else next();
  });
  const articleOf = (res: Response) => res.locals.article as Article;

  router.get("/articles/:id", async (_req, res) => {
    res.set("Content-Security-Policy", articlePolicy(siteUrl()));
    res.send(articlePage(articleOf(res), await store.fontsCssUrl(), siteUrl()));
  });

  router.get("/desk/:id", (_req, res) => {
    const article = articleOf(res);
    const own = callbacks.records().filter((record) => record.material_id === article.id);
    res.send(articleDeskPage(article, own));
  });

  router.get("/desk/:id/vms_html", (_req, res) => {
    res.type("text/plain").send(articleOf(res).saved?.vms_html ?? "");
  });

  router.get("/desk/:id/vms_json", (_req, res) => {
    res.type("json").send(JSON.stringify(articleOf(res).saved?.vms_json ?? null, null, 2));
  });

  router.post("/articles/:id/edit", async (_req, res) => {
    await openInEditor(res, articleOf(res));
  });

  router.post("/articles/:id/refusal", async (req, res) => {
    const { id } = articleOf(res);
    const refusal = { on: field(req.body, "on") !== "", message: field(req.body, "message").slice(0, 300) };
    await store.update(id, (article) => ({ ...article, refusal }));
    res.redirect(303, `/desk/${id}`);
  });

  async function openInEditor(res: Response, article: Article): Promise<void> {
    try {
      res.redirect(303, await openSession(site.serviceUrl(), site.credentials(), callbackUrl(), article));
    } catch (error) {
      if (!(error instanceof OpenSessionError)) throw error;
      log.warn(`The sample site could not open an article: ${error.message}`);
      res.status(502).send(problemPage("The editor could not be opened", `${error.message} Then press Edit again.`));
    }
  }

  router.use((_req, res) => void res.status(404).send(problemPage("Page not found", "This site has no such page.")));
  const onError: ErrorRequestHandler = (error: { status?: number; message: string }, _req, res, next) => {
    if (res.headersSent) return next(error);
    const status = error.status ?? 500;
    if (status >= 500) log.error("The sample site could not process a request.", error);
    const sentence = status < 500 ? error.message : "See the log of the machine that runs this site.";
    res.status(status).send(problemPage("The request failed", sentence));
  };
  router.use(onError);
  return router;
}

/** One field of a form; "" when it is missing or repeated. */
function field(body: Record<string, unknown> | undefined, name: string): string {
  const value = body?.[name];
  return typeof value === "string" ? value.trim() : "";
}

/** Reads all files at the start: a packed program has them in a temporary folder, which the system may delete. */
async function readResources(): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(RESOURCES);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(RESOURCES, name))] as const)),
  );
}

/** Adds a public article that predates the integration: opening it imports `vms_json` and fetches its pictures. */
async function addSampleArticle({ store, resources, now, siteUrl }: Site): Promise<string> {
  const resource = (name: string) => resources.get(name) ?? Buffer.alloc(0);
  /** Contains `dummy-<file_name>` references, as does sample-article.html. */
  const sample = JSON.parse(resource("sample-article.json").toString()) as {
    title: string;
    standfirst: string;
    author: string;
    files: string[];
    vms_json: VmsJson;
  };
  const created = new Date(now());
  const { id } = await store.create(sample.title, created, sample.standfirst);
  const urls = new Map<string, string>();
  for (const name of sample.files) urls.set(name, await store.storeFile(id, name, resource(name)));
  const saved = {
    vms_html: replaceReferences(resource("sample-article.html").toString(), urls),
    vms_json: JSON.parse(replaceReferences(JSON.stringify(sample.vms_json), urls)) as VmsJson,
    version_id: null,
    version_cdate: null,
    user_email: sample.author,
    stored_at: created.toISOString(),
    site_url: siteUrl(),
  };
  await store.update(id, (article) => ({ ...article, saved }));
  return id;
}
