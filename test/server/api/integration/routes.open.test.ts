/** Contract 4.1: signatures and accepted bodies of an open. */
import { afterAll, expect, test } from "vitest";
import type { SessionDetail } from "../../../../server/contracts/sessions-api.ts";
import { CALLBACK_URL, openRequest, postOpen, startIntegration } from "../../../support/integration.ts";
import { type Keys, signature as sign } from "../../../support/site.ts";

const service = await startIntegration();
const { appliance, project: formerKeys } = service;
const keys = await appliance.console<Keys>("POST", `/projects/${formerKeys.id}/rotate-secret`, {});
afterAll(() => service.close());

test.each([
  ["upper case", (right: string) => right.toUpperCase()],
  ["one digit less", (right: string) => right.slice(1)],
  ["one digit more", (right: string) => `${right}0`],
  ["with a prefix", (right: string) => `sha256=${right}`],
  ["empty", () => ""],
  ["twice", (right: string) => `${right}, ${right}`],
  ["over the fields in reverse order", () => sign(keys.api_secret, CALLBACK_URL, "article-1")],
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
