import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteAndService, sendZip, startSiteAndService } from "../../support/hand-made-service.ts";
import { saveArchive } from "../../support/sample-save.ts";

let bench: SiteAndService;
beforeAll(async () => {
  bench = await startSiteAndService();
});
afterAll(() => bench.close());

test("pictures of an article that was saved before a start on another port are shown", async () => {
  const id = await bench.write("Moved");
  bench.download = sendZip(saveArchive("Moved", "cat-1.png"));
  await bench.save(id);
  const before = bench.siteUrl;
  await bench.restart();
  expect(bench.siteUrl).not.toBe(before);
  const html = await (await fetch(`${bench.siteUrl}/articles/${id}`)).text();
  const url = /src="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(url).toBe(`${bench.siteUrl}/files/${id}/cat-1.png`);
  expect((await fetch(url)).status).toBe(200);
});
