import http from "node:http";
import { expect, test } from "vitest";
import { ApiError, createApiClient, isAbort, NetworkError, sentenceOf } from "../../../renderer/shared/api-client.ts";
import { freePort } from "../../support/listening.ts";
import { served } from "../../support/served.ts";

const ANSWERS: Record<string, [status: number, body: string]> = {
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
  const [status, text] = ANSWERS[req.url ?? ""] ?? [200, JSON.stringify({ ok: true })];
  res.writeHead(status).end(text);
});
const base = await served(server);

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("an error answer carries its sentence, and a list of faults becomes one", async () => {
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

test("no answer at all is another failure than an error answer, and giving up a third", async () => {
  const client = createApiClient(`http://127.0.0.1:${await freePort()}`);
  expect(await failure(client.get("/"))).toBeInstanceOf(NetworkError);

  const controller = new AbortController();
  const work = failure(createApiClient(base).get("/never", { signal: controller.signal }));
  controller.abort();
  expect(isAbort(await work)).toBe(true);
});

test("a body is sent as JSON, empty query values are left out, 204 answers undefined", async () => {
  const client = createApiClient(base);
  await client.post("/things", { name: "ö" }, { query: { project: "", q: "a b", cursor: null, n: 0 } });
  expect(seen.at(-1)).toEqual({ method: "POST", url: "/things?q=a+b&n=0", body: '{"name":"ö"}' });
  expect(await client.delete("/nothing")).toBeUndefined();
});

test("an answer in lines is told line by line, and one that ends early is a failure", async () => {
  const client = createApiClient(base);
  const ask = async (path: string) => {
    const told: number[] = [];
    const { signal } = new AbortController();
    const tell = ({ n }: { n: number }) => told.push(n);
    const isLast = ({ last }: { last?: boolean }) => last === true;
    const error = await failure(client.lines<{ n: number; last?: boolean }>(path, { a: 1 }, { signal, tell, isLast }));
    return { told, error };
  };
  expect(await ask("/lines")).toEqual({ told: [1, 2, 3], error: undefined });
  expect(seen.at(-1)).toEqual({ method: "POST", url: "/lines", body: '{"a":1}' });
  const cut = await ask("/lines-cut");
  expect(cut.told).toEqual([1]);
  expect(cut.error).toBeInstanceOf(NetworkError);
  expect(await ask("/sentence")).toMatchObject({ told: [], error: { status: 403, detail: "Unknown API key" } });
});

test("the end of the login is told besides", async () => {
  let told = 0;
  const client = createApiClient(base, () => {
    told += 1;
  });
  await failure(client.get("/sentence"));
  expect(told).toBe(0);
  await failure(client.get("/login-ended"));
  expect(told).toBe(1);
});
