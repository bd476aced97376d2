import http from "node:http";
import { expect, test } from "vitest";
import { ApiError, createApiClient, isAbort, NetworkError, sentenceOf } from "../../../renderer/shared/api-client.ts";
import { freePort } from "../../support/listening.ts";
import { served } from "../../support/newsroom.ts";

const RESPONSES: Record<string, [status: number, body: string]> = {
  "/sentence": [403, JSON.stringify({ detail: "Unknown API key" })],
  "/faults": [422, JSON.stringify({ detail: [{ type: "missing", loc: ["body", "name"], msg: "Field required" }] })],
  "/proxy": [502, "<html>Bad Gateway</html>"],
  "/large": [413, "<html>Request Entity Too Large</html>"],
  "/nothing": [204, ""],
  "/lines": [200, '{"n":1}\n{"n":2}\n{"n":3,"last":true}\n'],
  "/lines-cut": [200, '{"n":1}\n{"n":'],
  "/login-ended": [401, JSON.stringify({ detail: "Log in first." })],
};

const seen: { method: string | undefined; url: string | undefined; body: string }[] = [];
const server = http.createServer(async (req, res) => {
  let body = "";
  for await (const chunk of req) body += chunk;
  seen.push({ method: req.method, url: req.url, body });
  if (req.url === "/never") return;
  const [status, text] = RESPONSES[req.url ?? ""] ?? [200, JSON.stringify({ ok: true })];
  res.writeHead(status).end(text);
});
const base = await served(server);

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("shows the sentence of an error response, also for a list of faults and for a proxy", async () => {
  const client = createApiClient(base);
  expect(await failure(client.get("/sentence"))).toMatchObject({ status: 403, detail: "Unknown API key" });
  expect(sentenceOf(await failure(client.get("/faults")))).toBe("name: Field required");
  const proxy = await failure(client.get("/proxy"));
  expect(proxy).toBeInstanceOf(ApiError);
  expect(sentenceOf(proxy)).toMatch(/^A proxy in front of Galley could not reach it \(502\)\./);
  expect(sentenceOf(await failure(client.get("/large")))).toMatch(
    /^A proxy in front of Galley refused this as too large/,
  );
});

test("distinguishes a missing response and an abort from an error response", async () => {
  const client = createApiClient(`http://127.0.0.1:${await freePort()}`);
  expect(await failure(client.get("/"))).toBeInstanceOf(NetworkError);

  const controller = new AbortController();
  const work = failure(createApiClient(base).get("/never", { signal: controller.signal }));
  controller.abort();
  expect(isAbort(await work)).toBe(true);
});

test("sends JSON, omits empty query values and returns undefined for 204", async () => {
  const client = createApiClient(base);
  await client.post("/things", { name: "ö" }, { query: { project: "", q: "a b", cursor: null, n: 0 } });
  expect(seen.at(-1)).toEqual({ method: "POST", url: "/things?q=a+b&n=0", body: '{"name":"ö"}' });
  expect(await client.delete("/nothing")).toBeUndefined();
});

test("passes on each line of a streamed response and fails if the stream ends early", async () => {
  const client = createApiClient(base);
  const ask = async (path: string) => {
    const numbers: number[] = [];
    const { signal } = new AbortController();
    const onLine = ({ n }: { n: number }) => numbers.push(n);
    const isLast = ({ last }: { last?: boolean }) => last === true;
    const error = await failure(
      client.lines<{ n: number; last?: boolean }>(path, { a: 1 }, { signal, onLine, isLast }),
    );
    return { numbers, error };
  };
  expect(await ask("/lines")).toEqual({ numbers: [1, 2, 3], error: undefined });
  expect(seen.at(-1)).toEqual({ method: "POST", url: "/lines", body: '{"a":1}' });
  const cut = await ask("/lines-cut");
  expect(cut.numbers).toEqual([1]);
  expect(cut.error).toBeInstanceOf(NetworkError);
  expect(await ask("/sentence")).toMatchObject({ numbers: [], error: { status: 403, detail: "Unknown API key" } });
});

test("calls onUnauthenticated only for a 401", async () => {
  let calls = 0;
  const client = createApiClient(base, () => {
    calls += 1;
  });
  await failure(client.get("/sentence"));
  expect(calls).toBe(0);
  await failure(client.get("/login-ended"));
  expect(calls).toBe(1);
});
