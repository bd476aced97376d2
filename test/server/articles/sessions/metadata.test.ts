import { describe, expect, it } from "vitest";
import { deliverySettles } from "../../../support/deliveries.ts";
import { articleIn, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, editorOf, type OpenedSession, type ReceivedCallback, signature } from "../../../support/site.ts";

const { appliance, project, site, archiveOf } = await startNewsroom();

/** Opens with literal JSON parts of the body, and returns the literal response. */
async function openWritten(materialId: string, parts: Record<string, string>) {
  const members = { api_key: JSON.stringify(project.api_key), callback_url: JSON.stringify(site.callbackUrl) };
  const body = Object.entries({ ...members, material_id: JSON.stringify(materialId), ...parts })
    .map(([key, value]) => `"${key}": ${value}`)
    .join(", ");
  const answer = await fetch(`${appliance.url}/integration/session/open`, {
    method: "POST",
    headers: { "x-service-signature": signature(project.api_secret, materialId, site.callbackUrl) },
    body: `{${body}}`,
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return { text, session: JSON.parse(text) as OpenedSession };
}

async function save(session: OpenedSession, state: string | object = "Words", base_version: number | null = null) {
  const saved = await articleIn(appliance, session).save(state, { base_version });
  await deliverySettles(appliance, saved.delivery_id);
  const callback = site.callbacks.at(-1) as ReceivedCallback;
  return { saved, callback, texts: await archiveOf(callback.body.material_id) };
}

/** JSON that a FastAPI service returns unchanged, but JavaScript does not. */
const NUMBERS =
  '"cms_id": 9223372036854775807, "uid":1234567890123456789, "price": 10.0, "far": 1e400, "none": -0, "fine": 0.10,' +
  '"10": "ten", "2": {"9": [1.50, 12345678901234567890], "1": null}';

describe("metadata", () => {
  it("reaches callback and archive with the exact numbers and order of keys", async () => {
    const { session } = await openWritten("letters", { metadata: `{${NUMBERS}}` });
    const { callback, texts, saved } = await save(session);
    const expected =
      '{"cms_id":9223372036854775807,"uid":1234567890123456789,"price":10.0,"far":1e400,"none":-0,"fine":0.10,' +
      '"10":"ten","2":{"9": [1.50, 12345678901234567890], "1": null},"user_ip":"127.0.0.1",' +
      `"version_id":"${saved.version_id}","version_cdate":"${saved.created_at}","user_email":null}`;
    expect(callback.text).toContain(`"metadata":${expected},`);
    expect(texts.get("metadata_json.json")).toBe(expected);
  });

  it("keeps its exact text through repeated opens and saves", async () => {
    const { session } = await openWritten("again", { metadata: '{"id": 9007199254740993, "version_id": "forged"}' });
    await save(session);
    await openWritten("again", { metadata: '{"2": 1.0, "id": 9007199254740995, "user_email": 7}' });
    await openWritten("again", {});
    const { callback, saved } = await save(session, "More", 1);
    expect(callback.text).toContain(
      '"metadata":{"2":1.0,"id":9007199254740995,"user_ip":"127.0.0.1",' +
        `"version_id":"${saved.version_id}","version_cdate":"${saved.created_at}","user_email":null}`,
    );
  });

  it("keeps the last of two members with the same name, and accepts __proto__ as a name", async () => {
    const { session } = await openWritten("odd", {
      metadata: '{"a": 1, "__proto__": {"polluted": true}, "a": 2.0, "half": "\\ud800", "": []}',
    });
    const { callback } = await save(session);
    expect(callback.text).toContain(
      '"metadata":{"a":2.0,"__proto__":{"polluted": true},"half":"\\ud800","":[],"user_ip"',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("returns custom containers exactly as the site wrote them", async () => {
    const containers = '[{"name": "promo", "id": 9223372036854775807, "2": 1.0}]';
    const { text } = await openWritten("containers", { metadata: `{"customContainers": ${containers}}` });
    expect(text).toContain(`"customContainers":${containers}`);
  });
});

it.each([
  ["without metadata", {}],
  ["with values that are not filled strings", { metadata: '{"user_email": 5, "user_ip": ""}' }],
])("names user_email and user_ip in every callback and archive, null where unknown, %s", async (name, opened) => {
  const { callback, texts } = await save((await openWritten(name, opened)).session);
  expect(callback.body.metadata).toEqual({
    ...{ user_email: null, user_ip: "127.0.0.1" },
    ...{ version_id: expect.any(String), version_cdate: expect.any(String) },
  });
  expect(JSON.parse(texts.get("metadata_json.json") ?? "")).toEqual(callback.body.metadata);
});

describe("a vms_json of another editor", () => {
  const FOREIGN = `{"blocks": [{"id": 9223372036854775807, "at": 10.0}], "10": 1e400, "2": "two", "assets": {}}`;

  it("is returned to site and editor page exactly as written, and becomes version 0", async () => {
    const { text, session } = await openWritten("foreign", { vms_json: FOREIGN });
    expect(text).toContain(`"vms_json":${FOREIGN},`);
    const read = async (path: string) => (await editorOf(session)("GET", path)).text();
    expect(await read("/")).toContain(`"vms_json":${FOREIGN},`);
    await save(session);
    expect(await read("/versions/0")).toBe(`{"number":0,"vms_json":${FOREIGN}}`);
  });

  it("is kept exactly as written when a later open sends it", async () => {
    const { session } = await openWritten("copy", {});
    await openWritten("copy", { vms_json: FOREIGN });
    expect(await (await editorOf(session)("GET", "/site-copy")).text()).toContain(`"vms_json":${FOREIGN}`);
  });

  it("is recognised after the site has rewritten its numbers", async () => {
    const { session } = await openWritten("known", { vms_json: FOREIGN });
    await openWritten("known", { vms_json: JSON.stringify(JSON.parse(FOREIGN)) });
    expect((await editorOf(session)("GET", "/site-copy")).status).toBe(404);
  });
});

it("keeps the site's additions to Galley's own state through browser, archive and every open", async () => {
  const added = '"site_ref": 9223372036854775807, "price": 10.0';
  const picture = { file: "a.png" };
  const written = `{"format": "galley/1", "doc": ${JSON.stringify(articleOf("One", picture).doc)}, ${added},
    "assets": {"a.png": {"clientUrl": "https://cdn.example.org/a.png", "cdn_id": 1234567890123456789}}}`;
  const { session, text } = await openWritten("ours", { vms_json: written });
  expect(text).toContain(`"vms_json":${written},`);
  // The editor page parses the state and sends it back.
  const page = (await (await editorOf(session)("GET", "/")).json()) as { vms_json: Record<string, unknown> };
  const { texts } = await save(session, { ...page.vms_json, doc: articleOf("Two", picture).doc });
  expect(texts.get("vms_json.json")).toContain('"site_ref":9223372036854775807,"price":10.0');
  expect(texts.get("vms_json.json")).toContain('"cdn_id":1234567890123456789');
  const again = await openWritten("ours", {});
  expect(again.text).toContain('"site_ref":9223372036854775807,"price":10.0');
  const restored = await editorOf(session)("POST", "/versions/1/restore", { save_id: "r", base_version: 1 });
  expect(restored.status).toBe(201);
  expect((await openWritten("ours", {})).text).toContain('"site_ref":9223372036854775807,"price":10.0');
});
