import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteAndService, startSiteAndService } from "../../support/hand-made-service.ts";

let bench: SiteAndService;
let id: string;
beforeAll(async () => {
  bench = await startSiteAndService();
  id = await bench.write("Closed <today>");
});
afterAll(() => bench.close());

const json = (status: number, body: unknown) => (_body: unknown, res: ServerResponse) =>
  void res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

test.each([
  [
    "a foreign host",
    json(403, { detail: "Host <b>127.0.0.1</b> is not allowed for this API key" }),
    "Host &#60;b&#62;127.0.0.1&#60;/b&#62; is not allowed",
    "allowed hosts",
  ],
  [
    "a wrong shape",
    json(422, { detail: [{ loc: ["body", "material_id"], msg: "Field required", type: "missing" }] }),
    "body.material_id: Field required",
    "name each field",
  ],
  ["a full disk", json(507, { detail: "The disk is full" }), "The disk is full", "disk of the service is full"],
  [
    "HTML from a proxy",
    (_b: unknown, res: ServerResponse) => void res.writeHead(502).end("<h1>Bad gateway</h1>"),
    "status 502",
    "Try again",
  ],
  ["an address that is no web address", json(200, { url: "javascript:alert(1)" }), "did not open", "Try again"],
  ["a broken connection", (_b: unknown, res: ServerResponse) => void res.destroy(), "did not answer", "Start it"],
])("%s is shown in the service's words, with what to do", async (_what, open, words, advice) => {
  bench.open = open;
  const response = await bench.post(`/articles/${id}/edit`, {});
  const page = await response.text();
  expect(response.status).toBe(502);
  expect(page).toContain(words);
  expect(page).toContain(advice);
  expect(page).toContain("Try again</button>");
});

test("the article that was begun is there to be opened again", async () => {
  const page = await (await fetch(bench.siteUrl)).text();
  expect(page).toContain("Closed &#60;today&#62;");
});

test("an article needs a title", async () => {
  expect((await bench.post("/articles", { title: "  " })).status).toBe(422);
  expect((await fetch(`${bench.siteUrl}/articles/none-000000`)).status).toBe(404);
});
