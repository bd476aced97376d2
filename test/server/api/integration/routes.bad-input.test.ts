/** Every way a request can be wrong, over the running service: a defined answer, JSON, no trace of a session. */
import { once } from "node:events";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type KeptLog, keptLog, type RunningAppliance, startAppliance } from "../../../support/appliance.ts";
import { articleOf, editorOf, type Keys, openSession, signature } from "../../../support/site.ts";

type Project = Keys & { id: string };
interface Saved {
  material: string;
  fingerprint: string;
  version: string;
}

const CALLBACK_URL = "http://localhost:9/callback";
const OPEN = "/integration/session/open";

let log: KeptLog;
let appliance: RunningAppliance;
let project: Project;
let other: Project;
let disabled: Project;
/** Two sessions of `project` and one of `other`, each with one version. */
let first: Saved;
let second: Saved;
let foreign: Saved;

beforeAll(async () => {
  log = keptLog();
  appliance = await startAppliance({ log });
  project = await appliance.createProject({ environment: "dev" });
  other = await appliance.createProject({ environment: "dev" });
  disabled = await appliance.createProject({ environment: "dev" });
  await appliance.console("PATCH", `/projects/${disabled.id}`, { enabled: false });
  await appliance.console("PATCH", "/settings", { open_limit_bytes: 200_000 });
  first = await saved(project, "first");
  second = await saved(project, "second");
  foreign = await saved(other, "first");
});
afterAll(() => appliance.close());

async function saved(keys: Keys, material: string): Promise<Saved> {
  const session = await openSession(appliance.url, keys, { material_id: material, callback_url: CALLBACK_URL });
  const answer = await editorOf(session)("POST", "/versions", {
    save_id: "one",
    vms_json: articleOf("Text"),
    base_version: null,
  });
  const { version_id } = (await answer.json()) as { version_id: string };
  return { material, fingerprint: session.fingerprint, version: version_id };
}

/** JSON of the answer, after what holds for each: JSON, `detail`, nothing of our insides. */
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
  keys?: () => Keys;
  /** Replaces parts of the body; a string or bytes replaces all of it. */
  body?: Record<string, unknown> | string | Uint8Array;
  /** Made from the right signature; null sends none. */
  sign?: ((right: string) => string) | null;
  headers?: Record<string, string>;
  status: number;
  detail: unknown;
}

const unknownKey = "Unknown API key";
const invalidSignature = "Invalid signature";
const faultsAt = (...locs: unknown[][]) => locs.map((loc) => expect.objectContaining({ loc }));
const deep = (levels: number) => `{"vms_json":${"[".repeat(levels)}${"]".repeat(levels)}}`;

const OPENS: Record<string, BadOpen> = {
  "no signature": { sign: null, status: 422, detail: faultsAt(["header", "X-Service-Signature"]) },
  "an empty signature": { sign: () => "", status: 403, detail: invalidSignature },
  "an upper-case signature": { sign: (right) => right.toUpperCase(), status: 403, detail: invalidSignature },
  "a signature with one digit changed": {
    sign: (right) => right.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")),
    status: 403,
    detail: invalidSignature,
  },
  "a signature with another project's secret": {
    keys: () => ({ ...other, api_key: project.api_key }),
    status: 403,
    detail: invalidSignature,
  },
  "a signature that is no ASCII": { sign: () => "é".repeat(64), status: 403, detail: invalidSignature },
  "an unknown key": { keys: () => ({ ...project, api_key: "gk_dev_unknown" }), status: 403, detail: unknownKey },
  "an empty key": { keys: () => ({ ...project, api_key: "" }), status: 403, detail: unknownKey },
  "a key with NUL": { keys: () => ({ ...project, api_key: `${project.api_key}\0` }), status: 403, detail: unknownKey },
  "a key in SQL": { keys: () => ({ ...project, api_key: "' OR 1=1 --" }), status: 403, detail: unknownKey },
  "a key named like a method": {
    keys: () => ({ ...project, api_key: "constructor" }),
    status: 403,
    detail: unknownKey,
  },
  "a project's id for its key": { keys: () => ({ ...project, api_key: project.id }), status: 403, detail: unknownKey },
  "a disabled key": { keys: () => disabled, status: 403, detail: unknownKey },
  "a host that is not allowed": {
    body: { callback_url: "http://10.0.0.7/callback" },
    status: 403,
    detail: "Host 10.0.0.7 is not allowed for this API key",
  },
  "a host that only begins like an allowed one": {
    body: { callback_url: "http://localhost.evil.example/" },
    status: 403,
    detail: "Host localhost.evil.example is not allowed for this API key",
  },
  "an allowed host as the user name": {
    body: { callback_url: "http://localhost@evil.example/" },
    status: 403,
    detail: /webhook_auth_user/,
  },
  "a file URL": { body: { callback_url: "file:///etc/passwd" }, status: 403, detail: /http or https/ },
  "a javascript URL": { body: { callback_url: "javascript:alert(1)" }, status: 403, detail: /http or https/ },
  "an empty callback_url": { body: { callback_url: "" }, status: 403, detail: /http or https/ },
  "a long material_id": {
    body: { material_id: "x".repeat(1025) },
    status: 422,
    detail: faultsAt(["body", "material_id"]),
  },
  "numbers for strings": {
    body: { api_key: 1, callback_url: 2, material_id: 3 },
    status: 422,
    detail: faultsAt(["body", "api_key"], ["body", "callback_url"], ["body", "material_id"]),
  },
  "arrays for objects": {
    body: { vms_json: [1], metadata: [{}] },
    status: 422,
    detail: faultsAt(["body", "vms_json"], ["body", "metadata"]),
  },
  "half a surrogate pair": { body: { material_id: "\udc00" }, status: 422, detail: faultsAt(["body", "material_id"]) },
  "no body": { body: "", status: 422, detail: faultsAt(["body"]) },
  "an array": { body: "[]", status: 422, detail: faultsAt(["body"]) },
  "broken JSON": { body: '{"api_key": "x",}', status: 422, detail: faultsAt(["body", 16]) },
  "two JSON values": { body: "{}{}", status: 422, detail: faultsAt(["body", 2]) },
  "a form": {
    body: "api_key=x&material_id=y",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 422,
    detail: faultsAt(["body", 0]),
  },
  XML: { body: "<open/>", headers: { "content-type": "text/xml" }, status: 422, detail: faultsAt(["body", 0]) },
  "UTF-16": { body: new Uint8Array(Buffer.from("{}", "utf16le")), status: 422, detail: expect.any(Array) },
  "Latin-1": { body: new Uint8Array(Buffer.from('{"a":"é"}', "latin1")), status: 422, detail: faultsAt(["body", 0]) },
  "257 levels": { body: deep(256), status: 422, detail: faultsAt(["body", 267]) },
  "90,000 levels": { body: deep(90_000), status: 422, detail: faultsAt(["body", 267]) },
  "90,000 levels that never close": { body: "[".repeat(90_000), status: 422, detail: faultsAt(["body", 256]) },
  "a body over the limit": { body: " ".repeat(200_001), status: 413, detail: /200000 bytes/ },
  "a compressed body": {
    body: new Uint8Array(gzipSync("{}")),
    headers: { "content-encoding": "gzip" },
    status: 415,
    detail: /Content-Encoding/,
  },
};

test.each(Object.entries(OPENS))("an open with %s opens nothing", async (_name, bad) => {
  const before = await sessions();
  const keys = bad.keys?.() ?? project;
  const whole = typeof bad.body === "string" || bad.body instanceof Uint8Array ? bad.body : null;
  const body = {
    api_key: keys.api_key,
    callback_url: CALLBACK_URL,
    material_id: "new",
    ...(whole === null && (bad.body as object)),
  };
  const right = signature(keys.api_secret, String(body.material_id), String(body.callback_url));
  const given = bad.sign === null ? null : (bad.sign?.(right) ?? right);
  const answer = await fetch(appliance.url + OPEN, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(given !== null && { "x-service-signature": given }),
      ...bad.headers,
    },
    body: (whole ?? JSON.stringify(body)) as BodyInit,
  });
  const detail = await refused(answer, bad.status);
  if (bad.detail instanceof RegExp) expect(detail).toMatch(bad.detail);
  else expect(detail).toEqual(bad.detail);
  expect(await sessions()).toBe(before);
});

/** A download of `address` (without the query), rightly signed with `keys` for `material` unless told otherwise. */
function download(
  address: string,
  keys: Keys,
  material: string,
  signed = signature(keys.api_secret, material, address),
) {
  const query = new URLSearchParams({ api_key: keys.api_key, material_id: material });
  return fetch(`${address}?${query}`, { headers: { "x-service-signature": signed } });
}
const mediaUrl = (fingerprint: string, version: string) =>
  `${appliance.url}/integration/download/media/${fingerprint}/${version}`;
const fontsUrl = (fingerprint: string, snapshot: string) =>
  `${appliance.url}/integration/download/fonts/${fingerprint}/${snapshot}`;

test("each archive is there for its own session", async () => {
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
  "a material nobody knows": () => download(mediaUrl(first.fingerprint, first.version), project, "unknown"),
  "an empty material": () => download(mediaUrl(first.fingerprint, first.version), project, ""),
  "a version nobody knows": () => download(mediaUrl(first.fingerprint, first.fingerprint), project, first.material),
  "the version as a font snapshot": () => download(fontsUrl(first.fingerprint, first.version), project, first.material),
};

test.each(Object.entries(MIXTURES))("a rightly signed download with %s is a 404", async (_name, ask) => {
  expect(await refused(await ask(), 404)).toMatch(/^Archive not found: /);
});

test("a download is refused for its signature before anything is said about the archive", async () => {
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

/** Path after the host → places of its faults. Neither key nor signature is sent. */
const PATHS: [path: string, faults: unknown[][]][] = [
  [
    "/integration/download/media/%ff/%00",
    [
      ["path", "fingerprint"],
      ["path", "version_id"],
    ],
  ],
  [
    "/integration/download/media/%/%zz",
    [
      ["path", "fingerprint"],
      ["path", "version_id"],
    ],
  ],
  [
    "/integration/download/fonts/..%2f..%2fetc/passwd",
    [
      ["path", "fingerprint"],
      ["path", "snapshot_id"],
    ],
  ],
  [
    "/integration/download/fonts/%e2%80%ae/😀",
    [
      ["path", "fingerprint"],
      ["path", "snapshot_id"],
    ],
  ],
  [
    `/integration/download/media/${"a".repeat(5000)}/1`,
    [
      ["path", "fingerprint"],
      ["path", "version_id"],
    ],
  ],
];

test.each(PATHS)("GET %s is a 422 that names everything", async (path, faults) => {
  const detail = await refused(await fetch(appliance.url + path), 422);
  const rest = [
    ["query", "api_key"],
    ["query", "material_id"],
    ["header", "X-Service-Signature"],
  ];
  expect(detail).toEqual(faultsAt(...faults, ...rest));
});

test.each(["%ff", "%00", "%", "a%zzb", "%ed%a0%80"])("the query value %s is a text like any other", async (value) => {
  const query = `api_key=${project.api_key}&material_id=${value}`;
  const answer = await fetch(`${mediaUrl(first.fingerprint, first.version)}?${query}`, {
    headers: { "x-service-signature": "0" },
  });
  expect(await refused(answer, 403)).toBe(invalidSignature);
});

test.each([
  ["GET", OPEN, 405],
  ["PUT", OPEN, 405],
  ["DELETE", "/integration/download/media/a/b", 405],
  ["POST", "/openapi.json", 405],
  ["GET", "/integration", 404],
  ["GET", "/integration/session/open/", 405],
  ["GET", "/integration/sessions/open", 404],
  ["POST", "/integration/download", 404],
  ["GET", "/%ff/%00", 404],
  ["GET", "/integration//session/open", 404],
])("%s %s is a %i", async (method, path, status) => {
  const answer = await fetch(appliance.url + path, { method });
  await refused(answer, status);
  expect(answer.headers.has("allow")).toBe(status === 405);
});

test("HEAD and OPTIONS: an archive's headers, the allowed methods, no wildcard origin", async () => {
  const address = mediaUrl(first.fingerprint, first.version);
  const query = new URLSearchParams({ api_key: project.api_key, material_id: first.material });
  const head = await fetch(`${address}?${query}`, {
    method: "HEAD",
    headers: { "x-service-signature": signature(project.api_secret, first.material, address) },
  });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(Number(head.headers.get("content-length"))).toBeGreaterThan(100);
  expect((await fetch(`${address}?${query}`, { method: "HEAD" })).status).toBe(422);
  expect((await fetch(appliance.url + OPEN, { method: "HEAD" })).status).toBe(405);
  const options = await fetch(appliance.url + OPEN, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
  expect(options.headers.has("access-control-allow-origin")).toBe(false);
});

test.each([
  ["headers of 20 KB", `GET ${OPEN} HTTP/1.1\r\nHost: x\r\nX-Service-Signature: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  [
    "a signature with NUL",
    `POST ${OPEN} HTTP/1.1\r\nHost: x\r\nX-Service-Signature: \0\r\nContent-Length: 0\r\n\r\n`,
    400,
  ],
  ["a method that is none", `BREW ${OPEN} HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
  ["a length that is none", `POST ${OPEN} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`, 400],
  [
    "a length and chunks",
    `POST ${OPEN} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
])("%s: refused as JSON on a closed connection", async (_name, request, status) => {
  const socket = net.connect(Number(new URL(appliance.url).port), "127.0.0.1");
  socket.end(request);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "close");
  const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(body)).toEqual({ detail: expect.any(String) });
});

test("too many wrong signatures are a 429 with Retry-After; a right one passes all the same", async () => {
  const body = JSON.stringify({ api_key: project.api_key, callback_url: CALLBACK_URL, material_id: "first" });
  const send = (given: string) =>
    fetch(appliance.url + OPEN, { method: "POST", headers: { "x-service-signature": given }, body });
  let last = await send("0");
  for (let i = 0; i < 61 && last.status === 403; i++) last = await send("0");
  expect(await refused(last, 429)).toMatch(/wait \d+ seconds/);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await send(signature(project.api_secret, "first", CALLBACK_URL))).status).toBe(200);
});

test("none of this was an error of the service's own", () => {
  expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
});
