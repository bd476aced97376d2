import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteAndService, sendZip, startSiteAndService } from "../../support/hand-made-service.ts";
import { saveArchive } from "../../support/sample-save.ts";

let bench: SiteAndService;
beforeAll(async () => {
  bench = await startSiteAndService();
  bench.download = sendZip(saveArchive());
});
afterAll(() => bench.close());

test("while the switch is on, saves are answered rc 0 with its message; off again, they are taken", async () => {
  const id = await bench.write("Locked");
  const message = `Locked by "legal" <until Monday>`;
  expect((await bench.post(`/articles/${id}/refusal`, { on: "1", message })).status).toBe(303);
  expect(await bench.save(id)).toEqual({ status: 200, body: { rc: 0, rm: message } });
  expect(bench.downloaded).toHaveLength(0);

  const desk = await (await fetch(`${bench.siteUrl}/desk/${id}`)).text();
  expect(desk).toContain(`value="Locked by &#34;legal&#34; &#60;until Monday&#62;"`);
  expect(desk).toContain(`name="on" value="1" checked`);

  await bench.post(`/articles/${id}/refusal`, { message });
  expect((await bench.save(id)).body.rc).toBe(1);
});

test("without a message there are words all the same", async () => {
  const id = await bench.write("Locked without words");
  await bench.post(`/articles/${id}/refusal`, { on: "1", message: " " });
  expect((await bench.save(id)).body).toEqual({ rc: 0, rm: "This site does not take changes to this article." });
});
