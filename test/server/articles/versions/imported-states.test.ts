/** Opens with a state of the site: unusual asset keys, arbitrary file names, relative and data: URLs, lost files. */
import http from "node:http";
import { expect, it } from "vitest";
import { drawnPng } from "../../../support/drawn-png.ts";
import { served, startNewsroom } from "../../../support/newsroom.ts";
import { PNG } from "../../../support/sample-media.ts";
import { articleOf, stateOf } from "../../../support/site.ts";

const OURS = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The public files of the site, by path. */
const files = new Map<string, Buffer>();
const base = await served(
  http.createServer((req, res) => {
    const bytes = files.get(decodeURIComponent(req.url ?? ""));
    if (bytes === undefined) return void res.writeHead(404).end();
    res.end(bytes);
  }),
);
const { site, article: openArticle } = await startNewsroom();
let materials = 0;

/** Number of pictures so far: each has a different width. */
let pictures = 0;
const publish = (path: string, width = 40 + ++pictures) => {
  files.set(`/${path}`, drawnPng(width, 20));
  return `${base}/${encodeURIComponent(path)}`;
};

const open = (vms_json: object, more: object = {}, material_id = `m-${++materials}`) =>
  openArticle(material_id, { vms_json, ...more });
const fileWarnings = ({ warnings }: { warnings: string[] }) => warnings.filter((warning) => /file/.test(warning));

const urlEntries = (urls: Record<string, string>) =>
  Object.fromEntries(Object.entries(urls).map(([name, clientUrl]) => [name, { clientUrl }]));

it("renames and fetches files with any name, so that the article can be saved with them", async () => {
  const names = ["Фото 1.png", "sp ace.png", "a+b.png", ".hid.png", "dummy-x.png", "../up.png", "no extension"];
  const [first = "", second = "", third = "", ...others] = names;
  const figure = (file: string) => ({ type: "figure", attrs: { file, alt: file } });
  const crop = { file: "whole picture.png", turn: 0, x: 0, y: 0, width: 9, height: 9 };
  const content = [
    { type: "figure", attrs: { file: first, alt: "One" } },
    { type: "gallery", content: [figure(second), figure(third)] },
    ...others.map(figure),
    { type: "video", attrs: { file: "my film.mp4", poster: first } },
    { type: "fileDownload", attrs: { file: "Расписание.pdf", title: "" } },
    { type: "figure", attrs: { file: "cut.png", crop } },
  ];
  const shown = [...names, "cut.png"];
  const assets = {
    ...urlEntries(Object.fromEntries(shown.map((name) => [name, publish(name)]))),
    [first]: { clientUrl: publish(first, 400), price: "1.50", widths: [{ file: "Фото мал.png", width: 200 }] },
    "Фото мал.png": { clientUrl: publish("Фото мал.png", 200) },
    "my key": { clientUrl: "https://cdn.example/my%20key.png", note: 1 },
  };
  const given = { ...stateOf(...content), assets, own: { rate: 1 } };
  const article = await open(given);
  const { vms_json, readable, restoring } = await article.restored();
  expect([readable, restoring.map(({ state }) => state)]).toEqual([true, ["gone", "gone"]]);
  expect(restoring.map(({ file_name }) => file_name)).toEqual([
    expect.stringMatching(/^my-film-[0-9a-f]{8}\.mp4$/),
    expect.stringMatching(/^raspisanie-[0-9a-f]{8}\.pdf$/),
  ]);
  const { media, state, html } = await article.publish(vms_json);
  expect(media).toHaveLength(shown.length + 1);
  expect(media.filter((name) => !OURS.test(name))).toEqual([]);
  expect(media).toContain("cut.png");
  const photo = media.find((name) => /^foto-1-[0-9a-f]{8}\.png$/.test(name)) ?? "";
  const small = media.find((name) => /^foto-mal-/.test(name)) ?? "";
  expect(html).toContain(`<img src="dummy-${photo}" srcset="dummy-${small} 200w, dummy-${photo} 400w"`);
  expect(state.assets[photo]).toMatchObject({ price: "1.50", widths: [{ file: small, width: 200 }] });
  expect(state.assets["my key"]).toEqual({ clientUrl: "https://cdn.example/my%20key.png", note: 1 });
  expect(Object.keys(state.assets).sort()).toEqual([...media, "my key"].sort());
});

it("recognises a state whose files it has renamed, and saves another one of a later open", async () => {
  const given = { ...articleOf({ file: "Фото.png" }), assets: urlEntries({ "Фото.png": publish("Фото.png") }) };
  const article = await open(given, {}, "again");
  const { vms_json } = await article.restored();
  await open(given, {}, "again");
  await article.save(vms_json ?? {});
  await open(given, {}, "again");
  expect((await article.load()).site_copy).toBeNull();
  // Galley never had the second file.
  const copy = { ...articleOf("New", { file: "Фото.png" }, { file: "dog-1a2b3c4d.png" }), assets: given.assets };
  await open(copy, {}, "again");
  const taken = (await (await article.editor("GET", "/site-copy")).json()) as { vms_json: object };
  const { html, media } = await article.publish(taken.vms_json);
  expect([html, media]).toEqual([expect.stringContaining("New"), [expect.any(String)]]);
});

it("saves without files that cannot be fetched, and names them in the delivery", async () => {
  const given = {
    ...articleOf("Words", { file: "Фото.png", alt: "Gone" }, { file: "nowhere one.png" }),
    assets: urlEntries({ "Фото.png": `${base}/gone.png` }),
  };
  const article = await open(given);
  const { vms_json, restoring } = await article.restored();
  expect(restoring.map(({ state }) => state).sort()).toEqual(["failed", "gone"]);
  const { delivery, media } = await article.publish(vms_json);
  expect([fileWarnings(delivery), media]).toEqual([["file_missing"], []]);
  for (const { file_name } of restoring) expect(delivery.explanation).toContain(file_name);
});

it("renames files whose names differ only by case or start with another name", async () => {
  const names = ["pic.png", "Pic.png", "pic.png.webp"];
  const article = await open({
    ...articleOf(...names.map((file) => ({ file }))),
    assets: urlEntries(Object.fromEntries(names.map((name) => [name, publish(name)]))),
  });
  const { media } = await article.publish((await article.restored()).vms_json);
  expect(media).toContain("pic.png");
  const lower = media.map((name) => `dummy-${name.toLowerCase()}`).sort();
  expect(lower).toHaveLength(3);
  for (const [index, name] of lower.entries()) expect(lower[index + 1]?.startsWith(name) ?? false).toBe(false);
});

it("extracts pictures from data: URLs, and inspects them like uploads", async () => {
  const png = drawnPng(31, 17);
  const article = await open({
    ...articleOf({ file: "a.png" }, { file: "b.svg" }, { file: "c.png" }, { file: "d.png" }),
    assets: urlEntries({
      "a.png": `data:image/png;base64,${png.toString("base64")}`,
      "b.svg": `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script><path d="M0 0h9v9z"/></svg>')}`,
      "c.png": "data:image/png;base64,AAAA",
      "d.png": "data:image/png;base64",
    }),
  });
  const { vms_json, restoring } = await article.restored();
  expect(restoring).toMatchObject([
    { file_name: "c.png", state: "failed", problem: expect.stringContaining("Accepted:") },
    { file_name: "d.png", state: "failed", problem_sentence: { code: "media.data_url", facts: {} } },
  ]);
  expect(Buffer.from(await (await article.editor("GET", "/media/a.png")).arrayBuffer()).equals(png)).toBe(true);
  const { media, html, delivery, json } = await article.publish(vms_json);
  expect(media).toEqual(["a.png", "b.svg"]);
  expect(html).toContain('src="dummy-a.png"');
  expect(fileWarnings(delivery)).toEqual(["file_missing"]);
  expect(delivery.explanation).toContain("c.png, d.png");
  expect(json).not.toContain(png.toString("base64"));
});

it("resolves relative URLs against the callback URL", async () => {
  publish("up-1.png");
  const callback_url = site.callbackUrl.replace(/\/\/[^/]+/, new URL(base).origin.slice(5));
  const article = await open(
    {
      ...articleOf({ file: "a.png" }, { file: "b.png" }),
      assets: urlEntries({ "a.png": "/up-1.png", "b.png": `//${new URL(base).host}/gone.png` }),
    },
    { callback_url },
    "relative",
  );
  const { restoring } = await article.restored();
  expect(restoring).toMatchObject([{ file_name: "b.png", problem: expect.stringContaining("status 404") }]);
  expect((await article.editor("GET", "/media/a.png")).status).toBe(200);
  await open({}, {}, "relative");
  const { html, media } = await article.publish((await article.load()).vms_json);
  expect(media).toEqual(["a.png"]);
  expect(html).toContain(`src="${base}/gone.png"`);
});

it("omits a missing size of a picture from the page, and names it in the delivery", async () => {
  const size = (width: number) => ({ type: "image/png", width, height: width / 2 });
  const entry = (file: string, width: number) => ({ clientUrl: `${base}/${file}`, ...size(width) });
  const [small, middle] = [
    { file: "small.png", width: 100 },
    { file: "middle.png", width: 200 },
  ] as const;
  const assets = {
    "large.png": { ...entry("large.png", 400), widths: [small, middle] },
    "middle.png": entry("middle.png", 200),
    "small.png": entry("small.png", 100),
  };
  const state = { ...articleOf({ file: "large.png", alt: "A bridge" }), assets };
  for (const { file, width } of [small, middle]) files.set(`/${file}`, drawnPng(width, width / 2));
  files.delete("/large.png");
  const article = await open(state);
  const saved = await article.publish((await article.restored()).vms_json);
  expect(saved.html).toContain(
    '<img src="dummy-middle.png" srcset="dummy-small.png 100w, dummy-middle.png 200w" sizes="(min-width: 800px) 720px, 100vw" alt="A bridge" width="200"',
  );
  expect(saved.html).not.toContain("large.png");
  expect([fileWarnings(saved.delivery), saved.media]).toEqual([["file_missing"], ["middle.png", "small.png"]]);
  expect(saved.delivery.explanation).toContain("large.png");

  files.set("/large.png", drawnPng(400, 200));
  files.delete("/middle.png");
  const other = await open(state);
  const again = await other.publish((await other.restored()).vms_json);
  expect(again.html).toContain('<img src="dummy-large.png" srcset="dummy-small.png 100w, dummy-large.png 400w"');
  expect(fileWarnings(again.delivery)).toEqual(["file_missing"]);
  expect(Object.keys(again.state.assets).sort()).toEqual(["large.png", "middle.png", "small.png"]);
});

it.each(["ftp://site.example/a.png", "mailto:a@site.example"])(
  "reports a file at %s, which no page can load, as missing",
  async (url) => {
    const article = await open({ ...articleOf({ file: "a.png" }), assets: urlEntries({ "a.png": url }) });
    const { html, delivery } = await article.publish((await article.restored()).vms_json);
    expect(html).not.toContain(url);
    expect(fileWarnings(delivery)).toEqual(["file_missing"]);
  },
);

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
