import { article, openEditor, outline, paste, save, status } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

/** `name{attribute=value}(content)`, attributes only where they are not the usual ones. */
function lineOf(node: { type: string; text?: string; attrs?: Record<string, unknown>; content?: [] }): string {
  if (node.text !== undefined) return node.text;
  const usual: Record<string, unknown> = { colspan: 1, rowspan: 1, colwidth: null };
  const attrs = Object.entries(node.attrs ?? {}).filter(([name, value]) => value !== usual[name]);
  const shown = attrs.length === 0 ? "" : `{${attrs.map(([name, value]) => `${name}=${value}`).join(" ")}}`;
  return `${node.type}${shown}(${(node.content ?? []).map(lineOf).join(" ")})`;
}

test("pastes blocks of other pages as blocks, and cuts and pastes its own unchanged", async ({ page, openArticle }) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await article(page).focus();
  await paste(page, {
    html: `<details open><summary>Why?</summary>Because.<p>More</p></details><hr><aside>Mind the gap</aside>
      <aside class="PullQuote">Said</aside><pre><code class="language-js">a
b</code></pre><table><thead><tr><th>A<th colspan="9999999">B<th rowspan=2>C</thead>
      <tr><td><h2>x</h2><pre>y</pre><td><details>z</details></table>`,
  });
  // The code that reads a paste may still be loading.
  await expect(article(page)).toContainText("Mind the gap");
  const blocks = async (version: number) => {
    await save(page);
    await expect(status(page)).toContainText(`Saved — version ${version}`);
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

  // Cut and pasted within the article, nothing of it changes.
  await article(page).press("ControlOrMeta+a");
  await article(page).press("ControlOrMeta+x");
  expect(await outline(page)).toEqual(["p: "]);
  await article(page).press("ControlOrMeta+v");
  expect((await blocks(2)).filter((line) => line !== "paragraph()")).toEqual(pasted);
});
