import { describe, expect, it } from "vitest";
import { DOCUMENT_BYTES } from "../../../../server/article/document.ts";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { SavedVersion } from "../../../../server/contracts/editor-api.ts";
import type {
  ArchiveEntry,
  EditorLink,
  FilesFetched,
  SessionDetail,
  SessionRow,
  VersionComparison,
  VersionDetail,
  VersionRow,
} from "../../../../server/contracts/sessions-api.ts";
import { deliverySettles } from "../../../support/deliveries.ts";
import { drawnPng } from "../../../support/drawn-png.ts";
import { eventually } from "../../../support/eventually.ts";
import { type Article, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, editorOf, stateOf } from "../../../support/site.ts";

const { appliance, project, site, article } = await startNewsroom({ name: "Harbour Herald" });

const open = (material_id: string, metadata: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  article(material_id, { metadata, ...more });

const headed = (heading: string, ...words: string[]) => {
  const title = { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: heading }] };
  return stateOf(title, ...articleOf(...words).doc.content);
};

const list = (query: Record<string, string>) =>
  appliance.console<Page<SessionRow>>("GET", `/sessions?${new URLSearchParams(query)}`);
const found = async (q: string, more: Record<string, string> = {}) =>
  (await list({ q, ...more })).items.map(({ material_id }) => material_id).sort();
const raw = (path: string, method = "GET") => appliance.request(method, path);
const whereIs = ({ session }: Pick<Article, "session">) => `/sessions/${session.session_id}`;
const detailOf = (opened: Pick<Article, "session">) => appliance.console<SessionDetail>("GET", whereIs(opened));

async function whileDisabled(work: () => Promise<unknown>): Promise<void> {
  await appliance.console("PATCH", `/projects/${project.id}`, { enabled: false });
  try {
    await work();
  } finally {
    await appliance.console("PATCH", `/projects/${project.id}`, { enabled: true });
  }
}

describe("the list of sessions", () => {
  it("shows an article's title, else its first heading, else null", async () => {
    await open("n-1", { title: "  A fire\nin the harbour " });
    const second = await open("n-2");
    await second.save(headed("Ёлка on the square", "words"));
    await open("n-3");
    const { items } = await list({ q: "material:n-" });
    expect(items.map(({ material_id, title }) => [material_id, title]).sort()).toEqual([
      ["n-1", "A fire in the harbour"],
      ["n-2", "Ёлка on the square"],
      ["n-3", null],
    ]);
    // The site opens it with a title, then again without one.
    await open("n-2", { title: "Christmas tree" });
    expect(await found("christmas material:n-2")).toEqual(["n-2"]);
    await open("n-2", {});
    expect((await list({ q: "material:n-2" })).items[0]?.title).toBe("Ёлка on the square");
    expect((await detailOf(second)).title).toBe("Ёлка on the square");
  });

  it("finds words in the title, material id and author, in any case and order", async () => {
    const { session, save } = await open("w-4711-x", { title: "Harbour Fire: what we know" });
    await save("words", { user_email: "Boris.Блок@example.org" });
    expect(await found("FIRE know")).toEqual(["w-4711-x"]);
    expect(await found("4711")).toEqual(["w-4711-x"]);
    expect(await found('"fire: what"')).toEqual(["w-4711-x"]);
    expect(await found('"what fire"')).toEqual([]);
    expect(await found("блок fire")).toEqual(["w-4711-x"]);
    expect(await found("author:блок")).toEqual(["w-4711-x"]);
    expect(await found("author:fire")).toEqual([]);
    expect(await found("material:fire")).toEqual([]);
    expect(await found("what fire host:127.0.0.1 project:herald")).toEqual(["w-4711-x"]);
    expect(await found("fire project:other")).toEqual([]);
    expect(await found(session.session_id)).toEqual(["w-4711-x"]);
    expect((await list({ q: "4711" })).items[0]?.author).toBe("Boris.Блок@example.org");
  });

  it("filters by the delivery state of the newest version", async () => {
    site.respond = ({ body }) => (body.material_id === "s-refused" ? { rc: 2, rm: "No" } : { rc: 1, rm: "", data: {} });
    await (await open("s-refused")).deliver();
    await (await open("s-taken")).deliver();
    await open("s-new");
    expect(await found("material:s- state:rejected")).toEqual(["s-refused"]);
    expect(await found("material:s-", { state: "rejected" })).toEqual(["s-refused"]);
    expect(await found("material:s- state:delivered")).toEqual(["s-taken"]);
    expect(await found("material:s- state:unsaved")).toEqual(["s-new"]);
    expect(await found("material:s- state:held")).toEqual([]);
    expect((await raw("/sessions?state=nonsense")).status).toBe(422);
    site.respond = () => ({ rc: 1, rm: "", data: {} });
  });

  it("pages through all sessions, also in a search, without duplicates", async () => {
    const ids = Array.from({ length: 51 }, (_, number) => `page-${number}`).sort();
    await Promise.all(ids.map((id) => open(id, { title: "Paged" })));
    for (const q of ["paged", "", "material:page- state:unsaved"]) {
      const where = `/sessions?${new URLSearchParams({ project: project.id, q })}`;
      expect(await appliance.list(where)).toHaveLength(50);
      const seen = (await appliance.listAll<SessionRow>(where)).map(({ material_id }) => material_id);
      expect(seen.filter((id) => id.startsWith("page-")).sort()).toEqual(ids);
    }
  });
});

it("lists all versions of a session in pages", async () => {
  const written = await open("many-versions");
  for (let number = 1; number <= 51; number++) await written.save(`words ${number}`);
  expect((await detailOf(written)).versions_count).toBe(51);
  const where = `${whereIs(written)}/versions`;
  expect(await appliance.list(where)).toHaveLength(50);
  const numbers = (await appliance.listAll<VersionRow>(where)).map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 51 }, (_, index) => 51 - index));
});

describe("the difference of two versions", () => {
  const compare = (one: { version_id: string }, two: { version_id: string }, query = "") =>
    appliance.console<VersionComparison>("GET", `/versions/${one.version_id}/compare/${two.version_id}${query}`);

  it("lists changes block by block and word by word", async () => {
    const { save } = await open("compared");
    const one = await save(headed("Fire", "The old mayor spoke.", "It goes.", "The same."));
    const two = await save(headed("Fire", "The new mayor spoke.", "The same.", "It comes."));
    const difference = await compare(one, two);
    expect([difference.from.number, difference.to.number, difference.left_out]).toEqual([1, 2, 0]);
    const blocks = difference.blocks.map(({ kind, from, to }) => `${kind} ${(from ?? to)?.type}`);
    expect(blocks.join(", ")).toBe("same heading, changed paragraph, gone paragraph, same paragraph, new paragraph");
    expect(difference.changes).toBe(3);
    expect(difference.blocks[0]?.to?.level).toBe(2);
    expect(difference.blocks[1]?.runs).toEqual([
      { kind: "same", from: "The ", to: "The " },
      { kind: "gone", from: "old ", to: "" },
      { kind: "new", from: "", to: "new " },
      { kind: "same", from: "mayor spoke.", to: "mayor spoke." },
    ]);
  });

  it("is refused for versions of two articles or of another editor", async () => {
    const vms_json = { blocks: [{ text: "as another editor wrote it" }] };
    const foreign = await open("compared-foreign", {}, { vms_json });
    const one = await foreign.save();
    const other = await (await open("compared-other")).save();
    await expect(compare(one, other)).rejects.toThrow("422");
    const original = (await detailOf(foreign)).versions.find(({ number }) => number === 0);
    await expect(compare({ version_id: original?.id ?? "" }, one)).rejects.toThrow(/422.*articles\.foreign_compare/);
  });

  it("has a limited number of characters", async () => {
    const { save } = await open("compared-large");
    const long = (letter: string) => articleOf(...Array.from({ length: 40 }, (_, n) => letter.repeat(20_000) + n));
    const one = await save(long("a"));
    const two = await save(long("b"));
    const difference = await compare(one, two);
    expect(JSON.stringify(difference).length).toBeLessThan(500_000);
    expect(difference.left_out).toBeGreaterThan(0);
  });

  it("shows pictures, moved blocks, and attributes in the requested language", async () => {
    const { upload, save } = await open("compared-pictures");
    const [dawn, dusk] = [await upload("dawn.png", drawnPng(30, 20)), await upload("dusk.png", drawnPng(20, 30))];
    const kept = ["The first tram crossed the harbour.", "The mayor waved."];
    const one = await save(articleOf("Moved to the end", ...kept, { file: dawn, alt: "At dawn" }));
    const two = await save(articleOf(...kept, { file: dusk, alt: "At dusk" }, "Moved to the end"));
    const { blocks, files_path } = await compare(one, two, "?language=ru");
    expect(blocks.map(({ kind }) => kind)).toEqual(["same", "same", "changed", "moved"]);
    const [, , picture, moved] = blocks;
    expect(picture?.from?.pictures).toEqual([{ file: dawn, alt: "At dawn", only_here: true }]);
    expect(picture?.to?.pictures).toEqual([{ file: dusk, alt: "At dusk", only_here: true }]);
    expect(picture?.other_pictures).toBe(true);
    expect(picture?.runs[0]?.from).toBe("Описание: At ");
    expect(moved?.moved).toEqual({ after: null });
    const bytes = await fetch(new URL(`${files_path}${dusk}`, appliance.consoleUrl));
    expect([bytes.status, bytes.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("does not delay other requests, even for very large articles", { timeout: 60_000 }, async () => {
    const { save } = await open("compared-huge");
    // A third of the largest document, at about 90 bytes a paragraph.
    const blocks = Math.floor(DOCUMENT_BYTES / 3 / 90);
    const words = (mark: string) => Array.from({ length: blocks }, (_, index) => `${mark} ${index % 997} ${index}`);
    const one = await save(articleOf(...words("a")));
    const two = await save(articleOf(...words("b")));
    let responded = 0;
    let isOver = false;
    const compared = compare(one, two).finally(() => {
      isOver = true;
    });
    for (; !isOver; responded += 1) expect((await fetch(`${appliance.url}/healthz`)).status).toBe(200);
    const { changes, left_out } = await compared;
    expect([changes, left_out > 0]).toEqual([blocks, true]);
    // Comparing in the main thread would let one or two through before it blocks.
    expect(responded).toBeGreaterThan(5);
  });
});

it("lists the files of a version's archive, and serves them in a sandbox with their types", async () => {
  const { upload, save } = await open("archived", { webhook_basic_auth_password: "s3cret-in-clear" });
  const picture = drawnPng(3, 2);
  const file_name = await upload("quay.png", picture);
  const saved = await save(articleOf("<script>alert(1)</script>", { file: file_name }));
  const items = await appliance.list<ArchiveEntry>(`/versions/${saved.version_id}/files`);
  expect(items.map(({ path, type }) => [path, type])).toEqual([
    ["vms_html.html", "text/plain"],
    ["vms_json.json", "application/json"],
    [`vms_media/${file_name}`, "image/png"],
    ["metadata_json.json", "application/json"],
  ]);
  for (const { path, size, type } of items) {
    const response = await raw(`/versions/${saved.version_id}/files/${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain(type);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toMatch(/^sandbox;/);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(size);
    if (type === "image/png") expect(bytes.equals(picture)).toBe(true);
    expect(bytes.toString()).not.toContain("s3cret-in-clear");
  }
  for (const path of ["vms_media/none.png", "..%2F..%2Fgalley.db", "vms_media/..%2Fgalley.db", "none.json"])
    expect((await raw(`/versions/${saved.version_id}/files/${path}`)).status).toBe(404);
});

it("lists each missing file with the cause, and fetches missing files again on request", async () => {
  const assets = { "lost.png": { clientUrl: "http://127.0.0.1:9/lost.png" } };
  const vms_json = { ...articleOf({ file: "lost.png" }), assets };
  const restored = await open("restored", {}, { vms_json });
  await eventually(async () => {
    const { files } = await detailOf(restored);
    expect(files).toMatchObject({ here: 0, missing_count: 1 });
    const lost = { file_name: "lost.png", client_url: "http://127.0.0.1:9/lost.png", state: "failed" };
    expect(files.missing).toMatchObject([{ ...lost, problem: expect.stringMatching(/./) }]);
  });
  const fetched = await appliance.console<FilesFetched>("POST", `${whereIs(restored)}/fetch-files`);
  expect(fetched).toEqual({ fetching: 1 });
});

describe("restoring a version", () => {
  const restore = (id: string, base_version: number) =>
    appliance.console<SavedVersion>("POST", `/versions/${id}/restore`, { base_version });

  it("saves a new version, sends it to the site, notifies open editors and records the action", async () => {
    const { session, save, deliver, listen } = await open("restored-by-admin");
    const first = await save("First words");
    await deliver("Second words");
    const tab = await listen();

    const restored = await restore(first.version_id, 2);
    expect(restored).toMatchObject({ number: 3, delivery_id: expect.any(String) });
    await tab.until(({ events }) => JSON.stringify(events).includes(restored.version_id));
    await deliverySettles(appliance, restored.delivery_id);
    const sent = site.callbacks.filter(({ body }) => body.material_id === "restored-by-admin");
    expect(sent).toHaveLength(3);
    const detail = await appliance.console<VersionDetail>("GET", `/versions/${restored.version_id}`);
    expect(detail.html).toContain("First words");
    const items = await appliance.audit();
    expect(items.filter(({ action }) => action === "version restored")).toMatchObject([
      { subject: session.session_id, detail: { restored: 1, number: 3 } },
    ]);
  });

  it("is refused after a newer version, and with a disabled key", async () => {
    const written = await open("restored-too-late");
    const first = await written.save("First words");
    await written.save("Second words");
    await expect(restore(first.version_id, 1)).rejects.toThrow(/409.*Version 2 was saved in the meantime/);
    await whileDisabled(() =>
      expect(restore(first.version_id, 2)).rejects.toThrow(/409.*The key of Harbour Herald is disabled/),
    );
    expect((await detailOf(written)).versions_count).toBe(2);
  });
});

it("creates an editor link for the admin, and records that", async () => {
  const opened = await open("opened-by-admin");
  const { session } = opened;
  const { url } = await appliance.console<EditorLink>("POST", `${whereIs(opened)}/editor-address`);
  expect(url).toMatch(new RegExp(`^${appliance.url}/editor/${session.session_id}#t=[A-Za-z0-9_-]+$`));
  expect((await editorOf({ ...session, url })("GET", "/")).status).toBe(200);
  const items = await appliance.audit();
  expect(items[0]).toMatchObject({ action: "editor opened", subject: session.session_id });
  expect(JSON.stringify(items)).not.toContain(url.split("#t=")[1]);
  await whileDisabled(async () => expect((await raw(`${whereIs(opened)}/editor-address`, "POST")).status).toBe(409));
});
