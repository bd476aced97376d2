import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteAndService, sendZip, sign, startSiteAndService } from "../../support/hand-made-service.ts";
import { saveArchive } from "../../support/sample-save.ts";

let bench: SiteAndService;
let id: string;
beforeAll(async () => {
  bench = await startSiteAndService();
  id = await bench.write("Signed or not at all");
  bench.download = sendZip(saveArchive());
});
afterAll(() => bench.close());

test.each([
  ["none", ""],
  ["of other length", "abc"],
  ["of another url", sign("x", "http://127.0.0.1/other")],
  ["in capitals", "A".repeat(64)],
])(
  "a callback with a signature %s gets 403 without rc, so that it is sent again, and nothing is fetched",
  async (_what, signature) => {
    const { status, body } = await bench.save(id, {}, { "X-Service-Signature": signature });
    expect(status).toBe(403);
    expect(body).toEqual({ detail: expect.stringContaining("X-Service-Signature is wrong") });
    expect(bench.downloaded).toHaveLength(0);
  },
);

test("the signature covers the material: it is good for no other one", async () => {
  const contentUrl = "http://127.0.0.1:9/integration/download/media/a/b";
  const headers = { "X-Service-Signature": sign(id, contentUrl) };
  const { status } = await bench.save("another", { content_url: contentUrl }, headers);
  expect(status).toBe(403);
});
