import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPublicFiles } from "../../../server/sandbox/store.ts";
import { type SiteAndService, startSiteAndService } from "../../support/hand-made-service.ts";

let bench: SiteAndService;
beforeAll(async () => {
  bench = await startSiteAndService();
});
afterAll(() => bench.close());

/** fetch does not let a test choose these headers. */
function send(method: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const body = "title=Evil";
    const target = new URL(path, bench.siteUrl);
    const req = request(target, { method, headers: { ...form, ...headers } }, (res) =>
      resolve(res.resume().statusCode ?? 0),
    );
    req.on("error", reject).end(method === "POST" ? body : undefined);
  });
}

test.each(["evil.example", "evil.example:8422", "127.0.0.1.evil.example", "localhost.evil.example", "[::2]"])(
  "a request for the host %j is refused",
  async (host) => {
    expect(await send("GET", "/", { Host: host })).toBe(403);
    expect(await send("POST", "/galley/callback", { Host: host })).toBe(403);
  },
);

test.each(["localhost:1", "127.0.0.1", "[::1]:8422", "LOCALHOST"])(
  "a request for the host %j is answered",
  async (host) => {
    expect(await send("GET", "/", { Host: host })).toBe(200);
  },
);

test.each([
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { Origin: "http://127.0.0.1:1" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "none" },
])("a form from elsewhere (%j) makes no article", async (headers) => {
  expect(await send("POST", "/articles", headers as Record<string, string>)).toBe(403);
  expect(bench.opened).toHaveLength(0);
});

test("a form of its own page is taken", async () => {
  expect(await send("POST", "/articles", { Origin: bench.siteUrl, "Sec-Fetch-Site": "same-origin" })).toBe(303);
});

test("a form larger than 64 KB is refused", async () => {
  const response = await bench.post("/articles", { title: "x".repeat(70_000) });
  expect(response.status).toBe(413);
});

test("an SVG cannot run a script, and an unknown file type is a download", async () => {
  const files = openPublicFiles(`${bench.dir}/files`, () => bench.siteUrl);
  await files.store("x", "a.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);
  await files.store("x", "a.html", "<script>alert(1)</script>");
  const svg = await fetch(`${bench.siteUrl}/files/x/a.svg`);
  expect(svg.headers.get("content-type")).toBe("image/svg+xml");
  expect(svg.headers.get("content-security-policy")).toContain("sandbox");
  const page = await fetch(`${bench.siteUrl}/files/x/a.html`);
  expect(page.headers.get("content-type")).toBe("application/octet-stream");
  expect(page.headers.get("content-disposition")).toContain("attachment");
  for (const path of [
    "/files/..%2f..%2fsettings.json",
    "/files/x/..%2f..%2fsettings.json",
    "/files/x/.a",
    "/files/x/none.png",
  ])
    expect((await fetch(bench.siteUrl + path)).status).toBe(404);
});
