/**
 * The sample site: a small newspaper with its own content system, and the other half of every conversation that
 * `docs/integrating.md` describes. It knows of the service what any site knows: an address, a key and a secret.
 *
 * Reading order: service.ts (a journalist presses Edit) → receiver.ts (a save arrives) →
 * article-saved.ts (contract 4.5, step by step) → fonts-updated.ts. The rest is what a CMS has anyway.
 */
import { once } from "node:events";
import { mkdir, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import express from "express";
import type { Credentials } from "./archive-download.ts";
import { handleArticleSaved } from "./article-saved.ts";
import type { Answer } from "./callback.ts";
import { createCallbackLog } from "./callback-log.ts";
import { createFetchArchive } from "./fetch-archive.ts";
import { handleFontsUpdated, moveFonts } from "./fonts-updated.ts";
import { onlyLoopbackNames, onlyReadableTargets } from "./guard.ts";
import { createInOrder } from "./in-order.ts";
import { createPageRoutes } from "./page-routes.ts";
import { openPublicFiles } from "./public-files.ts";
import type { Room } from "./read-body.ts";
import { type CallbackHandler, createCallbackReceiver } from "./receiver.ts";
import { readResources } from "./resources.ts";
import { addSampleArticle } from "./sample-article.ts";
import type { SiteLog } from "./site-log.ts";
import { openSettingsStore } from "./site-settings.ts";
import { openArticleStore } from "./store.ts";

export interface SandboxOptions {
  /** Address of the service, such as http://127.0.0.1:8420. Asked at each use. */
  serviceUrl: () => string;
  /** Asked at each use, so that a new secret counts at once. */
  credentials: () => Credentials;
  /** This site's own folder; made when missing. */
  dir: string;
  log: SiteLog;
  /** Memory for callbacks that are being read. */
  room: Room;
  /** ms since the epoch. */
  now?: () => number;
  /** Folder of style sheet, icon and sample content; `resources/sandbox` of the installation unless told otherwise. */
  resources?: string;
}

export interface SandboxSite {
  /** Starts to listen and returns this site's own address, such as http://127.0.0.1:8422. Port 0 takes any free one. */
  listen(host: string, port: number): Promise<string>;
  /** Ends all connections, also those that are kept alive, and aborts downloads. */
  close(): Promise<void>;
}

/** A callback comes whole or not at all; nobody needs longer on the same machine. */
const REQUEST_TIMEOUT_MS = 60_000;
const MAX_CONNECTIONS = 256;

/** Holds for this file as it is and for a bundle in dist/main. */
const RESOURCES = fileURLToPath(new URL("../../resources/sandbox", import.meta.url));

export async function openSandboxSite(options: SandboxOptions): Promise<SandboxSite> {
  const { serviceUrl, credentials, dir, log, room, now = Date.now } = options;
  const resources = await readResources(options.resources ?? RESOURCES);
  const closing = new AbortController();
  let ownUrl = "";
  const siteUrl = () => ownUrl;

  await mkdir(dir, { recursive: true });
  await removeLeftovers(dir);
  const articles = await openArticleStore(path.join(dir, "articles"));
  const settings = openSettingsStore(dir);
  const files = openPublicFiles(path.join(dir, "files"), siteUrl);
  const callbacks = createCallbackLog(now);
  const fetchArchive = createFetchArchive(path.join(dir, "incoming"), credentials, closing.signal);

  // Callbacks of one article are worked on one after the other, and so are those about fonts.
  const inOrder = createInOrder();
  const running = new Set<Promise<Answer>>();
  const run = (key: string, work: () => Promise<Answer>) => {
    const answer = inOrder(key, work).finally(() => running.delete(answer));
    running.add(answer);
    return answer;
  };
  const saved = { articles, files, fetchArchive, siteUrl, now };
  const fonts = { settings, files, fetchArchive, siteUrl };
  const handlers = new Map<string, CallbackHandler>([
    [
      "article_saved",
      (callback, record) => run(`article ${callback.material_id}`, () => handleArticleSaved(saved, callback, record)),
    ],
    ["site_fonts_updated", (callback, record) => run("fonts", () => handleFontsUpdated(fonts, callback, record))],
  ]);

  const app = express();
  app.disable("x-powered-by");
  app.set("query parser", "simple");
  app.use(onlyLoopbackNames);
  app.use("/assets", resources.router);
  app.use(files.router);
  app.use(createCallbackReceiver({ credentials, handlers, callbacks, room, log }));
  const sample = () => addSampleArticle({ articles, files, siteUrl, now, resources });
  app.use(
    createPageRoutes({
      articles,
      settings,
      callbacks,
      credentials,
      serviceUrl,
      siteUrl,
      now,
      addSampleArticle: sample,
      log,
    }),
  );

  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, onlyReadableTargets(app));
  server.maxConnections = MAX_CONNECTIONS;
  return {
    async listen(host, port) {
      server.listen(port, host);
      await once(server, "listening");
      const { port: actual } = server.address() as AddressInfo;
      ownUrl = `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
      await moveFonts(fonts);
      return ownUrl;
    },
    async close() {
      closing.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await Promise.allSettled(running);
    },
  };
}

/** What a killed process was in the middle of. */
async function removeLeftovers(dir: string): Promise<void> {
  await rm(path.join(dir, "incoming"), { recursive: true, force: true });
  for (const file of await readdir(dir, { recursive: true })) {
    if (file.endsWith(".tmp")) await rm(path.join(dir, file), { force: true });
  }
}
