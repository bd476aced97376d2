import { readState } from "../../server/article/document.ts";
import { renderArticle } from "../../server/article/render.ts";
import { markSpecs, nodeSpecs } from "../../server/article/schema.ts";
import { freeHtmlSanitizer } from "../../server/articles/versions/free-html.ts";
import { createChance } from "../support/chance.ts";
import { hostileArticle, MEDIA_HOST } from "../support/hostile-documents.ts";
import { expect, FULL, test } from "./fixtures.ts";
import { type Finding, type Fragment, layTripwire, type Way } from "./tripwire.ts";

/** Per way of insertion; each way gets different documents. */
const DOCUMENTS = Number(process.env.FUZZ_DOCUMENTS ?? (FULL ? 1_500 : 50));
const BATCH = 125;
const SEED = 20_261_120;

// Tracing thousands of documents costs more than the test.
if (FULL) test.use({ trace: "off", screenshot: "off" });

interface Handling {
  freeHtml(html: string): string;
  /** Transforms the rendered HTML. */
  finish(html: string): string;
}

const unchanged = (html: string) => html;
const complete = (): Handling => ({ freeHtml: freeHtmlSanitizer(), finish: unchanged });
/** Rendering with one protection disabled. */
const withoutSanitiser = (): Handling => ({ freeHtml: unchanged, finish: unchanged });
const withoutEscapes = (): Handling => ({
  freeHtml: freeHtmlSanitizer(),
  finish: (html) => html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"'),
});

/** Renders a hostile document as a save does: from JSON, after its check. */
function fragmentOf(number: number, { freeHtml, finish }: Handling, seen = new Set<string>()): Fragment {
  const last = `The end of ${number}`;
  const { doc: written, files } = hostileArticle(createChance(SEED + number), number, last);
  const read = readState({ format: "galley/1", doc: JSON.parse(JSON.stringify(written.toJSON())), assets: {} });
  if (!read.ok) throw new Error(`Document ${number} is invalid: ${read.problem}`);
  let cells = 0;
  read.doc.descendants((node) => {
    seen.add(node.type.name);
    for (const mark of node.marks) seen.add(mark.type.name);
    if (node.type.name === "tableCell" || node.type.name === "tableHeader") cells += 1;
  });
  // With the free HTML replaced by a word, only the article's own list items are counted.
  const sanitise = freeHtmlSanitizer();
  const own = renderArticle(read.doc, files, { freeHtml: (html) => (sanitise(html) === "" ? "" : "words") });
  const items = own.split("<li>").length - 1;
  return { number, html: finish(renderArticle(read.doc, files, { freeHtml })), items, cells, last };
}

/** An unescaped fragment for each trap, and the finding it must cause. */
const CONTROLS: [html: string, way: Way, finding: RegExp][] = [
  ["<script>tripped(N)</script>", "served", /^ran tripped/],
  ["<img src=x onerror=tripped(N)>", "innerHTML", /^ran tripped/],
  ["<img src=x onerror=alert(N)>", "served", /^ran alert/],
  ["<p onclick=x>", "innerHTML", /^set onclick of a <p>/],
  ['<a href="java\tscript:tripped(N)">x</a>', "innerHTML", /^ran tripped/],
  ['<a href="java\tscript:x">x</a>', "innerHTML", /^linked to java/],
  [
    "<iframe src=https://tripped.example/N></iframe>",
    "innerHTML",
    /^requested https:\/\/tripped.example\/\d+ as document/,
  ],
  [
    "<style>@import 'https://tripped.example/N'</style>",
    "innerHTML",
    /^requested https:\/\/tripped.example\/\d+ as stylesheet/,
  ],
  [
    "<p style='background:url(https://tripped.example/N)'>x</p>",
    "served",
    /^requested https:\/\/tripped.example\/\d+ as image/,
  ],
  ["<style>*{}</style>", "innerHTML", /^made a style sheet/],
  ["<svg><desc>x</desc></svg>", "innerHTML", /^made a <svg>/],
  ["<base href=/x>", "served", /^made a <base>/],
  ["<!--", "innerHTML", /^changed the last paragraph/],
  ["</div>", "served", /^left its place/],
  ["<li>x", "innerHTML", /^changed a list/],
];

test("hostile documents are inert on a page, served or inserted with innerHTML", async ({ context }) => {
  test.slow();
  const tripwire = layTripwire(context, [MEDIA_HOST]);
  for (const [nth, way] of (["served", "innerHTML"] satisfies Way[]).entries()) {
    await test.step(`each trap detects its fragment, ${way}`, async () => {
      const controls = CONTROLS.filter((control) => control[1] === way).map(([html, , finding], index) => {
        const number = index + 1;
        const body = `<ul><li>${html.replace("N", String(number))}</ul><p>The end</p>`;
        const fragment = {
          number,
          html: `<div class="galley-article">${body}</div>`,
          items: 1,
          cells: 0,
          last: "The end",
        };
        return {
          fragment,
          finding: { number, what: expect.stringMatching(finding) },
          swallows: /^<(!--|\/)/.test(html),
        };
      });
      const alone = controls.filter(({ swallows }) => swallows).map((control) => [control]);
      // A style sheet's import is requested after the sheet is inserted.
      for (const group of [controls.filter(({ swallows }) => !swallows), ...alone])
        await expect(async () => {
          const found = await tripwire.inspect(
            way,
            group.map(({ fragment }) => fragment),
          );
          expect(found).toEqual(expect.arrayContaining(group.map(({ finding }) => finding)));
        }).toPass({ timeout: 5_000 });
    });

    await test.step(`the documents cause findings if one protection is disabled, ${way}`, async () => {
      for (const handling of [withoutSanitiser, withoutEscapes]) {
        const fragments = Array.from({ length: 20 }, (_, number) => fragmentOf(number, handling()));
        const found = await tripwire.inspect(way, fragments);
        const kinds = found.map(({ what }) => what.split(" ", 1)[0]);
        expect(kinds).toEqual(expect.arrayContaining(["ran", "requested", "made", "set"]));
      }
    });

    const seen = new Set<string>();
    const findings: Finding[] = [];
    for (let first = nth * DOCUMENTS; first < (nth + 1) * DOCUMENTS; first += BATCH) {
      const length = Math.min(BATCH, (nth + 1) * DOCUMENTS - first);
      const fragments = Array.from({ length }, (_, index) => fragmentOf(first + index, complete(), seen));
      findings.push(...(await tripwire.inspect(way, fragments)));
    }
    const worst = findings.slice(0, 5).map(({ number, what }) => `document ${number} ${what}`);
    expect(worst, findings[0] && fragmentOf(findings[0].number, complete()).html).toEqual([]);
    const all = [...Object.keys(nodeSpecs), ...Object.keys(markSpecs)].filter((name) => name !== "doc");
    expect(all.filter((name) => !seen.has(name))).toEqual([]);
  }
});
