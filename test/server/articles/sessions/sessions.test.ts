import { once } from "node:events";
import http from "node:http";
import { json } from "node:stream/consumers";
import { expect, it } from "vitest";
import { keptLog, spawnAppliance } from "../../../support/appliance.ts";
import { changeIn, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, editorOf } from "../../../support/site.ts";

const log = keptLog();
const { appliance, open, article } = await startNewsroom({ log });

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
])("answers 404 to %s %s for an article deleted during the request, and logs no error", async (method, path, body) => {
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
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  expect([answer.statusCode, await json(answer)]).toMatchObject([404, { detail: expect.any(String) }]);
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
});
