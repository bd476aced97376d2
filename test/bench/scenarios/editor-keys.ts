/** From a key press to the next paint in a large article, compared with a page of ProseMirror alone. */
import fs from "node:fs";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { build, type InlineConfig, type PreviewServer, preview } from "vite";
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
        await pages.floor.goto(floor.resolvedUrls?.local[0] ?? "");
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
        const session_id = /\/editor\/([0-9a-f-]{36})/.exec(article.url)?.[1] ?? "";
        const other = await startWriter(editorOf({ session_id, url: article.url }), "another");
        const [together, apart] = await inTurns(
          ROUNDS,
          () => whileTyping(other, () => turn("product", KEYS_A_ROUND)),
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

/** Another person types at the end of the first block during `work`. */
async function whileTyping<T>(writer: Writer, work: () => Promise<T>): Promise<T> {
  let typing = true;
  const type = async () => {
    while (typing) {
      writer.type("x");
      await writer.sync();
      await after(LETTER_MS);
    }
  };
  const done = work().finally(() => {
    typing = false;
  });
  const [result] = await Promise.all([done, type()]);
  return result;
}

function figure(name: string, product: number[][], floor: number[][], atMost: number): Figure {
  const p95 = (rounds: number[][]) => rounds.map((round) => quantile(round, 0.95));
  const note = `${product.flat().length} keys each, ${product.length} rounds`;
  return against(name, "ms", p95(product), p95(floor), { atMost }, note);
}

/** Serves the plain ProseMirror page, built by Vite like the editor. @param outDir a new folder for the build */
async function serveFloorPage(outDir: string, { doc, pictures }: SavedArticle): Promise<PreviewServer> {
  const config: InlineConfig = {
    configFile: false,
    root: path.resolve(import.meta.dirname, "../floors/plain-editor"),
    base: "./",
    logLevel: "error",
    build: { outDir, emptyOutDir: true, target: "es2023" },
    preview: { host: "127.0.0.1", port: 0 },
  };
  await build(config);
  fs.writeFileSync(path.join(outDir, "document.json"), JSON.stringify(doc));
  fs.mkdirSync(path.join(outDir, "media"));
  for (const [name, bytes] of pictures) fs.writeFileSync(path.join(outDir, "media", name), bytes);
  return preview(config);
}
