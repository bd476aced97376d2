import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { paste } from "./editor-files.ts";
import { article, outline, outlineOf, saveVersion } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

const folder = fileURLToPath(new URL("../renderer/fixtures/clipboard/", import.meta.url));
const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8");
const programs = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith(".html"))
  .map((name) => path.basename(name, ".html"));

/** Formats a node as `name{attribute=value}(content)`, without default attributes. */
function lineOf(node: { type: string; text?: string; attrs?: Record<string, unknown>; content?: [] }): string {
  if (node.text !== undefined) return node.text;
  const defaults: Record<string, unknown> = { colspan: 1, rowspan: 1, colwidth: null };
  const attrs = Object.entries(node.attrs ?? {}).filter(([name, value]) => value !== defaults[name]);
  const shown = attrs.length === 0 ? "" : `{${attrs.map(([name, value]) => `${name}=${value}`).join(" ")}}`;
  return `${node.type}${shown}(${(node.content ?? []).map(lineOf).join(" ")})`;
}

test("pastes from other programs and from itself", async ({ page, openArticle, edit }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const { url } = await edit();
  for (const program of programs)
    await test.step(program, async () => {
      await article(page).press("ControlOrMeta+a");
      await paste(page, { html: read(`${program}.html`), text: "not this" });
      expect(await outlineOf(page)).toBe(read(`${program}.outline.txt`));
    });

  await test.step("hostile HTML", async () => {
    const site = "https://elsewhere.example";
    await article(page).press("ControlOrMeta+a");
    await paste(page, {
      html: `<h1>Top</h1><h2>Second</h2><h5>Small</h5>
      <p style="color:red" onclick="alert(1)">Some <b>bold</b>
      <a href="javascript:alert(1)">bad</a> <a href="https://example.org/" onmouseover="x()">good</a></p>
      <img src="${site}/pixel.png" onerror="alert(1)"><figure><img src="${site}/big.png"><figcaption>Theirs</figcaption></figure>
      <iframe src="${site}/frame"></iframe><link rel="stylesheet" href="${site}/style.css">
      <script src="${site}/script.js"></script><ul><li>One<li>Two</ul>`,
    });
    expect(await outline(page)).toEqual([
      "h2: Top",
      "h2: Second",
      "h4: Small",
      "p: Some bold bad good",
      "figure: ",
      "figure: Theirs",
      "ul: OneTwo",
    ]);
    await expect(article(page).locator("a")).toHaveText(["good"]);
    expect(await article(page).locator("img, iframe, script, [style*=red], [onclick]").count()).toBe(0);
  });

  await test.step("plain text, and HTML pasted with Shift", async () => {
    await article(page).press("ControlOrMeta+a");
    await paste(page, { text: "*slanted?* <b>nor this</b>, https://example.org/\n#no heading" });
    const link = "[https://example.org/](https://example.org/)";
    expect(await outlineOf(page)).toBe(`p: *slanted?* <b>nor this</b>, ${link}\np: #no heading\n`);
    await article(page).press("ControlOrMeta+a");
    await page.keyboard.down("Shift");
    await paste(page, { html: "<h2>Not <b>this</b></h2>", text: "but this" });
    await page.keyboard.up("Shift");
    expect(await outlineOf(page)).toBe("p: but this\n");
  });
  expect(requests.filter((each) => !each.startsWith(new URL(url).origin))).toEqual([]);

  await test.step("pastes blocks of other pages as blocks, and cut and paste keeps own blocks unchanged", async () => {
    await article(page).press("ControlOrMeta+a");
    await paste(page, {
      html: `<details open><summary>Why?</summary>Because.<p>More</p></details><hr><aside>Mind the gap</aside>
        <aside class="PullQuote">Said</aside><pre><code class="language-js">a\nb</code></pre><table><thead><tr><th>A<th colspan="9999999">B<th rowspan=2>C</thead>
        <tr><td><h2>x</h2><pre>y</pre><td><details>z</details></table>`,
    });
    const blocks = async (version: number) => {
      await saveVersion(page, version);
      const doc = (await openArticle("bridge")).vms_json?.doc as { content: [] };
      return doc.content.map(lineOf);
    };
    const pasted = [
      "details{open=true}(detailsSummary(Why?) detailsContent(paragraph(Because.) paragraph(More)))",
      "horizontalRule()",
      "callout{tone=note}(paragraph(Mind the gap))",
      "pullQuote{source=}(Said)",
      "codeBlock{language=js}(a\nb)",
      "table(tableRow(tableHeader(paragraph(A)) tableHeader(paragraph(B)) tableHeader{rowspan=2}(paragraph(C))) tableRow(tableCell(paragraph(x) paragraph(y)) tableCell(paragraph(z))))",
    ];
    expect(await blocks(1)).toEqual(pasted);

    await article(page).press("ControlOrMeta+a");
    await article(page).press("ControlOrMeta+x");
    expect(await outline(page)).toEqual(["p: "]);
    await article(page).press("ControlOrMeta+v");
    expect((await blocks(2)).filter((line) => line !== "paragraph()")).toEqual(pasted);
  });
});
