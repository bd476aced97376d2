/** Invalid requests: each has a defined JSON response and creates no session. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { keptLog } from "../../../support/appliance.ts";
import { articleOfKeys, startNewsroom } from "../../../support/newsroom.ts";
import { type Keys, signature } from "../../../support/site.ts";

const CALLBACK_URL = "http://localhost:9/callback";
const OPEN = "/integration/session/open";

const log = keptLog();
const { appliance, project } = await startNewsroom({ log });
const [other, disabled] = [await appliance.createProject(), await appliance.createProject()];
await appliance.console("PATCH", `/projects/${disabled.id}`, { enabled: false });
await appliance.console("PATCH", "/settings", { open_limit_bytes: 200_000 });
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
async function refused(answer: Response, status: number): Promise<unknown> {
  const text = await answer.text();
  expect([answer.status, text]).toEqual([status, expect.any(String)]);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(text).not.toMatch(/node_modules|\.ts\b|<html|SQLITE/i);
  return (JSON.parse(text) as { detail: unknown }).detail;
}

async function sessions(): Promise<number> {
  const page = await appliance.console<{ items: unknown[]; next_cursor: string | null }>("GET", "/sessions");
  expect(page.next_cursor).toBeNull();
  return page.items.length;
}

interface BadOpen {
  keys?: Partial<Keys>;
  /** Replaces parts of the body; a string or bytes replaces all of it. */
  body?: Record<string, unknown> | string | Uint8Array;
  /** Changes the valid signature. */
  sign?: (valid: string) => string;
  headers?: Record<string, string>;
}

const unknownKey = "Unknown API key";
const invalidSignature = "Invalid signature";
const deep = (levels: number) => `{"vms_json":${"[".repeat(levels)}${"]".repeat(levels)}}`;
const key = (api_key: string): BadOpen => ({ keys: { api_key } });
const to = (callback_url: string): BadOpen => ({ body: { callback_url } });
const notAllowed = (host: string) => `Host ${host} is not allowed for this API key`;
/** Errors of a 422 at these locations. */
const at = (...locs: unknown[][]) => locs.map((loc) => expect.objectContaining({ loc }));

const OPENS: [name: string, bad: BadOpen, status: number, detail: unknown][] = [
  [
    "a signature with one digit changed",
    { sign: (right) => right.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")) },
    403,
    invalidSignature,
  ],
  ["a signature with another project's secret", { keys: { api_secret: other.api_secret } }, 403, invalidSignature],
  ["a signature with non-ASCII characters", { sign: () => "é".repeat(64) }, 403, invalidSignature],
  ["an unknown key", key("gk_dev_unknown"), 403, unknownKey],
  ["a key with NUL", key(`${project.api_key}\0`), 403, unknownKey],
  ["a key with SQL", key("' OR 1=1 --"), 403, unknownKey],
  ["a key named like a method", key("constructor"), 403, unknownKey],
  ["an empty key", key(""), 403, unknownKey],
  ["a project's id as the key", key(project.id), 403, unknownKey],
  ["a disabled key", { keys: disabled }, 403, unknownKey],
  [
    "wrong types and an unknown key",
    { body: { api_key: "gk_unknown", material_id: 7 } },
    422,
    at(["body", "material_id"]),
  ],
  ["an unknown key and a wrong signature", { ...key("gk_unknown"), sign: () => "0" }, 403, unknownKey],
  [
    "a wrong signature and a host that is not allowed",
    { ...to("http://10.0.0.7/"), sign: () => "0" },
    403,
    invalidSignature,
  ],
  ["a host that is not allowed", to("http://10.0.0.7:81/callback"), 403, notAllowed("10.0.0.7:81")],
  [
    "a host that starts with an allowed one",
    to("http://localhost.evil.example/"),
    403,
    notAllowed("localhost.evil.example"),
  ],
  ["an allowed host as the user name", to("http://localhost@evil.example/"), 403, /webhook_auth_user/],
  ["an empty URL", to(""), 403, /http or https/],
  ["a file URL", to("file:///etc/passwd"), 403, /http or https/],
  ["a javascript URL", to("javascript:alert(1)"), 403, /http or https/],
  ["two JSON values", { body: "{}{}" }, 422, at(["body", 2])],
  [
    "a form",
    { body: "api_key=x&material_id=y", headers: { "content-type": "application/x-www-form-urlencoded" } },
    422,
    at(["body", 0]),
  ],
  ["XML", { body: "<open/>", headers: { "content-type": "text/xml" } }, 422, at(["body", 0])],
  ["UTF-16", { body: new Uint8Array(Buffer.from("{}", "utf16le")) }, 422, expect.any(Array)],
  ["90,000 levels", { body: deep(90_000) }, 422, at(["body", 267])],
  ["90,000 levels that never close", { body: "[".repeat(90_000) }, 422, at(["body", 256])],
  ["a body over the limit", { body: " ".repeat(200_001) }, 413, /200000 bytes/],
  [
    "a compressed body",
    { body: new Uint8Array(gzipSync("{}")), headers: { "content-encoding": "gzip" } },
    415,
    /Content-Encoding/,
  ],
];

test.each(OPENS)(
  "an open with %s opens nothing",
  async (_name, { keys: changed, body: sent, sign, headers }, status, expected) => {
    const before = await sessions();
    const keys = { ...project, ...changed };
    const whole = typeof sent === "string" || sent instanceof Uint8Array ? sent : null;
    const parts = { api_key: keys.api_key, callback_url: CALLBACK_URL, material_id: "new" };
    const body = { ...parts, ...(whole === null && (sent as object)) };
    const right = signature(keys.api_secret, String(body.material_id), String(body.callback_url));
    const answer = await fetch(appliance.url + OPEN, {
      method: "POST",
      headers: { "content-type": "application/json", "x-service-signature": sign?.(right) ?? right, ...headers },
      body: (whole ?? JSON.stringify(body)) as BodyInit,
    });
    const detail = await refused(answer, status);
    if (expected instanceof RegExp) expect(detail).toMatch(expected);
    else expect(detail).toEqual(expected);
    expect(await sessions()).toBe(before);
  },
);

/** Downloads from `url`, by default with a valid signature. @param url without the query */
function download(url: string, keys: Keys, material: string, signed = signature(keys.api_secret, material, url)) {
  const query = new URLSearchParams({ api_key: keys.api_key, material_id: material });
  return fetch(`${url}?${query}`, { headers: { "x-service-signature": signed } });
}
const mediaUrl = (fingerprint: string, version: string) =>
  `${appliance.url}/integration/download/media/${fingerprint}/${version}`;
const fontsUrl = (fingerprint: string, snapshot: string) =>
  `${appliance.url}/integration/download/fonts/${fingerprint}/${snapshot}`;

test("each session's archive can be downloaded", async () => {
  for (const [keys, session] of [
    [project, first],
    [project, second],
    [other, foreign],
  ] as const) {
    const answer = await download(mediaUrl(session.fingerprint, session.version), keys, session.material);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
});

const MIXTURES: Record<string, () => Promise<Response>> = {
  "another session's version": () => download(mediaUrl(first.fingerprint, second.version), project, first.material),
  "another session's fingerprint": () => download(mediaUrl(second.fingerprint, first.version), project, first.material),
  "another session's material": () => download(mediaUrl(first.fingerprint, first.version), project, second.material),
  "another project's key": () => download(mediaUrl(first.fingerprint, first.version), other, first.material),
  "another project's archive": () => download(mediaUrl(foreign.fingerprint, foreign.version), project, "first"),
  "an unknown material": () => download(mediaUrl(first.fingerprint, first.version), project, "unknown"),
  "an empty material": () => download(mediaUrl(first.fingerprint, first.version), project, ""),
  "an unknown version": () => download(mediaUrl(first.fingerprint, first.fingerprint), project, first.material),
  "the version as a font snapshot": () => download(fontsUrl(first.fingerprint, first.version), project, first.material),
};

test.each(Object.entries(MIXTURES))("a download with a valid signature and %s is a 404", async (_name, ask) => {
  expect(await refused(await ask(), 404)).toMatch(/^Archive not found: /);
});

test("the signature of a download is checked before the archive", async () => {
  const address = mediaUrl(first.fingerprint, first.version);
  const wrong = [
    signature(other.api_secret, first.material, address),
    signature(project.api_secret, first.material, mediaUrl(second.fingerprint, second.version)),
    signature(project.api_secret, second.material, address),
    signature(project.api_secret, first.material, `${address}?api_key=${project.api_key}&material_id=first`),
    signature(project.api_secret, first.material, address).toUpperCase(),
  ];
  for (const signed of wrong)
    expect(await refused(await download(address, project, first.material, signed), 403)).toBe(invalidSignature);
  expect(await refused(await download(address, disabled, first.material), 403)).toBe(unknownKey);
  expect(await refused(await download(address, { ...project, api_key: "x" }, first.material), 403)).toBe(unknownKey);
});

test.each([
  ["media/%ff/%00", "version_id"],
  ["media/%/%zz", "version_id"],
  ["fonts/..%2f..%2fetc/passwd", "snapshot_id"],
  ["fonts/%e2%80%ae/😀", "snapshot_id"],
  [`media/${"a".repeat(5000)}/1`, "version_id"],
])("a download of %s is a 422 that lists all errors", async (path, id) => {
  const detail = await refused(await fetch(`${appliance.url}/integration/download/${path}`), 422);
  const query = [{ loc: ["query", "api_key"] }, { loc: ["query", "material_id"] }];
  const header = { loc: ["header", "X-Service-Signature"] };
  expect(detail).toMatchObject([{ loc: ["path", "fingerprint"] }, { loc: ["path", id] }, ...query, header]);
});

test.each(["%ff", "%00", "%", "a%zzb", "%ed%a0%80"])("the query value %s is accepted as text", async (value) => {
  const query = `api_key=${project.api_key}&material_id=${value}`;
  const answer = await fetch(`${mediaUrl(first.fingerprint, first.version)}?${query}`, {
    headers: { "x-service-signature": "0" },
  });
  expect(await refused(answer, 403)).toBe(invalidSignature);
});

test("none of these requests caused a logged error", () => {
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
});
