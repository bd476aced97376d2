/** Contract 2.5: a page contains only containers that the site defined for the article. */
import { expect, it } from "vitest";
import { startNewsroom } from "../../../support/newsroom.ts";

const FACTS = { name: "Facts", class: "fact-box", data: { kind: "facts", a: 1.5 } };
const HOSTILE = { name: "Facts", class: "fixed-top", data: { bind: "text: (window.PWNED = 1)" } };

let materials = 0;

const { article } = await startNewsroom();

const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const container = (definition: object | null, ...content: object[]) => ({
  type: "customContainer",
  attrs: { definition },
  content,
});
const articleWith = (...content: object[]) => ({ format: "galley/1", doc: { type: "doc", content }, assets: {} });

async function open(more: Record<string, unknown> = {}, material_id = `m-${++materials}`) {
  const { publish, editor } = await article(material_id, more);
  return {
    editor,
    reopen: (again: Record<string, unknown>) => open(again, material_id),
    async save(vms_json: object, base_version: number | null = null) {
      const { html, state } = await publish(vms_json, { base_version });
      return { html, doc: state.doc };
    },
  };
}

const BOX = '<div class="fact-box" data-kind="facts" data-a="1.5"><p>Words</p></div>';

it("unwraps a container that the site never defined", async () => {
  const article = await open({ metadata: { customContainers: [FACTS] } });
  const inner = container(FACTS, paragraph("Known"));
  const { html, doc } = await article.save(
    articleWith(
      container(HOSTILE, paragraph("Words"), container({ class: "x", data: { bind: "y" } }, paragraph("More")), inner),
      { type: "blockquote", content: [container(HOSTILE, paragraph("Quoted"))] },
    ),
  );
  expect(html).not.toMatch(/data-bind|fixed-top|PWNED/);
  expect(doc.content).toEqual([
    paragraph("Words"),
    paragraph("More"),
    inner,
    { type: "blockquote", content: [paragraph("Quoted")] },
  ]);
  // Neither the save nor another key of the state makes the definition known.
  const again = await article.save(
    { ...articleWith(container(HOSTILE, paragraph("Words"))), kept: articleWith(container(HOSTILE)) },
    1,
  );
  expect((await article.save(articleWith(container(HOSTILE, paragraph("Words"))), 2)).html).toBe(again.html);
  expect(again.html).not.toContain("data-bind");
});

it("keeps a container from previous metadata of the session", async () => {
  const article = await open({ metadata: { customContainers: [FACTS] } });
  await article.reopen({ metadata: { customContainers: [HOSTILE] } });
  await article.reopen({ metadata: {} });
  expect((await article.save(articleWith(container(FACTS, paragraph("Words"))))).html).toContain(BOX);
});

it("keeps a container of an earlier version that the previous version lacks", async () => {
  const article = await open({ metadata: { customContainers: [FACTS] } });
  const withBox = articleWith(
    container({ data: FACTS.data, class: FACTS.class, name: FACTS.name }, paragraph("Words")),
  );
  expect((await article.save(withBox)).html).toContain(BOX);
  await article.reopen({ metadata: {} });
  expect((await article.save(articleWith(paragraph("Words")), 1)).html).not.toContain("fact-box");
  expect((await article.save(withBox, 2)).html).toContain(BOX);
  expect((await article.editor("POST", "/versions/1/restore", { save_id: "r", base_version: 3 })).status).toBe(201);
});

it("keeps containers of the opening state and of a later state from the site", async () => {
  const given = articleWith(container(FACTS, paragraph("Words")));
  const article = await open({ vms_json: given });
  expect((await article.save(given)).html).toContain(BOX);
  const other = articleWith(container({ ...FACTS, class: "other-box" }, paragraph("Words")));
  await article.reopen({ vms_json: other });
  expect((await article.save(other, 1)).html).toContain('class="other-box"');
});
