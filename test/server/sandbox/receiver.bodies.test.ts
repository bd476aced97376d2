import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteAndService, startSiteAndService } from "../../support/hand-made-service.ts";

let bench: SiteAndService;
beforeAll(async () => {
  bench = await startSiteAndService();
});
afterAll(() => bench.close());

const post = (body: string) =>
  fetch(`${bench.siteUrl}/galley/callback`, { method: "POST", body, headers: { "Content-Type": "application/json" } });

test.each([
  "",
  "not json",
  "[]",
  "null",
  "{}",
  `{"event":"article_saved"}`,
  `{"event":1,"material_id":"a","content_url":"b"}`,
])("%j is answered with 400 and no rc", async (body) => {
  const response = await post(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ detail: expect.any(String) });
});

test("a callback is sent with POST", async () => {
  const response = await fetch(`${bench.siteUrl}/galley/callback`);
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("POST");
});

test.each([
  ["announced", `Content-Length: ${1024 ** 4}\r\n\r\n`, (chunk: string) => chunk],
  [
    "unannounced",
    "Transfer-Encoding: chunked\r\n\r\n",
    (chunk: string) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
  ],
])("a body without end, %s, is turned away while it still comes", async (_how, head, frame) => {
  const { host, hostname, port } = new URL(bench.siteUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`POST /galley/callback HTTP/1.1\r\nHost: ${host}\r\n${head}`);
  let answer = "";
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    socket
      .on("data", (data) => (answer += data))
      .on("error", end)
      .on("close", end);
  });
  const chunk = Buffer.from(frame("x".repeat(1024 ** 2)));
  let sent = 0;
  while (!isOver) {
    if (!socket.write(chunk)) await Promise.race([over, new Promise((resolve) => socket.once("drain", resolve))]);
    sent += 1;
  }
  await over;
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain("The body is larger than");
  expect(sent).toBeGreaterThan(0);
});
