/** The pages and forms of the site: which address shows or does what. */
import express, { type ErrorRequestHandler, type Response, Router } from "express";
import type { Credentials } from "./archive-download.ts";
import { articlePage } from "./article-page.ts";
import type { CallbackLog } from "./callback-log.ts";
import { callbacksPage } from "./callback-pages.ts";
import { articlePolicy, onlyOwnForms, pageHeaders } from "./guard.ts";
import { articleDeskPage, articleListPage } from "./pages.ts";
import { openProblemPage, problemPage } from "./problem-page.ts";
import { CALLBACK_PATH } from "./receiver.ts";
import { OpenSessionError, openSession } from "./service.ts";
import type { SiteLog } from "./site-log.ts";
import type { SettingsStore } from "./site-settings.ts";
import { type Article, type ArticleStore, MAX_TITLE_LENGTH } from "./store.ts";

export interface PageParts {
  articles: ArticleStore;
  settings: SettingsStore;
  callbacks: CallbackLog;
  credentials: () => Credentials;
  serviceUrl: () => string;
  siteUrl: () => string;
  now: () => number;
  addSampleArticle: () => Promise<Article>;
  log: SiteLog;
}

export function createPageRoutes(parts: PageParts): Router {
  const { articles, settings, callbacks, siteUrl } = parts;
  const callbackUrl = () => `${siteUrl()}${CALLBACK_PATH}`;
  const router = Router();
  router.use(pageHeaders, onlyOwnForms, express.urlencoded({ extended: false, limit: "64kb" }));

  router.get("/", async (_req, res) => {
    res.send(articleListPage(await articles.list()));
  });

  router.get("/callbacks", (_req, res) => {
    res.send(callbacksPage(callbacks.records(), callbackUrl()));
  });

  router.post("/articles", async (req, res) => {
    const title = field(req.body, "title").trim().slice(0, MAX_TITLE_LENGTH);
    if (title === "")
      return void res.status(422).send(problemPage("An article needs a title", "Go back and write one."));
    await openInEditor(res, await articles.create(title, new Date(parts.now())));
  });

  router.post("/articles/sample", async (_req, res) => {
    const article = await parts.addSampleArticle();
    res.redirect(303, `/desk/${article.id}`);
  });

  router.param("id", async (_req, res, next, id: string) => {
    res.locals.article = await articles.find(id);
    if (res.locals.article === null) res.status(404).send(problemPage("No such article", "It is not on this site."));
    else next();
  });
  const articleOf = (res: Response) => res.locals.article as Article;

  router.get("/articles/:id", async (_req, res) => {
    const { fonts_css_url } = await settings.read();
    res.set("Content-Security-Policy", articlePolicy(siteUrl()));
    res.send(articlePage(articleOf(res), fonts_css_url, siteUrl()));
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
  // Where a reload of "the editor could not be opened" ends.
  router.get("/articles/:id/edit", (_req, res) => res.redirect(303, `/desk/${articleOf(res).id}`));

  router.post("/articles/:id/refusal", async (req, res) => {
    const { id } = articleOf(res);
    const refusal = { on: field(req.body, "on") !== "", message: field(req.body, "message").trim().slice(0, 300) };
    await articles.update(id, { refusal });
    res.redirect(303, `/desk/${id}`);
  });

  async function openInEditor(res: Response, article: Article): Promise<void> {
    try {
      const callback = { serviceUrl: parts.serviceUrl(), callbackUrl: callbackUrl() };
      res.redirect(303, await openSession({ ...callback, ...parts.credentials(), article }));
    } catch (error) {
      if (!(error instanceof OpenSessionError)) throw error;
      parts.log.warn(`The sample site could not open an article: ${error.message} ${error.said}`);
      res.status(502).send(openProblemPage(article.id, error));
    }
  }

  router.use((_req, res) => void res.status(404).send(problemPage("Nothing here", "This address leads nowhere.")));
  router.use(pageError(parts.log));
  return router;
}

/** One field of a form; "" where it is missing or came more than once. */
function field(body: unknown, name: string): string {
  const value = (body as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : "";
}

function pageError(log: SiteLog): ErrorRequestHandler {
  return (error: { status?: number; message: string }, _req, res, next) => {
    if (res.headersSent) return next(error);
    const status = error.status ?? 500;
    if (status >= 500) log.error("The sample site could not answer a request.", error);
    if (status === 413) res.set("Connection", "close");
    const sentence = status < 500 ? "The request cannot be read." : "Look into the log of the machine it runs on.";
    res.status(status).send(problemPage("That did not work", sentence));
  };
}
