/** Contract 4.1: shape, key, signature, callback host, in this order; each names what to fix. */
import { afterAll, expect, test } from "vitest";
import type { SessionDetail } from "../../../../server/contracts/sessions-api.ts";
import { CALLBACK_URL, openRequest, postOpen, startIntegration } from "../../../support/integration.ts";
import { type Keys, signature as sign } from "../../../support/site.ts";

const service = await startIntegration();
const { appliance, project: formerKeys } = service;
/** Its key, with the current secret. */
const keys = await appliance.console<Keys>("POST", `/projects/${formerKeys.id}/rotate-secret`, {});
const disabled = await appliance.createProject();
await appliance.console("PATCH", `/projects/${disabled.id}`, { enabled: false });
afterAll(() => service.close());

const wrongSignature = "0".repeat(64);
const bad = { api_key: "gk_unknown", callback_url: "ftp://10.0.0.7/" };

test.each([
  ["shape before key", { ...bad, material_id: 7 }, wrongSignature, 422, null],
  ["key before signature", bad, wrongSignature, 403, "Unknown API key"],
  ["a disabled key is as unknown as any", "disabled", wrongSignature, 403, "Unknown API key"],
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
  const { body, signature } = openRequest(
    keys,
    changes === "disabled" ? { ...bad, api_key: disabled.api_key } : (changes as Record<string, unknown>),
  );
  const answer = await postOpen(service.url, body, given ?? signature);
  expect(answer.status).toBe(status);
  if (detail !== null) expect(await answer.json()).toEqual({ detail });
  expect(await service.opened()).toEqual([]);
});

test.each([
  ["upper case", (right: string) => right.toUpperCase()],
  ["one digit less", (right: string) => right.slice(1)],
  ["one digit more", (right: string) => `${right}0`],
  ["with a prefix", (right: string) => `sha256=${right}`],
  ["empty", () => ""],
  ["twice", (right: string) => `${right}, ${right}`],
  ["over the fields the other way round", () => sign(keys.api_secret, CALLBACK_URL, "article-1")],
])("a signature %s is wrong", async (_name, change) => {
  const { body, signature } = openRequest(keys);
  const answer = await postOpen(service.url, body, change(signature));
  expect([answer.status, await answer.json()]).toEqual([403, { detail: "Invalid signature" }]);
  expect(await service.opened()).toEqual([]);
  expect((await service.wrongSignatures())[0]).toMatchObject({
    route: "session/open",
    material_id: "article-1",
    url: CALLBACK_URL,
    given: change(signature),
  });
});

test.each([
  ["the previous secret", {}, () => formerKeys],
  ["an empty material_id", { material_id: "" }, () => keys],
  ["NUL and emoji", { material_id: "a\u0000b 😀" }, () => keys],
  ["unknown keys", { extra: [1], constructor: null }, () => keys],
  ["null for the optional objects", { vms_json: null, metadata: null }, () => keys],
])("opens with %s, signed over the UTF-8 as received", async (_name, changes, signer) => {
  const { body, signature } = openRequest(signer(), changes);
  const answer = await postOpen(service.url, body, signature);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const { session_id } = (await answer.json()) as { session_id: string };
  const session = await service.appliance.console<SessionDetail>("GET", `/sessions/${session_id}`);
  expect(session).toMatchObject({ material_id: body.material_id, callback_url: CALLBACK_URL });
});

test("objects arrive as they were sent, __proto__ keys as own ones", async () => {
  const { signature } = openRequest(keys);
  const metadata = '{"b":1,"a":{"__proto__":{"polluted":true},"text":"\\ud83d"},"__proto__":{"polluted":true}}';
  const sent = `{"api_key":"${keys.api_key}","callback_url":"http://localhost/cb","material_id":"article-1","metadata":${metadata}}`;
  const answer = await postOpen(service.url, sent, signature);
  expect(answer.status).toBe(200);
  const { session_id } = (await answer.json()) as { session_id: string };
  const address = `${service.appliance.consoleUrl}/api/sessions/${session_id}`;
  const headers = { authorization: `Bearer ${service.appliance.consoleToken}` };
  expect(await (await fetch(address, { headers })).text()).toContain(`"metadata":${metadata},`);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
