/**
 * resources/sandbox contains the sample article as a site stores it after a save. After a change of the rendering,
 * `npx vitest run test/server/article/render.sample -u` updates its page.
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

test("the sample page equals the rendering of its document", async () => {
  const { doc, assets } = await sample();
  const html = renderArticle(doc, assets, { freeHtml: freeHtmlSanitizer() });
  await expect(`${html}\n`).toMatchFileSnapshot(path.join(FOLDER, "sample-article.html"));
});

test("the sample files exist, and their names contain their hashes", async () => {
  const { files, assets } = await sample();
  expect(files.toSorted()).toEqual(Object.keys(assets).toSorted());
  for (const name of files) {
    const bytes = await readFile(path.join(FOLDER, name));
    expect(bytes.length).toBe(assets[name]?.size);
    // An upload would not change it.
    if (name.endsWith(".svg")) expect(sanitizeSvg(bytes.toString())).toMatchObject({ ok: true, svg: bytes.toString() });
    expect(name).toContain(`-${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}.`);
  }
});
