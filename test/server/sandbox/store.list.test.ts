import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openArticleStore } from "../../../server/sandbox/store.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), "galley-sandbox-list-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 10, minute));
const saved = {
  vms_html: "<p>Text</p>",
  vms_json: {},
  version_id: null,
  version_cdate: null,
  user_email: null,
  stored_at: at(9).toISOString(),
  site_url: "http://127.0.0.1:8422",
};

test("the newest come first, no more than are asked for, also from a folder of an earlier run", async () => {
  const earlier = await openArticleStore(dir);
  for (const minute of [2, 1, 3]) await earlier.create(`Article ${minute}`, at(minute));
  const store = await openArticleStore(dir);
  expect((await store.list(500)).map(({ title }) => title)).toEqual(["Article 3", "Article 2", "Article 1"]);
  expect((await store.list(2)).map(({ title }) => title)).toEqual(["Article 3", "Article 2"]);
});

test("what changed since the first list is in the next one, and no article is read again for it", async () => {
  const store = await openArticleStore(dir);
  const unread = await store.create("Unread", at(1));
  const [{ id: changed }] = await Promise.all([store.create("Changed", at(2)), store.list(500)]);
  await writeFile(path.join(dir, `${unread.id}.json`), "no JSON");

  await store.update(changed, { saved, refusal: { on: true, message: "" } });
  await store.create("New", at(3));
  expect(await store.list(500)).toEqual([
    expect.objectContaining({ title: "New", stored_at: null, refusesSaves: false }),
    { id: changed, title: "Changed", created_at: at(2).toISOString(), stored_at: saved.stored_at, refusesSaves: true },
    expect.objectContaining({ title: "Unread" }),
  ]);
});

test("a list that could not be read is read anew by the next one, and saves are taken meanwhile", async () => {
  const store = await openArticleStore(dir);
  const { id } = await store.create("Damaged", at(1));
  await writeFile(path.join(dir, "damaged.json"), "no JSON");
  await expect(store.list(500)).rejects.toThrow("JSON");
  expect((await store.update(id, { saved })).saved).toEqual(saved);
  await rm(path.join(dir, "damaged.json"));
  expect(await store.list(500)).toMatchObject([{ id, stored_at: saved.stored_at }]);
});
