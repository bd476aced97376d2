import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteAndService, sendZip, startSiteAndService } from "../../support/hand-made-service.ts";
import { saveArchive } from "../../support/sample-save.ts";

let bench: SiteAndService;
beforeAll(async () => {
  bench = await startSiteAndService();
});
afterAll(() => bench.close());

const text = async (path: string) => (await fetch(bench.siteUrl + path)).text();

test("each callback is shown with its steps, what came and what was answered; an article shows only its own", async () => {
  const [id, other] = [await bench.write("Mine"), await bench.write("Other")];
  bench.download = sendZip(saveArchive());
  await bench.save(id, { metadata: { note: "<from the service>" } });
  await bench.save(other, {}, { "X-Service-Signature": "wrong" });

  const all = await text("/callbacks");
  const order = [
    /X-Service-Signature is right/,
    /Downloaded the archive: \d+ bytes/,
    /Stored 1 file of/,
    /into vms_html/,
    /vms_json\.assets/,
    /Stored the article/,
    /Answered rc 1/,
  ];
  const places = order.map((words) => all.search(words));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(all).toContain("&#60;from the service&#62;");
  expect(all).toContain(`${bench.siteUrl}/galley/callback`);
  expect(all).toContain("X-Service-Signature is wrong");

  expect(await text(`/desk/${other}`)).toContain("X-Service-Signature is wrong");
  expect(await text(`/desk/${id}`)).not.toContain("X-Service-Signature is wrong");
});

test("only the last fifty are kept", async () => {
  for (let number = 0; number < 55; number += 1) await bench.save(`nobody-${number}`);
  const all = await text("/callbacks");
  expect(all.match(/<details>/g)).toHaveLength(50);
  expect(all).toContain("nobody-54");
  expect(all).not.toContain("nobody-4<");
});
