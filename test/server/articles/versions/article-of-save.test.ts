import { expect, it } from "vitest";
import { startNewsroom } from "../../../support/newsroom.ts";
import { PNG } from "../../../support/sample-media.ts";
import { articleOf } from "../../../support/site.ts";

let materials = 0;

const { article: openArticle } = await startNewsroom();
const open = (vms_json: object, material_id = `m-${++materials}`) => openArticle(material_id, { vms_json });

const ODD = {
  "my cat.png": { clientUrl: "https://cdn.example/my%20cat.png", note: 1 },
  "кот.png": { clientUrl: "https://cdn.example/cat.png" },
  "a&b+c%20.png": { clientUrl: "https://cdn.example/abc.png" },
  "settings of the site": ["kept"],
  note: "kept as well",
};

it("opens, shows and saves a state with unusual asset keys, and keeps these unchanged", async () => {
  const given = { ...articleOf("The tram runs again."), assets: ODD };
  const article = await open(given);
  expect(article.session.vms_json).toEqual(given);
  const { vms_json, ...loaded } = await article.load();
  expect(vms_json).toEqual(given);
  expect(loaded.restoring).toEqual([]);
  const { html, state } = await article.publish(vms_json);
  expect(html).toContain("The tram runs again.");
  const { "settings of the site": _, note: __, ...withUrls } = ODD;
  // An entry without a public URL would make the site's response invalid (contract 7).
  expect(state.assets).toEqual(withUrls);
  expect((await article.load()).vms_json?.assets).toEqual(withUrls);
});

it.each<[string, (file: string) => object]>([
  ["temporary", (file) => ({ [file]: { clientUrl: `dummy-${file}` } })],
  ["empty", (file) => ({ [file]: { clientUrl: "" } })],
  ["missing", () => ({})],
])("publishes a state with %s file URLs without these files", async (_, assets) => {
  const file = "cat-1a2b3c4d.png";
  const given = { ...articleOf("Words stay.", { file, alt: "A cat" }), assets: assets(file) };
  const article = await open(given);
  const loaded = await article.load();
  expect(loaded.restoring).toEqual([{ file_name: file, state: "gone", problem: "" }]);
  expect((await article.editor("GET", `/media/${file}`)).status).toBe(404);
  const { html, state, media } = await article.publish(loaded.vms_json);
  expect(html).toContain("Words stay.");
  expect(html).not.toContain(file);
  expect(state.assets).toEqual({});
  expect(media).toEqual([]);
  // The block stays, so that a journalist can insert the picture again.
  expect(JSON.stringify((await article.load()).vms_json)).toContain(file);
});

it("saves a state that the site sent with a later open", async () => {
  const first = await open(articleOf("First"), "copied");
  await first.save("First");
  const copy = articleOf("Newer at the site", { file: "dog-1a2b3c4d.png" });
  await open(copy, "copied");
  const { html } = await first.publish(copy);
  expect(html).toContain("Newer at the site");
});

it("restores the missing file of a block when the same picture is uploaded again", async () => {
  const one = await open(articleOf("Text"));
  const file = await one.upload("cat.png", PNG);
  const moved = await open({ ...articleOf({ file }), assets: { [file]: { clientUrl: `dummy-${file}` } } });
  expect((await moved.load()).restoring).toMatchObject([{ state: "gone" }]);
  expect(await moved.upload("cat.png", PNG)).toBe(file);
  const loaded = await moved.load();
  expect(loaded.restoring).toEqual([]);
  expect((await moved.publish(loaded.vms_json)).media).toContain(file);
});

it("escapes text that looks like a file reference, because sites replace references as plain text", async () => {
  const article = await open(articleOf("Text"));
  const file_name = await article.upload("cat.png", PNG);
  const words = `The file dummy-${file_name} is a reference.`;
  const { html, json } = await article.publish(articleOf(words, { file: file_name, alt: words }));
  const published = (written: string) => written.replaceAll(`dummy-${file_name}`, "https://cdn.example/cat.png");
  expect(published(html)).toContain('<img src="https://cdn.example/cat.png"');
  expect(published(html).replaceAll("&#100;", "d")).toContain(`<p>${words}</p>`);
  expect(published(html).replaceAll("&#100;", "d")).toContain(`alt="${words}"`);
  const state = JSON.parse(published(json)) as ReturnType<typeof articleOf>;
  expect(state.doc).toMatchObject({ content: [{ content: [{ text: words }] }, { attrs: { alt: words } }] });
  expect(state.assets).toMatchObject({ [file_name]: { clientUrl: "https://cdn.example/cat.png" } });
});
