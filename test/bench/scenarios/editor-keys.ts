/** From a key press to the next paint in a large article, compared with a page of ProseMirror alone. */
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { build } from "vite";
import { type Listening, listening } from "../../support/listening.ts";
import { editorOf } from "../../support/site.ts";
import { startWriter, type Writer } from "../../support/writer.ts";
import { typistAt } from "../browser/keys.ts";
import { type SavedArticle, withArticle } from "../browser/large-article.ts";
import { against, type Figure, inTurns, quantile } from "../figures.ts";
import type { Scenario } from "../workshop.ts";

const WORDS = 10_000;
const FIGURES = 100;
const WARM_UP_KEYS = 30;
const KEYS_A_ROUND = 50;
const ROUNDS = { most: 6, least: 5, budgetMs: 60_000 };
const MOST = 1.15;
const MOST_TOGETHER = 1.2;
const LETTER_MS = 125;

export const editorKeys: Scenario = {
  name: "editor-keys",
  title: `Key press to paint: ${WORDS.toLocaleString("en")} words, ${FIGURES} pictures, against bare ProseMirror`,
  limitMs: 180_000,
  run: (workshop) =>
    withArticle(workshop, { words: WORDS, figures: FIGURES }, async (browser, article) => {
      const floor = await serveFloorPage(workshop.folder("floor"), article);
      try {
        const pages = { product: await browser.newPage(), floor: await browser.newPage() };
        await pages.product.goto(article.url);
        await pages.floor.goto(`http://${floor.host}/`);
        const typists = { product: await typistAt(pages.product), floor: await typistAt(pages.floor) };
        const turn = async (which: "product" | "floor", keys: number) => {
          await pages[which].bringToFront();
          return typists[which].type(keys);
        };
        for (const which of ["product", "floor"] as const) await turn(which, WARM_UP_KEYS);
        const [own, bare] = await inTurns(
          ROUNDS,
          () => turn("product", KEYS_A_ROUND),
          () => turn("floor", KEYS_A_ROUND),
        );
        const other = await startWriter(editorAt(article.url), "another");
        const [together, apart] = await inTurns(
          ROUNDS,
          async () => {
            const stop = startTyping(other);
            const times = await turn("product", KEYS_A_ROUND);
            await stop();
            return times;
          },
          () => turn("product", KEYS_A_ROUND),
        );
        return [
          figure("key to paint, p95", own, bare, MOST),
          figure("p95 while another person types 8 letters a second, against pauses", together, apart, MOST_TOGETHER),
        ];
      } finally {
        await floor.close();
      }
    }),
};

function editorAt(url: string) {
  const session_id = /\/editor\/([0-9a-f-]{36})/.exec(url)?.[1] ?? "";
  return editorOf({ session_id, url });
}

/** Another person types at the end of the first block. @returns stops the typing */
function startTyping(writer: Writer): () => Promise<void> {
  let typing = true;
  const done = (async () => {
    while (typing) {
      writer.type("x");
      await writer.sync();
      await new Promise((resolve) => setTimeout(resolve, LETTER_MS));
    }
  })();
  // If the scenario times out, the appliance ends while this person types.
  done.catch(() => undefined);
  return () => {
    typing = false;
    return done;
  };
}

function figure(name: string, product: number[][], floor: number[][], atMost: number): Figure {
  const p95 = (rounds: number[][]) => rounds.map((round) => quantile(round, 0.95));
  const note = `${product.flat().length} keys each, ${product.length} rounds`;
  return against(name, "ms", p95(product), p95(floor), { target: { atMost }, note });
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
};

/** Serves the plain ProseMirror page, built by Vite like the editor. @param outDir a new folder for the build */
async function serveFloorPage(outDir: string, { doc, pictures }: SavedArticle): Promise<Listening> {
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
  return listening(server);
}
