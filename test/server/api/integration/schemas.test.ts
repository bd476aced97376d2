/** Contract 2.8, 7: the exact `detail[]` of a 422. */
import { expect, test } from "vitest";
import { NO_UUID as FINGERPRINT, openRequest, postOpen, NO_UUID as VERSION_ID } from "../../../support/integration.ts";
import { startNewsroom } from "../../../support/newsroom.ts";

const { appliance: service } = await startNewsroom();

const API_KEY = "gk_dev_site";
/** An unknown key is sufficient, because the shape is checked first. */
const { body, signature } = openRequest({ api_key: API_KEY, api_secret: "s3cret" });
const missing = (loc: unknown[], input: unknown) => ({ type: "missing", loc, msg: "Field required", input });
const inBody = (name: string, type: string, msg: string, more: object) => ({ type, loc: ["body", name], msg, ...more });
const badString = (name: string, input: unknown) =>
  inBody(name, "string_type", "Input should be a valid string", { input });
const badDict = (name: string, input: unknown) =>
  inBody(name, "dict_type", "Input should be a valid dictionary", { input });
const badModel = (input: unknown) => ({
  type: "model_attributes_type",
  loc: ["body"],
  msg: "Input should be a valid dictionary or object to extract fields from",
  input,
});
const tooLong = inBody("material_id", "string_too_long", "String should have at most 1024 characters", {
  ctx: { max_length: 1024 },
});
const noText = "Input should be a valid string, unable to parse raw data as a unicode string";
const noUnicode = inBody("api_key", "string_unicode", noText, { input: "\ud800" });
const badJson = (offset: number, error: unknown) => ({
  type: "json_invalid",
  loc: ["body", offset],
  msg: "JSON decode error",
  input: {},
  ctx: { error },
});
const without = (name: string) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

const OPEN_CASES: [name: string, body: unknown, signature: string | null, detail: unknown[]][] = [
  ["no body", "", signature, [missing(["body"], null)]],
  ["a null body", "null", signature, [missing(["body"], null)]],
  ["an array", [1], signature, [badModel([1])]],
  ["a string", '"x"', signature, [badModel("x")]],
  ["a number", "7", signature, [badModel(7)]],
  [
    "an empty object and no signature",
    {},
    null,
    [
      missing(["header", "X-Service-Signature"], null),
      missing(["body", "api_key"], {}),
      missing(["body", "callback_url"], {}),
      missing(["body", "material_id"], {}),
    ],
  ],
  ["a missing key", without("callback_url"), signature, [missing(["body", "callback_url"], without("callback_url"))]],
  ["a numeric material_id", { ...body, material_id: 12 }, signature, [badString("material_id", 12)]],
  ["null for a string", { ...body, api_key: null }, signature, [badString("api_key", null)]],
  ["an object for a string", { ...body, callback_url: { a: 1 } }, signature, [badString("callback_url", { a: 1 })]],
  [
    "wrong types in optional fields",
    { ...body, vms_json: [1], metadata: "x" },
    signature,
    [badDict("vms_json", [1]), badDict("metadata", "x")],
  ],
  ["a long material_id", { ...body, material_id: "é".repeat(1025) }, signature, [tooLong]],
  ["a lone surrogate", '{"api_key":"\\ud800","callback_url":"c","material_id":"m"}', signature, [noUnicode]],
  ["broken JSON, position known", '{"api_key": 1,}', signature, [badJson(14, expect.any(String))]],
  ["broken JSON, cut off", '{"api_key": ', signature, [badJson(12, "Unexpected end of JSON input")]],
  ["broken JSON, position not known", "nonsense", signature, [badJson(0, expect.any(String))]],
  ["only white space", "  ", signature, [badJson(2, "Unexpected end of JSON input")]],
  ["invalid UTF-8", Uint8Array.of(0x22, 0xff, 0x22), signature, [badJson(0, "The body is not valid UTF-8")]],
  ["90,000 levels that never close", "[".repeat(90_000), signature, [badJson(256, "recursion limit exceeded")]],
  [
    "257 levels, unsigned",
    `{"vms_json":${"[".repeat(256)}${"]".repeat(256)}}`,
    null,
    [missing(["header", "X-Service-Signature"], null), badJson(267, "recursion limit exceeded")],
  ],
];

test.each(OPEN_CASES)("session/open: %s", async (_name, sent, given, detail) => {
  const response = await postOpen(service.url, sent, given);
  expect(response.status).toBe(422);
  expect(await response.json()).toStrictEqual({ detail });
});

test("omits an input over 1 KB", async () => {
  const long = { ...without("api_key"), metadata: { text: "x".repeat(1100) } };
  const response = await postOpen(service.url, long, signature);
  expect(await response.json()).toStrictEqual({
    detail: [{ type: "missing", loc: ["body", "api_key"], msg: "Field required" }],
  });
});

const UUID_FORM = "expected five groups of 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them";
const noUuid = (name: string, input: string) => ({
  type: "uuid_parsing",
  loc: ["path", name],
  msg: `Input should be a valid UUID, ${UUID_FORM}`,
  input,
  ctx: { error: UUID_FORM },
});

const download = (version: string) => {
  const address = `${service.url}/integration/download/media/${FINGERPRINT}/${encodeURIComponent(version)}`;
  return fetch(`${address}?api_key=${API_KEY}&material_id=m`, { headers: { "x-service-signature": signature } });
};
const cut = VERSION_ID.slice(0, -1);

test.each(["not-a-uuid", `${VERSION_ID}a`, cut, `{${VERSION_ID}}`, `${cut}g`, "é", "\u0000"])(
  "rejects a path value that is not a UUID: %j",
  async (text) => {
    const response = await download(text);
    expect(response.status).toBe(422);
    expect(await response.json()).toStrictEqual({ detail: [noUuid("version_id", text)] });
  },
);

test.each(["00000000-0000-0000-0000-000000000000", "11111111-1111-1111-1111-111111111111"])(
  "accepts a UUID of an unregistered version: %s",
  async (id) => expect((await download(id)).status).toBe(403),
);

test.each([
  ["1/%ff", "1", "\ufffd"],
  ["%/%zz", "%", "%zz"],
  ["..%2f..%2fetc/😀", "../../etc", "😀"],
])("lists all errors of path, query and header for %s, in this order", async (path, fingerprint, snapshot) => {
  const response = await fetch(`${service.url}/integration/download/fonts/${path}`);
  expect(response.status).toBe(422);
  expect(await response.json()).toStrictEqual({
    detail: [
      noUuid("fingerprint", fingerprint),
      noUuid("snapshot_id", snapshot),
      missing(["query", "api_key"], null),
      missing(["query", "material_id"], null),
      missing(["header", "X-Service-Signature"], null),
    ],
  });
});
