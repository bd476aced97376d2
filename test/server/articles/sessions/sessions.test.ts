import { once } from "node:events";
import http from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { keptLog, spawnAppliance } from "../../../support/appliance.ts";
import { deliverySettles } from "../../../support/deliveries.ts";
import { postOpen } from "../../../support/integration.ts";
import { articleIn, changeIn, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, editorOf, type OpenedSession, type ReceivedCallback, signature } from "../../../support/site.ts";

const log = keptLog();
const { appliance, project, site, open, article, archiveOf } = await startNewsroom({ log });

const metadataOf = async (sessionId: string) =>
  (await appliance.console<{ metadata: Record<string, unknown> }>("GET", `/sessions/${sessionId}`)).metadata;

it("creates one session for concurrent and later opens", async () => {
  const opened = await Promise.all(Array.from({ length: 20 }, () => open("at once")));
  opened.push(await open("at once"));
  expect(new Set(opened.map(({ session_id, fingerprint }) => `${session_id} ${fingerprint}`)).size).toBe(1);
  expect(await appliance.console("GET", "/sessions?q=once")).toMatchObject({ items: [{}] });
});

it("replaces the metadata except version keys and, unless filled, user_email and user_ip", async () => {
  const merge = { section_id: 1, gone: true, user_email: "a@example.org", user_ip: "10.0.0.1" };
  const forged = { version_id: "forged", version_cdate: "forged" };
  const { session, save } = await article("merge", { metadata: { ...merge, ...forged } });
  expect(await metadataOf(session.session_id)).toEqual(merge);
  const { version_id } = await save();
  await open("merge", { metadata: { section_id: 2, user_email: "", user_ip: 7, ...forged } });
  const metadata = await metadataOf(session.session_id);
  expect(metadata).toMatchObject({ section_id: 2, user_email: "a@example.org", user_ip: "127.0.0.1", version_id });
  expect(metadata.version_cdate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
  expect(metadata).not.toHaveProperty("gone");
  await open("merge", { metadata: { user_email: "b@example.org" } });
  expect(await metadataOf(session.session_id)).toMatchObject({ user_email: "b@example.org", version_id });
});

it("keeps the metadata when an open sends none, and empties it for {}", async () => {
  const { session_id } = await open("none", { metadata: { a: 1 } });
  await open("none");
  await open("none", { metadata: null });
  expect(await metadataOf(session_id)).toEqual({ a: 1 });
  await open("none", { metadata: {} });
  expect(await metadataOf(session_id)).toEqual({});
});

it("returns the opening state before the first save, never a draft", async () => {
  const state = { foreign: [1, 2, 3], assets: {} };
  const session = await open("opening", { vms_json: state });
  expect(session.vms_json).toEqual(state);
  await editorOf(session)("PUT", "/draft", { client_id: "tab", vms_json: articleOf("Draft"), base_version: null });
  expect((await open("opening")).vms_json).toEqual(state);
  expect([session.versionId, session.previewUrl]).toEqual([null, null]);
});

it("reads the empty lists of PHP as empty maps", async () => {
  const first = await open("php", { vms_json: [], metadata: { section_id: 1 } });
  expect(first.vms_json).toEqual({});
  expect(await metadataOf(first.session_id)).toEqual({ section_id: 1 });
  const again = await open("php", { vms_json: [], metadata: [] });
  expect([again.session_id, await metadataOf(again.session_id)]).toEqual([first.session_id, {}]);
  await expect(open("php", { metadata: [1] })).rejects.toThrow(/422.*dict_type.*"loc":\["body","metadata"\]/);
  await expect(open("php", { vms_json: ["x"] })).rejects.toThrow(/422.*dict_type.*"loc":\["body","vms_json"\]/);
});

it("lists sessions with large metadata in little memory", { timeout: 120_000 }, async () => {
  const small = spawnAppliance({ env: { NODE_OPTIONS: "--max-old-space-size=128" } });
  const { appliance, open } = await startNewsroom({ appliance: small });
  for (let number = 0; number < 16; number++) await open(`m${number}`);
  const metadata = JSON.stringify({ notes: "n".repeat(5_000_000), user_email: "e".repeat(100_000) });
  changeIn(appliance.dataDir, "UPDATE sessions SET metadata = ?", metadata);
  for (let times = 0; times < 3; times++) {
    const rows = await appliance.list("/sessions");
    expect(rows).toHaveLength(16);
    expect(JSON.stringify(rows).length).toBeLessThan(30_000);
  }
  expect(await appliance.list("/sessions?q=m15")).toMatchObject([{ material_id: "m15" }]);
});

it("shortens an overlong user_email in the list of versions", async () => {
  const { save, editor } = await article("long author", {
    metadata: { user_email: `anna@example.org ${"e".repeat(1_000_000)}` },
  });
  await save();
  const versions = await (await editor("GET", "/versions")).text();
  expect(versions).toContain("anna@example.org");
  expect(versions.length).toBeLessThan(5_000);
});

// An article may be deleted between the login of a request and the end of its body.
it.each([
  ["POST", "/media?name=a.txt", "words"],
  ["PUT", "/draft", JSON.stringify({ client_id: "t", base_version: null, vms_json: articleOf("x") })],
  ["POST", "/versions", JSON.stringify({ save_id: "s", base_version: null, vms_json: articleOf("x") })],
])("returns 404 to %s %s for an article deleted during the request, and logs no error", async (method, path, body) => {
  const { session } = await article(`deleted ${path}`);
  const request = http.request(`${appliance.url}/editor/api/sessions/${session.session_id}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session.url.split("#t=")[1]}`,
      "content-length": body.length,
      expect: "100-continue",
    },
  });
  request.flushHeaders();
  // The appliance has accepted the request and waits for its body.
  await once(request, "continue");
  request.write(body.slice(0, 1));
  await fetch(`${appliance.url}/healthz`);
  await appliance.console("DELETE", `/sessions/${session.session_id}`);
  request.end(body.slice(1));
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  expect([response.statusCode, await json(response)]).toMatchObject([404, { detail: expect.any(String) }]);
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
});

/** Opens with literal JSON parts of the body, and returns the literal response. */
async function openWritten(materialId: string, parts: Record<string, string>) {
  const members = { api_key: JSON.stringify(project.api_key), callback_url: JSON.stringify(site.callbackUrl) };
  const body = Object.entries({ ...members, material_id: JSON.stringify(materialId), ...parts })
    .map(([key, value]) => `"${key}": ${value}`)
    .join(", ");
  const given = signature(project.api_secret, materialId, site.callbackUrl);
  const response = await postOpen(appliance.url, `{${body}}`, given);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return { text, session: JSON.parse(text) as OpenedSession };
}

async function save(session: OpenedSession, state: string | object = "Words", base_version: number | null = null) {
  const saved = await articleIn(appliance, session).save(state, { base_version });
  await deliverySettles(appliance, saved.delivery_id);
  const isOfSave = ({ body }: ReceivedCallback) => body.metadata.version_id === saved.version_id;
  const callback = site.callbacks.find(isOfSave) as ReceivedCallback;
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
