import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { SessionDetail } from "../../../server/contracts/sessions-api.ts";
import { type TestClock, testClock } from "../../support/appliance.ts";
import { treeOf } from "../../support/backups.ts";
import { eventually } from "../../support/eventually.ts";
import { type Newsroom, startNewsroom, valuesIn } from "../../support/newsroom.ts";
import { articleOf, downloadArchive } from "../../support/site.ts";

const DAY_MS = 24 * 3_600_000;

let { appliance, project, site, article: openArticle } = {} as Newsroom;
let clock: TestClock;

beforeEach(async () => {
  clock = testClock();
  ({ appliance, project, site, article: openArticle } = await startNewsroom({ clock }));
});

async function article(materialId: string) {
  const { session, editor, load, upload, deliver } = await openArticle(materialId);
  return {
    upload: (text: string) => upload("note.txt", Buffer.from(text)),
    async draft(file: string) {
      const base_version = (await load()).current_version;
      await editor("PUT", "/draft", { client_id: "tab", vms_json: articleOf({ file }), base_version });
    },
    save: (...blocks: Parameters<typeof articleOf>) => deliver(articleOf(...blocks)),
    async versions() {
      const { versions } = await appliance.console<SessionDetail>("GET", `/sessions/${session.session_id}`);
      return versions.map(({ number }) => number);
    },
  };
}

const blobFiles = () => Object.keys(treeOf(path.join(appliance.dataDir, "blobs"))).length;

it("removes old versions with their archives and files, but only after the retention time", async () => {
  const a = await article("a");
  await a.save("one", { file: await a.upload("only in version one") });
  await a.save("two", { file: await a.upload("in version two") });
  const [first, second] = [await site.received(1), await site.received(2)];
  clock.advance(13 * DAY_MS);
  await appliance.console("GET", "/projects");
  expect(await a.versions()).toEqual([2, 1]);
  clock.advance(2 * DAY_MS);
  await eventually(async () => expect(await a.versions()).toEqual([2]));
  expect((await downloadArchive(project, first.body.content_url, "a")).status).toBe(404);
  expect((await downloadArchive(project, second.body.content_url, "a")).status).toBe(200);
  clock.advance(2 * DAY_MS);
  await eventually(() => expect(blobFiles()).toBe(1));
  expect((await downloadArchive(project, second.body.content_url, "a")).status).toBe(200);
});

it("counts an open as an access", async () => {
  const a = await article("a");
  await a.save("one");
  await a.save("two");
  clock.advance(13 * DAY_MS);
  await openArticle("a");
  clock.advance(10 * DAY_MS);
  const other = await article("other");
  await other.save("one");
  expect(await a.versions()).toEqual([2, 1]);
});

it("keeps a version with an open delivery, and the last one that the site accepted", async () => {
  const a = await article("a");
  await a.save("accepted");
  site.answer = () => ({ rc: 0, rm: "no" });
  await a.save("rejected");
  await a.save("rejected again");
  clock.advance(15 * DAY_MS);
  await eventually(async () => expect(await a.versions()).toEqual([3, 1]));
});

it("keeps an upload in a draft, and removes an unused one", async () => {
  const a = await article("a");
  const drafted = await a.upload("in a draft");
  const forgotten = await a.upload("nowhere");
  await a.draft(drafted);
  clock.advance(16 * DAY_MS);
  const files = () => valuesIn(appliance.dataDir, "SELECT file_name FROM assets ORDER BY file_name");
  await eventually(() => expect(files()).not.toContain(forgotten));
  expect(files()).toEqual([drafted]);
});

it("removes a delivery after its version and its attempts, and keeps the others", async () => {
  const a = await article("a");
  const first = await a.save("one");
  const second = await a.save("two");
  clock.advance(15 * DAY_MS);
  await eventually(async () => expect(await a.versions()).toEqual([2]));
  clock.advance(16 * DAY_MS);
  const ids = async () => {
    const { items } = await appliance.console<{ items: { id: string }[] }>("GET", "/deliveries");
    return items.map(({ id }) => id);
  };
  await eventually(async () => expect(await ids()).toEqual([second.id]));
  expect(first.id).not.toBe(second.id);
});

it("keeps the log of attempts for the time in the settings", async () => {
  const a = await article("a");
  const { id } = await a.save("one");
  const attempts = async () =>
    (await appliance.console<{ attempts: unknown[] }>("GET", `/deliveries/${id}`)).attempts.length;
  clock.advance(29 * DAY_MS);
  expect(await attempts()).toBe(1);
  clock.advance(2 * DAY_MS);
  await eventually(async () => expect(await attempts()).toBe(0));
});
