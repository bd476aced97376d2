/**
 * The sample article lies in resources/sandbox as the site would have it after a save. Where the rendering has changed,
 * `npx vitest run test/server/article/render.sample -u` writes its page anew.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { readState } from "../../../server/article/document.ts";
import { renderArticle } from "../../../server/article/render.ts";
import { freeHtmlSanitizer } from "../../../server/articles/versions/free-html.ts";
import { sanitizeSvg } from "../../../server/media/svg.ts";

const FOLDER = path.resolve("resources/sandbox");

async function sample() {
  const { files, vms_json } = JSON.parse(await readFile(path.join(FOLDER, "sample-article.json"), "utf8")) as {
    files: string[];
    vms_json: { assets: Record<string, { size: number }> };
  };
  const read = readState(vms_json);
  if (!read.ok) throw new Error(read.problem);
  return { files, assets: vms_json.assets, doc: read.doc };
}

test("its page is what a save renders from its document", async () => {
  const { doc, assets } = await sample();
  const html = renderArticle(doc, assets, { freeHtml: freeHtmlSanitizer() });
  await expect(`${html}\n`).toMatchFileSnapshot(path.join(FOLDER, "sample-article.html"));
});

test("its files are there, and named after what is in them", async () => {
  const { files, assets } = await sample();
  expect(files.toSorted()).toEqual(Object.keys(assets).toSorted());
  for (const name of files) {
    const bytes = await readFile(path.join(FOLDER, name));
    expect(bytes.length).toBe(assets[name]?.size);
    // As an upload would keep it: a save from the editor names the same facts.
    if (name.endsWith(".svg")) expect(sanitizeSvg(bytes.toString())).toMatchObject({ ok: true, svg: bytes.toString() });
    expect(name).toContain(`-${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}.`);
  }
});
