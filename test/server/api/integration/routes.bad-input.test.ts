/** Contract 4.1, 4.2: refused requests have a defined JSON response and open no session; unusual valid ones open one. */
import { expect, test } from "vitest";
import type { SessionDetail } from "../../../../server/contracts/sessions-api.ts";
import { keptLog } from "../../../support/appliance.ts";
import { openRequest, postOpen } from "../../../support/integration.ts";
import { articleOfKeys, startNewsroom } from "../../../support/newsroom.ts";
import { type Keys, signature } from "../../../support/site.ts";

const CALLBACK_URL = "http://localhost:9/callback";
const OWN = { material_id: "new", callback_url: CALLBACK_URL };

const log = keptLog();
const { appliance, project } = await startNewsroom({ log });
const [other, disabled] = [await appliance.createProject(), await appliance.createProject()];
await appliance.console("PATCH", `/projects/${disabled.id}`, { enabled: false });
/** Two sessions of `project` and one of `other`, each with one version. */
const [first, second, foreign] = [
  await saved(project, "first"),
  await saved(project, "second"),
  await saved(other, "first"),
];

async function saved(keys: Keys, material: string) {
  const { session, save } = await articleOfKeys(appliance, keys, material, CALLBACK_URL);
  return { material, fingerprint: session.fingerprint, version: (await save()).version_id };
}

/** Checks the common properties of errors: JSON, and no internals. Returns `detail`. */
async function refused(response: Response, status: number): Promise<unknown> {
  const text = await response.text();
  expect([response.status, text]).toEqual([status, expect.any(String)]);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(text).not.toMatch(/node_modules|\.ts\b|<html|SQLITE/i);
  return (JSON.parse(text) as { detail: unknown }).detail;
}

const sessions = async () => (await appliance.listAll("/sessions")).length;

interface BadOpen {
  keys?: Partial<Keys>;
  /** Replaces parts of the body. */
  body?: Record<string, unknown>;
  /** Changes the valid signature. */
  sign?: (valid: string) => string;
}

const unknownKey = "Unknown API key";
const invalidSignature = "Invalid signature";
const changed = (digit: string) => (digit === "0" ? "1" : "0");
const sign = (keys: Keys, material: string, url: string) => signature(keys.api_secret, material, url);
const key = (api_key: string): BadOpen => ({ keys: { api_key } });
const to = (callback_url: string): BadOpen => ({ body: { callback_url } });
const signed = (sign: (valid: string) => string): BadOpen => ({ sign });
const notAllowed = (host: string) => `Host ${host} is not allowed for this API key`;

const OPENS: [name: string, bad: BadOpen, status: number, detail: unknown][] = [
  ["a signature with another last digit", signed((right) => right.replace(/.$/, changed)), 403, invalidSignature],
  ["a signature in upper case", signed((right) => right.toUpperCase()), 403, invalidSignature],
  ["a signature one digit short", signed((right) => right.slice(1)), 403, invalidSignature],
  ["a signature one digit long", signed((right) => `${right}0`), 403, invalidSignature],
  ["a signature with a prefix", signed((right) => `sha256=${right}`), 403, invalidSignature],
  ["an empty signature", signed(() => ""), 403, invalidSignature],
  ["two signatures", signed((right) => `${right}, ${right}`), 403, invalidSignature],
  ["a signature with non-ASCII characters", signed(() => "é".repeat(64)), 403, invalidSignature],
  [
    "a signature of the fields in reverse order",
    signed(() => sign(project, CALLBACK_URL, "new")),
    403,
    invalidSignature,
  ],
  ["a signature with another project's secret", { keys: { api_secret: other.api_secret } }, 403, invalidSignature],
  ["an unknown key", key("gk_dev_unknown"), 403, unknownKey],
  ["a key with NUL", key(`${project.api_key}\0`), 403, unknownKey],
  ["a key with SQL", key("' OR 1=1 --"), 403, unknownKey],
  ["a key named like a method", key("constructor"), 403, unknownKey],
  ["an empty key", key(""), 403, unknownKey],
  ["a project's id as the key", key(project.id), 403, unknownKey],
  ["a disabled key", { keys: disabled }, 403, unknownKey],
  ["an unknown key and a wrong signature", { ...key("gk_unknown"), ...signed(() => "0") }, 403, unknownKey],
  ["a wrong signature and host", { ...to("http://10.0.0.7/"), ...signed(() => "0") }, 403, invalidSignature],
  ["a host that starts with an allowed one", to("http://localhost.evil.test/"), 403, notAllowed("localhost.evil.test")],
  ["an allowed host as the user name", to("http://localhost@evil.example/"), 403, /webhook_auth_user/],
  ["an empty URL", to(""), 403, /http or https/],
  ["a file URL", to("file:///etc/passwd"), 403, /http or https/],
  ["a javascript URL", to("javascript:alert(1)"), 403, /http or https/],
];

test.each(OPENS)("an open with %s opens nothing", async (_name, { keys: changed, body, sign }, status, detail) => {
  const before = await sessions();
  const { body: sent, signature } = openRequest({ ...project, ...changed }, { ...OWN, ...body });
  const response = await postOpen(appliance.url, sent, sign?.(signature) ?? signature);
  const seen = await refused(response, status);
  if (detail instanceof RegExp) expect(seen).toMatch(detail);
  else expect(seen).toEqual(detail);
  expect(await sessions()).toBe(before);
});

test.each([
  ["an empty material_id", { material_id: "" }],
  ["NUL and emoji", { material_id: "a\u0000b 😀" }],
  ["unknown keys", { extra: [1], constructor: null }],
  ["null for the optional objects", { vms_json: null, metadata: null }],
])("opens with %s, signed over the UTF-8 as received", async (_name, changes) => {
  const { body, signature } = openRequest(project, { ...OWN, ...changes });
  const response = await postOpen(appliance.url, body, signature);
  expect(response.status).toBe(200);
  const { session_id } = (await response.json()) as { session_id: string };
  const session = await appliance.console<SessionDetail>("GET", `/sessions/${session_id}`);
  expect(session).toMatchObject({ material_id: body.material_id, callback_url: CALLBACK_URL });
});

/** Downloads from `url`, by default with a valid signature. @param url without the query */
function download(url: string, keys: Keys, material: string, signed = sign(keys, material, url)) {
  const query = new URLSearchParams({ api_key: keys.api_key, material_id: material });
  return fetch(`${url}?${query}`, { headers: { "x-service-signature": signed } });
}
const downloads = `${appliance.url}/integration/download`;
const mediaUrl = (fingerprint: string, version: string) => `${downloads}/media/${fingerprint}/${version}`;
const ownUrl = mediaUrl(first.fingerprint, first.version);

test.each([
  ["first", project, first],
  ["second", project, second],
  ["foreign", other, foreign],
])("the archive of the %s session can be downloaded", async (_name, keys, { fingerprint, version, material }) => {
  const response = await download(mediaUrl(fingerprint, version), keys, material);
  expect([response.status, (await response.bytes()).length > 0]).toEqual([200, true]);
});

test.each<[string, string, Keys, string]>([
  ["another session's version", mediaUrl(first.fingerprint, second.version), project, "first"],
  ["another session's fingerprint", mediaUrl(second.fingerprint, first.version), project, "first"],
  ["another session's material", ownUrl, project, "second"],
  ["another project's key", ownUrl, other, "first"],
  ["another project's archive", mediaUrl(foreign.fingerprint, foreign.version), project, "first"],
  ["an unknown material", ownUrl, project, "unknown"],
  ["an empty material", ownUrl, project, ""],
  ["an unknown version", mediaUrl(first.fingerprint, first.fingerprint), project, "first"],
  ["the version as a font snapshot", `${downloads}/fonts/${first.fingerprint}/${first.version}`, project, "first"],
])("a download with a valid signature and %s is a 404", async (_name, url, keys, material) => {
  expect(await refused(await download(url, keys, material), 404)).toMatch(/^Archive not found: /);
});

test("the signature of a download is checked before the archive", async () => {
  const wrong = [
    sign(other, "first", ownUrl),
    sign(project, "first", mediaUrl(second.fingerprint, second.version)),
    sign(project, "second", ownUrl),
    sign(project, "first", `${ownUrl}?api_key=${project.api_key}&material_id=first`),
    sign(project, "first", ownUrl).toUpperCase(),
  ];
  for (const signed of wrong)
    expect(await refused(await download(ownUrl, project, "first", signed), 403)).toBe(invalidSignature);
  expect(await refused(await download(ownUrl, disabled, "first"), 403)).toBe(unknownKey);
  expect(await refused(await download(ownUrl, { ...project, api_key: "x" }, "first"), 403)).toBe(unknownKey);
});

test.each(["%ff", "%00", "%", "a%zzb", "%ed%a0%80"])("the query value %s is accepted as text", async (value) => {
  const query = `api_key=${project.api_key}&material_id=${value}`;
  const response = await fetch(`${ownUrl}?${query}`, { headers: { "x-service-signature": "0" } });
  expect(await refused(response, 403)).toBe(invalidSignature);
});

test("none of these requests caused a logged error", () => {
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
});
