import { describe, expect, it } from "vitest";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { SavedVersion } from "../../../../server/contracts/editor-api.ts";
import type { AuditRow } from "../../../../server/contracts/logs-api.ts";
import type {
  ArchiveEntry,
  EditorAddress,
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
import { articleIn, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, editorOf, type OpenedSession } from "../../../support/site.ts";

const { appliance, project, site, open: openWith } = await startNewsroom({ name: "Harbour Herald" });

const open = (material_id: string, metadata: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  openWith(material_id, { metadata, ...more });
const save = (
  session: OpenedSession,
  vms_json: object,
  base_version: number | null = null,
  user_email: string | null = null,
): Promise<SavedVersion> => articleIn(appliance, session).save(vms_json, { base_version, user_email });

const headed = (heading: string, ...words: string[]) => {
  const article = articleOf(...words);
  const title = { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: heading }] };
  return { ...article, doc: { ...article.doc, content: [title, ...article.doc.content] } };
};

const list = (query: Record<string, string>) =>
  appliance.console<Page<SessionRow>>("GET", `/sessions?${new URLSearchParams(query)}`);
const found = async (q: string, more: Record<string, string> = {}) =>
  (await list({ q, ...more })).items.map(({ material_id }) => material_id).sort();
const raw = (path: string, method = "GET") => appliance.request(method, path);
const detailOf = ({ session_id }: OpenedSession) => appliance.console<SessionDetail>("GET", `/sessions/${session_id}`);

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
    await save(second, headed("Ёлка on the square", "words"));
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
    const session = await open("w-4711-x", { title: "Harbour Fire: what we know" });
    await save(session, articleOf("words"), null, "Boris.Блок@example.org");
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
    site.answer = ({ body }) => (body.material_id === "s-refused" ? { rc: 2, rm: "No" } : { rc: 1, rm: "", data: {} });
    const refused = await save(await open("s-refused"), articleOf("words"));
    const taken = await save(await open("s-taken"), articleOf("words"));
    await open("s-new");
    await deliverySettles(appliance, refused.delivery_id);
    await deliverySettles(appliance, taken.delivery_id);
    expect(await found("material:s- state:refused")).toEqual(["s-refused"]);
    expect(await found("material:s-", { state: "rejected" })).toEqual(["s-refused"]);
    expect(await found("material:s- state:delivered")).toEqual(["s-taken"]);
    expect(await found("material:s- state:unsaved")).toEqual(["s-new"]);
    expect(await found("material:s- state:held")).toEqual([]);
    expect((await raw("/sessions?state=nonsense")).status).toBe(422);
    site.answer = () => ({ rc: 1, rm: "", data: {} });
  });

  it("pages through all sessions, also in a search, without duplicates", async () => {
    for (let number = 0; number < 60; number++) await open(`page-${number}`, { title: `Paged ${number}` });
    for (const q of ["paged", "", "material:page- state:unsaved"]) {
      const seen: string[] = [];
      let cursor = "";
      do {
        const page = await list({ ...(q === "" ? { project: project.id } : { q }), cursor });
        expect(page.items.length).toBeLessThanOrEqual(50);
        seen.push(...page.items.map(({ material_id }) => material_id));
        cursor = page.next_cursor ?? "";
      } while (cursor !== "");
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => id.startsWith("page-"))).toHaveLength(60);
    }
  });
});

it("lists all versions of a session in pages", async () => {
  const session = await open("many-versions");
  const { save: saveNext } = articleIn(appliance, session);
  for (let number = 1; number <= 55; number++) await saveNext(`words ${number}`);
  expect((await detailOf(session)).versions_count).toBe(55);
  const numbers: number[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const path = `/sessions/${session.session_id}/versions?cursor=${cursor}`;
    const page: Page<VersionRow> = await appliance.console("GET", path);
    numbers.push(...page.items.map(({ number }) => number));
    cursor = page.next_cursor;
  }
  expect(numbers).toEqual(Array.from({ length: 55 }, (_, index) => 55 - index));
});

describe("the difference of two versions", () => {
  it("lists changes block by block and word by word", async () => {
    const session = await open("compared");
    const one = await save(session, headed("Fire", "The old mayor spoke.", "It goes.", "The same."));
    const two = await save(session, headed("Fire", "The new mayor spoke.", "The same.", "It comes."), 1);
    const path = `/versions/${one.version_id}/compare/${two.version_id}`;
    const difference = await appliance.console<VersionComparison>("GET", path);
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
    const one = await save(foreign, articleOf("words"));
    const other = await save(await open("compared-other"), articleOf("words"));
    expect((await raw(`/versions/${one.version_id}/compare/${other.version_id}`)).status).toBe(422);
    const original = (await detailOf(foreign)).versions.find(({ number }) => number === 0);
    const answer = await raw(`/versions/${original?.id}/compare/${one.version_id}`);
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: "articles.foreign_compare" }]);
  });

  it("has a limited size", { timeout: 60_000 }, async () => {
    const words = (seed: number, letter: string) => [
      Array.from({ length: 150_000 }, (_, index) => `w${(index * seed) % 9973}`).join(" "),
      ...Array.from({ length: 5_000 }, (_, index) => `${letter} ${index}`),
    ];
    const session = await open("compared-large");
    const one = await save(session, articleOf(...words(7, "a")));
    const two = await save(session, articleOf(...words(11, "b")), 1);
    const answer = await raw(`/versions/${one.version_id}/compare/${two.version_id}`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text.length).toBeLessThan(4_000_000);
    expect((JSON.parse(text) as VersionComparison).left_out).toBeGreaterThan(0);
  });
});

describe("the files of a version's archive", () => {
  it("are listed, and served in a sandbox with their types", async () => {
    const session = await open("archived", { webhook_basic_auth_password: "s3cret-in-clear" });
    const picture = drawnPng(3, 2);
    const upload = await editorOf(session)("POST", "/media?name=quay.png", picture);
    const { file_name } = (await upload.json()) as { file_name: string };
    const saved = await save(session, articleOf("<script>alert(1)</script>", { file: file_name }));
    const { items } = await appliance.console<Page<ArchiveEntry>>("GET", `/versions/${saved.version_id}/files`);
    expect(items.map(({ path, type }) => [path, type])).toEqual([
      ["vms_html.html", "text/plain"],
      ["vms_json.json", "application/json"],
      [`vms_media/${file_name}`, "image/png"],
      ["metadata_json.json", "application/json"],
    ]);
    for (const { path, size, type } of items) {
      const answer = await raw(`/versions/${saved.version_id}/files/${path}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toContain(type);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toMatch(/^sandbox;/);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.length).toBe(size);
      if (type === "image/png") expect(bytes.equals(picture)).toBe(true);
      expect(bytes.toString()).not.toContain("s3cret-in-clear");
    }
    for (const path of ["vms_media/none.png", "..%2F..%2Fgalley.db", "vms_media/..%2Fgalley.db", "none.json"])
      expect((await raw(`/versions/${saved.version_id}/files/${path}`)).status).toBe(404);
  });
});

describe("files that only the site has", () => {
  it("are listed with the cause, and fetched again on request", async () => {
    const assets = { "lost.png": { clientUrl: "http://127.0.0.1:9/lost.png" } };
    const vms_json = { ...articleOf({ file: "lost.png" }), assets };
    const session = await open("restored", {}, { vms_json });
    const failed = await eventually(async () => {
      const detail = await detailOf(session);
      expect(detail.files.missing[0]?.state).toBe("failed");
      return detail;
    });
    expect(failed.files).toMatchObject({ here: 0, missing_count: 1 });
    expect(failed.files.missing[0]).toMatchObject({ file_name: "lost.png", client_url: "http://127.0.0.1:9/lost.png" });
    expect(failed.files.missing[0]?.problem).not.toBe("");
    expect(await appliance.console<FilesFetched>("POST", `/sessions/${session.session_id}/fetch-files`)).toEqual({
      fetching: 1,
    });
  });
});

describe("restoring a version", () => {
  const restore = (id: string, base_version: number) =>
    appliance.console<SavedVersion>("POST", `/versions/${id}/restore`, { base_version });

  it("saves a new version, sends it to the site, notifies open editors and records the action", async () => {
    const session = await open("restored-by-admin");
    const first = await save(session, articleOf("First words"));
    const second = await save(session, articleOf("Second words"), 1);
    await deliverySettles(appliance, second.delivery_id);
    const tab = await articleIn(appliance, session).listen();

    const restored = await restore(first.version_id, 2);
    expect(restored).toMatchObject({ number: 3, delivery_id: expect.any(String) });
    await tab.until(({ events }) => JSON.stringify(events).includes(restored.version_id));
    tab.breakOff();
    await deliverySettles(appliance, restored.delivery_id);
    const sent = site.callbacks.filter(({ body }) => body.material_id === "restored-by-admin");
    expect(sent).toHaveLength(3);
    const detail = await appliance.console<VersionDetail>("GET", `/versions/${restored.version_id}`);
    expect(detail.html).toContain("First words");
    const { items } = await appliance.console<Page<AuditRow>>("GET", "/audit");
    expect(items.filter(({ action }) => action === "version restored")).toMatchObject([
      { subject: session.session_id, detail: { restored: 1, number: 3 } },
    ]);
  });

  it("is refused after a newer version, and with a disabled key", async () => {
    const session = await open("restored-too-late");
    const first = await save(session, articleOf("First words"));
    await save(session, articleOf("Second words"), 1);
    await expect(restore(first.version_id, 1)).rejects.toThrow(/409.*Version 2 was saved in the meantime/);
    await whileDisabled(() =>
      expect(restore(first.version_id, 2)).rejects.toThrow(/409.*The key of Harbour Herald is disabled/),
    );
    expect((await detailOf(session)).versions_count).toBe(2);
  });
});

it("creates an editor link for the admin, and records that", async () => {
  const session = await open("opened-by-admin");
  const { url } = await appliance.console<EditorAddress>("POST", `/sessions/${session.session_id}/editor-address`);
  expect(url).toMatch(new RegExp(`^${appliance.url}/editor/${session.session_id}#t=[A-Za-z0-9_-]+$`));
  expect((await editorOf({ ...session, url })("GET", "/")).status).toBe(200);
  const { items } = await appliance.console<Page<AuditRow>>("GET", "/audit");
  expect(items[0]).toMatchObject({ action: "editor opened", subject: session.session_id });
  expect(JSON.stringify(items)).not.toContain(url.split("#t=")[1]);
  await whileDisabled(async () =>
    expect((await raw(`/sessions/${session.session_id}/editor-address`, "POST")).status).toBe(409),
  );
});
