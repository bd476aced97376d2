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

/** Half a day at a time: after a jump of more than a day, Galley would doubt the clock. */
function pass(days: number): void {
  for (let half = 0; half < 2 * days; half++) clock.skip(DAY_MS / 2);
}

async function article(materialId: string) {
  const { session, upload, ...article } = await openArticle(materialId);
  return {
    ...article,
    upload: (text: string) => upload("note.txt", Buffer.from(text)),
    async versions() {
      const { versions } = await appliance.console<SessionDetail>("GET", `/sessions/${session.session_id}`);
      return versions.map(({ number }) => number);
    },
  };
}

it("removes old versions with their archives and files, but only after the retention time", async () => {
  const a = await article("a");
  await a.deliver(articleOf("one", { file: await a.upload("only in version one") }));
  await a.deliver(articleOf("two", { file: await a.upload("in version two") }));
  const urls = site.callbacks.map(({ body }) => body.content_url);
  const downloads = () =>
    Promise.all(urls.map(async (contentUrl) => (await downloadArchive(project, contentUrl, "a")).status));
  pass(13);
  await appliance.console("GET", "/projects");
  expect(await a.versions()).toEqual([2, 1]);
  pass(2);
  await eventually(async () => expect(await a.versions()).toEqual([2]));
  expect(await downloads()).toEqual([404, 200]);
  pass(2);
  await eventually(() => expect(Object.keys(treeOf(path.join(appliance.dataDir, "blobs")))).toHaveLength(1));
  expect(await downloads()).toEqual([404, 200]);
});

it("counts an open as an access", async () => {
  const a = await article("a");
  await a.deliver("one");
  await a.deliver("two");
  pass(13);
  await openArticle("a");
  pass(10);
  await (await article("other")).deliver();
  expect(await a.versions()).toEqual([2, 1]);
});

it("keeps a version with an open delivery, and the last one that the site accepted", async () => {
  const a = await article("a");
  await a.deliver("accepted");
  site.answer = () => ({ rc: 0, rm: "no" });
  await a.deliver("rejected");
  await a.deliver("rejected again");
  pass(15);
  await eventually(async () => expect(await a.versions()).toEqual([3, 1]));
});

it("keeps an upload in a draft, and removes an unused one", async () => {
  const { editor, upload } = await article("a");
  const [drafted, forgotten] = [await upload("in a draft"), await upload("nowhere")];
  await editor("PUT", "/draft", { client_id: "tab", vms_json: articleOf({ file: drafted }), base_version: null });
  pass(16);
  const files = () => valuesIn(appliance.dataDir, "SELECT file_name FROM assets ORDER BY file_name");
  await eventually(() => expect(files()).not.toContain(forgotten));
  expect(files()).toEqual([drafted]);
});

it("removes attempts after the time in the settings, and a delivery after its version", async () => {
  const a = await article("a");
  await a.deliver("one");
  const { id } = await a.deliver("two");
  const attempts = async () =>
    (await appliance.console<{ attempts: unknown[] }>("GET", `/deliveries/${id}`)).attempts.length;
  pass(29);
  await eventually(async () => expect(await a.versions()).toEqual([2]));
  expect(await attempts()).toBe(1);
  pass(2);
  await eventually(async () => {
    const { items } = await appliance.console<{ items: { id: string }[] }>("GET", "/deliveries");
    expect(items.map((row) => row.id)).toEqual([id]);
  });
  expect(await attempts()).toBe(0);
});
