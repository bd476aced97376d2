/** Contract 2.5: a page contains only containers that the site defined for the article. */
import { expect, it } from "vitest";
import { startNewsroom } from "../../../support/newsroom.ts";

const FACTS = { name: "Facts", class: "fact-box", data: { kind: "facts", a: 1.5 } };
const HOSTILE = { name: "Facts", class: "fixed-top", data: { bind: "text: (window.PWNED = 1)" } };

const { article } = await startNewsroom();

const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const container = (definition: object | null, ...content: object[]) => ({
  type: "customContainer",
  attrs: { definition },
  content,
});
const articleWith = (...content: object[]) => ({ format: "galley/1", doc: { type: "doc", content }, assets: {} });

const BOX = '<div class="fact-box" data-kind="facts" data-a="1.5"><p>Words</p></div>';

it("unwraps a container that the site never defined", async () => {
  const { publish } = await article("unwrapped", { metadata: { customContainers: [FACTS] } });
  const inner = container(FACTS, paragraph("Known"));
  const { html, state } = await publish(
    articleWith(
      container(HOSTILE, paragraph("Words"), container({ class: "x", data: { bind: "y" } }, paragraph("More")), inner),
      { type: "blockquote", content: [container(HOSTILE, paragraph("Quoted"))] },
    ),
  );
  expect(html).not.toMatch(/data-bind|fixed-top|PWNED/);
  expect(state.doc.content).toEqual([
    paragraph("Words"),
    paragraph("More"),
    inner,
    { type: "blockquote", content: [paragraph("Quoted")] },
  ]);
  // Neither the save nor another key of the state makes the definition known.
  const hostile = articleWith(container(HOSTILE, paragraph("Words")));
  const again = await publish({ ...hostile, kept: articleWith(container(HOSTILE)) });
  expect((await publish(hostile)).html).toBe(again.html);
  expect(again.html).not.toContain("data-bind");
});

it("keeps a container from previous metadata of the session", async () => {
  const { publish } = await article("previous", { metadata: { customContainers: [FACTS] } });
  await article("previous", { metadata: { customContainers: [HOSTILE] } });
  await article("previous", { metadata: {} });
  expect((await publish(articleWith(container(FACTS, paragraph("Words"))))).html).toContain(BOX);
});

it("keeps a container of an earlier version that the previous version lacks", async () => {
  const { editor, publish } = await article("earlier", { metadata: { customContainers: [FACTS] } });
  const withBox = articleWith(
    container({ data: FACTS.data, class: FACTS.class, name: FACTS.name }, paragraph("Words")),
  );
  expect((await publish(withBox)).html).toContain(BOX);
  await article("earlier", { metadata: {} });
  expect((await publish(articleWith(paragraph("Words")))).html).not.toContain("fact-box");
  expect((await publish(withBox)).html).toContain(BOX);
  expect((await editor("POST", "/versions/1/restore", { save_id: "r", base_version: 3 })).status).toBe(201);
});

it("keeps containers of the opening state and of a later state from the site", async () => {
  const given = articleWith(container(FACTS, paragraph("Words")));
  const { publish } = await article("given", { vms_json: given });
  expect((await publish(given)).html).toContain(BOX);
  const other = articleWith(container({ ...FACTS, class: "other-box" }, paragraph("Words")));
  await article("given", { vms_json: other });
  expect((await publish(other)).html).toContain('class="other-box"');
});
