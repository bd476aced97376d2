/** Contract 11: what retention removes and keeps, also on a machine that is switched off every evening. */
import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { SessionDetail } from "../../../server/contracts/sessions-api.ts";
import {
  keptLog,
  type RunningAppliance,
  startAppliance,
  type TestClock,
  type TestOptions,
  testClock,
} from "../../support/appliance.ts";
import { treeOf } from "../../support/backups.ts";
import { eventually } from "../../support/eventually.ts";
import { articleOfKeys, changeIn, type Newsroom, startNewsroom, valuesIn } from "../../support/newsroom.ts";
import { articleOf, downloadArchive } from "../../support/site.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let clock: TestClock;
let appliance: RunningAppliance;
let dataDir: string;
let { project, site } = {} as Newsroom;

beforeEach(async () => {
  clock = testClock();
  ({ appliance, project, site } = await startNewsroom({ clock }));
  dataDir = appliance.dataDir;
});

async function start(options: TestOptions = {}): Promise<void> {
  appliance = await startAppliance({ clock, dataDir, ...options });
  onTestFinished(appliance.close);
}
/** Half a day at a time: after a jump of more than a day, Galley would doubt the clock. */
function pass(days: number): void {
  for (let half = 0; half < 2 * days; half++) clock.skip(DAY_MS / 2);
}

const placeOf = (task: string) => valuesIn(dataDir, "SELECT place FROM keeping_places WHERE task = ?", task)[0];
const blobFiles = () => Object.keys(treeOf(path.join(dataDir, "blobs"))).length;

/** Leaves sixty unreferenced files of a deleted session. */
async function leaveFiles(): Promise<void> {
  const { session, upload } = await articleOfKeys(appliance, project, "m", site.callbackUrl);
  for (let n = 0; n < 60; n++) await upload(`${n}.txt`, Buffer.from(`file ${n}`));
  await appliance.console("DELETE", `/sessions/${session.session_id}`);
  expect(blobFiles()).toBe(60);
}

it("cleans all files in three days of eight hours, and continues after each restart", async () => {
  await leaveFiles();
  const left: number[] = [];
  // 8 hours cover 96 of 256 prefixes, so the third day starts again at the first prefix.
  for (const place of [96, 192, 32]) {
    await appliance.close();
    await start();
    // Includes the three minutes before the first step. The clock does not advance between the runs.
    clock.advance(8 * HOUR_MS);
    await eventually(() => expect(placeOf("blobs")).toBe(place));
    left.push(blobFiles());
  }
  expect(left[0]).toBeGreaterThan(left[1] ?? 0);
  expect(left[1]).toBeGreaterThan(0);
  expect(left[2]).toBe(0);
});

it("catches up on the time that the machine was off", async () => {
  await leaveFiles();
  clock.advance(5 * MINUTE_MS);
  await eventually(() => expect(placeOf("blobs")).toBe(1));
  await appliance.close();
  clock.advance(22 * HOUR_MS);
  await start();
  clock.advance(4 * MINUTE_MS);
  await eventually(() => expect(blobFiles()).toBe(0));
});

async function article(materialId = "m") {
  const { session, upload, ...others } = await articleOfKeys(appliance, project, materialId, site.callbackUrl);
  return { id: session.session_id, ...others, upload: (text: string) => upload("note.txt", Buffer.from(text)) };
}

async function articleOfTwoVersions(materialId?: string): Promise<string> {
  const { id, deliver } = await article(materialId);
  await deliver();
  await deliver();
  return id;
}

const numbersOf = async (session_id: string) =>
  (await appliance.console<SessionDetail>("GET", `/sessions/${session_id}`)).versions.map(({ number }) => number);

it("removes old versions with their archives and files, but only after the retention time", async () => {
  const { id, deliver, upload } = await article();
  await deliver(articleOf("one", { file: await upload("only in version one") }));
  await deliver(articleOf("two", { file: await upload("in version two") }));
  const urls = site.callbacks.map(({ body }) => body.content_url);
  const downloads = () =>
    Promise.all(urls.map(async (contentUrl) => (await downloadArchive(project, contentUrl, "m")).status));
  pass(13);
  await appliance.console("GET", "/projects");
  expect(await numbersOf(id)).toEqual([2, 1]);
  pass(2);
  await eventually(async () => expect(await numbersOf(id)).toEqual([2]));
  expect(await downloads()).toEqual([404, 200]);
  pass(2);
  await eventually(() => expect(blobFiles()).toBe(1));
  expect(await downloads()).toEqual([404, 200]);
});

it("counts an open as an access", async () => {
  const id = await articleOfTwoVersions();
  pass(13);
  await article();
  pass(10);
  await (await article("other")).deliver();
  expect(await numbersOf(id)).toEqual([2, 1]);
});

it("keeps a version with an open delivery, and the last one that the site accepted", async () => {
  const { id, deliver } = await article();
  await deliver("accepted");
  site.respond = () => ({ rc: 0, rm: "no" });
  await deliver("rejected");
  await deliver("rejected again");
  pass(15);
  await eventually(async () => expect(await numbersOf(id)).toEqual([3, 1]));
});

it("keeps an upload in a draft, and removes an unused one", async () => {
  const { editor, upload } = await article();
  const [drafted, forgotten] = [await upload("in a draft"), await upload("nowhere")];
  await editor("PUT", "/draft", { client_id: "tab", vms_json: articleOf({ file: drafted }), base_version: null });
  pass(16);
  const files = () => valuesIn(dataDir, "SELECT file_name FROM assets ORDER BY file_name");
  await eventually(() => expect(files()).not.toContain(forgotten));
  expect(files()).toEqual([drafted]);
});

it("removes attempts after the time in the settings, and a delivery after its version", async () => {
  const { id, deliver } = await article();
  await deliver();
  const delivery = await deliver();
  const attempts = async () =>
    (await appliance.console<{ attempts: unknown[] }>("GET", `/deliveries/${delivery.id}`)).attempts.length;
  pass(29);
  await eventually(async () => expect(await numbersOf(id)).toEqual([2]));
  expect(await attempts()).toBe(1);
  pass(2);
  await eventually(async () => {
    const { items } = await appliance.console<{ items: { id: string }[] }>("GET", "/deliveries");
    expect(items.map((row) => row.id)).toEqual([delivery.id]);
  });
  expect(await attempts()).toBe(0);
});

it("prunes a few minutes after a start", async () => {
  const session_id = await articleOfTwoVersions();
  pass(13);
  await appliance.close();
  clock.advance(23 * HOUR_MS);
  await start();
  clock.advance(MINUTE_MS);
  await appliance.close();
  clock.advance(2 * HOUR_MS);
  await start();
  clock.advance(MINUTE_MS);
  expect(await numbersOf(session_id)).toEqual([2, 1]);
  clock.advance(3 * MINUTE_MS);
  await eventually(async () => expect(await numbersOf(session_id)).toEqual([2]));
});

describe("a clock more than a day away from Galley's last run", () => {
  const TEN_YEARS_MS = 3_650 * DAY_MS;

  it("causes no deletion, so that all data is there once the clock is correct", async () => {
    const session_id = await articleOfTwoVersions();
    await appliance.close();
    const log = keptLog();
    clock.advance(TEN_YEARS_MS);
    await start({ log });
    clock.advance(4 * HOUR_MS);
    await eventually(() => expect(placeOf("clock")).toBe(4 * HOUR_MS));
    expect(await numbersOf(session_id)).toEqual([2, 1]);
    await appliance.close();
    expect(log.lines.filter((line) => /^warn: The clock shows .* more than a day away/.test(line))).toHaveLength(1);

    clock = testClock();
    await start();
    clock.advance(4 * MINUTE_MS);
    await eventually(() => expect(placeOf("clock")).toBe(0));
    expect(await numbersOf(session_id)).toEqual([2, 1]);
  });

  it("is trusted after a day of running time, and the log shows what was deleted", async () => {
    const session_id = await articleOfTwoVersions();
    pass(60);
    await eventually(async () => expect(await numbersOf(session_id)).toEqual([2]));
    const again = await articleOfTwoVersions("n");
    await appliance.close();
    clock.advance(TEN_YEARS_MS);
    const log = keptLog();
    for (const run of [1, 2, 3]) {
      await start({ log });
      expect([run, await numbersOf(again)]).toEqual([run, [2, 1]]);
      clock.advance(9 * HOUR_MS);
      if (run < 3) await appliance.close();
    }
    await eventually(async () => expect(await numbersOf(again)).toEqual([2]));
    await eventually(() =>
      expect(log.lines).toContainEqual(expect.stringMatching(/^info: Deleted by age: versions 1/)),
    );
  });
});

it("sets aside an unknown file for a week", async () => {
  const name = "cd".repeat(31);
  const file = path.join(dataDir, "blobs", "00", name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, "bytes");
  fs.utimesSync(file, 0, 0);
  const aside = () => fs.globSync(`unknown-files/*/00/${name}`, { cwd: dataDir });
  clock.advance(4 * MINUTE_MS);
  await eventually(() => expect([fs.existsSync(file), aside().length]).toEqual([false, 1]));
  expect(fs.readFileSync(path.join(dataDir, aside()[0] ?? ""), "utf8")).toBe("bytes");
  pass(6);
  const lastTurn = () => valuesIn(dataDir, "SELECT at FROM keeping_places WHERE task = 'blobs'");
  await eventually(() => expect(lastTurn()).toEqual([clock.now()]));
  expect(aside()).toHaveLength(1);
  pass(2);
  await eventually(() => expect(aside()).toEqual([]));
});

it("continues pruning deliveries after a restart", async () => {
  const { session } = await articleOfKeys(appliance, project, "m", site.callbackUrl);
  await appliance.close();
  const [recent, old] = [10_000, 50];
  changeIn(
    dataDir,
    `WITH RECURSIVE n (i, at) AS (SELECT 1, @recent UNION ALL SELECT i + 1, iif(i < ${recent}, @recent, @old) FROM n WHERE i < ${recent + old})
     INSERT INTO deliveries (id, project_id, session_id, event, version_id, state, origin, reason, created_at, finished_at)
     SELECT 'd' || i, @project, @session, 'article_saved', 'gone', 'delivered', 'http://x', 'saved', at, at FROM n`,
    {
      ...{ project: project.id, session: session.session_id },
      ...{ recent: clock.now() - DAY_MS, old: clock.now() - 60 * DAY_MS },
    },
  );
  // Each run is shorter than the hour between prunings, which check at most 10,000 rows, fewer on a busy machine.
  const places = [0];
  do {
    await start();
    clock.advance(30 * MINUTE_MS);
    await eventually(() => expect([undefined, places.at(-1)]).not.toContain(placeOf("deliveries")));
    places.push(Number(placeOf("deliveries")));
    if (places.at(-1) !== 0) await appliance.close();
  } while (places.at(-1) !== 0);
  expect(places.length).toBeGreaterThan(2);
  const before = places.slice(0, -1);
  expect(before).toEqual([...before].sort((one, other) => one - other));
  expect(valuesIn(dataDir, "SELECT count(*) FROM deliveries")).toEqual([recent]);
});
