/** Contract 4.1: shape, key, signature, callback host, in this order; each names what to fix. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sign } from "../../../server/projects/signature.ts";
import {
  type InMemoryService,
  openRequest,
  PREVIOUS_SECRET,
  postOpen,
  SECRET,
  startInMemoryService,
} from "../../support/integration-in-memory.ts";

let service: InMemoryService;
beforeAll(async () => {
  service = await startInMemoryService();
});
afterAll(() => service.close());

const wrongSignature = "0".repeat(64);
const bad = { api_key: "gk_unknown", callback_url: "ftp://10.0.0.7/" };

test.each([
  ["shape before key", { ...bad, material_id: 7 }, wrongSignature, 422, null],
  ["key before signature", bad, wrongSignature, 403, "Unknown API key"],
  ["a disabled key is as unknown as any", { ...bad, api_key: "gk_disabled" }, wrongSignature, 403, "Unknown API key"],
  ["an empty key", { api_key: "" }, null, 403, "Unknown API key"],
  ["signature before host", { callback_url: "http://10.0.0.7/" }, wrongSignature, 403, "Invalid signature"],
  [
    "a host that is not allowed",
    { callback_url: "http://10.0.0.7:81/" },
    null,
    403,
    "Host 10.0.0.7:81 is not allowed for this API key",
  ],
  ["no http URL", { callback_url: "ftp://localhost/" }, null, 403, "The callback_url is not an http or https URL."],
  ["no URL", { callback_url: "" }, null, 403, "The callback_url is not an http or https URL."],
])("%s", async (_name, changes, given, status, detail) => {
  const { body, signature } = openRequest(changes);
  const answer = await postOpen(service.url, body, given ?? signature);
  expect(answer.status).toBe(status);
  if (detail !== null) expect(await answer.json()).toEqual({ detail });
  expect(service.opened).toEqual([]);
});

test.each([
  ["upper case", (right: string) => right.toUpperCase()],
  ["one digit less", (right: string) => right.slice(1)],
  ["one digit more", (right: string) => `${right}0`],
  ["with a prefix", (right: string) => `sha256=${right}`],
  ["empty", () => ""],
  ["twice", (right: string) => `${right}, ${right}`],
  ["over the fields the other way round", () => sign(SECRET, "http://localhost/cb", "article-1")],
])("a signature %s is wrong", async (_name, change) => {
  const { body, signature } = openRequest();
  const answer = await postOpen(service.url, body, change(signature));
  expect([answer.status, await answer.json()]).toEqual([403, { detail: "Invalid signature" }]);
  expect(service.opened).toEqual([]);
  expect(service.wrongSignatures.at(-1)).toMatchObject({
    route: "session/open",
    materialId: "article-1",
    urls: ["http://localhost/cb"],
  });
});

test.each([
  ["the previous secret", {}, PREVIOUS_SECRET],
  ["an empty material_id", { material_id: "" }, SECRET],
  ["NUL and emoji", { material_id: "a\u0000b 😀" }, SECRET],
  ["unknown keys", { extra: [1], constructor: null }, SECRET],
  ["null for the optional objects", { vms_json: null, metadata: null }, SECRET],
])("opens with %s, signed over the UTF-8 as received", async (_name, changes, secret) => {
  const { body } = openRequest(changes);
  const answer = await postOpen(service.url, body, sign(secret, String(body.material_id), String(body.callback_url)));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(service.opened.pop()).toMatchObject({ material_id: body.material_id });
});

test("objects arrive as they were sent, __proto__ keys as own ones", async () => {
  const { signature } = openRequest();
  const metadata = '{"b":1,"a":{"__proto__":{"polluted":true},"text":"\\ud83d"},"__proto__":{"polluted":true}}';
  const sent = `{"api_key":"gk_dev_site","callback_url":"http://localhost/cb","material_id":"article-1","metadata":${metadata}}`;
  expect((await postOpen(service.url, sent, signature)).status).toBe(200);
  expect(JSON.stringify(service.opened.pop()?.metadata)).toBe(metadata);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
