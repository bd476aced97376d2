import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteAndService, sendZip, startSiteAndService } from "../../support/hand-made-service.ts";
import { saveArchive } from "../../support/sample-save.ts";

let bench: SiteAndService;
beforeAll(async () => {
  bench = await startSiteAndService();
});
afterAll(() => bench.close());

const version = (minute: number) => ({
  metadata: {
    version_id: randomUUID(),
    version_cdate: `2026-05-04T10:${String(minute).padStart(2, "0")}:00.000+02:00`,
  },
});
const htmlOf = async (id: string) => (await fetch(`${bench.siteUrl}/desk/${id}/vms_html`)).text();

test("a callback that comes twice gets the same answer and leaves the same article", async () => {
  const id = await bench.write("Twice");
  bench.download = sendZip(saveArchive());
  const change = version(1);
  const first = await bench.save(id, change);
  const html = await htmlOf(id);
  expect(await bench.save(id, change)).toEqual(first);
  expect(first.body.rc).toBe(1);
  expect(await htmlOf(id)).toBe(html);
});

test("a version older than the stored one is refused with words, whatever its offset looks like", async () => {
  const id = await bench.write("Older");
  bench.download = sendZip(saveArchive("Newer text"));
  await bench.save(id, version(5));
  bench.download = sendZip(saveArchive("Older text"));
  const old = { metadata: { version_id: randomUUID(), version_cdate: "2026-05-04T11:04:59.000+03:00" } };
  const { status, body } = await bench.save(id, old);
  expect(status).toBe(200);
  expect(body).toEqual({ rc: 0, rm: expect.stringContaining("newer version is stored") });
  expect(await htmlOf(id)).toContain("Newer text");
});

test("a slow callback does not finish after a newer one of the same article", async () => {
  const id = await bench.write("Slow");
  let release = () => {};
  const asked = new Promise<void>((resolve) => {
    bench.download = (req, res) => {
      release = () => sendZip(saveArchive("First text"))(req, res);
      resolve();
    };
  });
  const slow = bench.save(id, version(1));
  await asked;
  bench.download = sendZip(saveArchive("Second text"));
  const newer = bench.save(id, version(2));
  // Time enough for the newer one to be done, if it did not wait for the slow one.
  const other = await bench.write("Meanwhile");
  for (let round = 0; round < 5; round += 1) await bench.save(other);
  expect(await (await fetch(`${bench.siteUrl}/desk/${id}`)).text()).toMatch(/Being handled.*Being handled/s);
  release();
  expect((await slow).body.rc).toBe(1);
  expect((await newer).body.rc).toBe(1);
  expect(await htmlOf(id)).toContain("Second text");
});

test("a slow callback of one article does not hold up another article", async () => {
  const [slowId, quickId] = [await bench.write("One"), await bench.write("Other")];
  let release = () => {};
  const asked = new Promise<void>((resolve) => {
    bench.download = (req, res) => {
      release = () => sendZip(saveArchive())(req, res);
      resolve();
    };
  });
  const slow = bench.save(slowId);
  await asked;
  bench.download = sendZip(saveArchive());
  expect((await bench.save(quickId)).body.rc).toBe(1);
  release();
  expect((await slow).body.rc).toBe(1);
});

test("an article that this site does not have is refused", async () => {
  for (const id of ["nobody-000000", "../settings", "a/b", ""])
    expect((await bench.save(id)).body).toEqual({ rc: 0, rm: `This site has no article ${id}.` });
});

test("an event that this site does not know is refused", async () => {
  const id = await bench.write("Unknown event");
  expect((await bench.save(id, { event: "moon_landed" })).body).toEqual({
    rc: 0,
    rm: "This site does not know moon_landed.",
  });
});
