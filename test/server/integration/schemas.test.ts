/** Contract 2.8, 7: the `detail[]` of a 422, to the letter. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  API_KEY,
  FINGERPRINT,
  type InMemoryService,
  openRequest,
  postOpen,
  startInMemoryService,
  VERSION_ID,
} from "../../support/integration-in-memory.ts";

let service: InMemoryService;
beforeAll(async () => {
  service = await startInMemoryService();
});
afterAll(() => service.close());

const { body, signature } = openRequest();
const missing = (loc: unknown[], input: unknown) => ({ type: "missing", loc, msg: "Field required", input });
const badString = (name: string, input: unknown) => ({
  type: "string_type",
  loc: ["body", name],
  msg: "Input should be a valid string",
  input,
});
const badDict = (name: string, input: unknown) => ({
  type: "dict_type",
  loc: ["body", name],
  msg: "Input should be a valid dictionary",
  input,
});
const badModel = (input: unknown) => ({
  type: "model_attributes_type",
  loc: ["body"],
  msg: "Input should be a valid dictionary or object to extract fields from",
  input,
});
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
    { ...body, vms_json: [], metadata: "x" },
    signature,
    [badDict("vms_json", []), badDict("metadata", "x")],
  ],
  ["false for an object", { ...body, metadata: false }, signature, [badDict("metadata", false)]],
  [
    "a long material_id",
    { ...body, material_id: "é".repeat(1025) },
    signature,
    [
      {
        type: "string_too_long",
        loc: ["body", "material_id"],
        msg: "String should have at most 1024 characters",
        ctx: { max_length: 1024 },
      },
    ],
  ],
  [
    "half a surrogate pair",
    '{"api_key":"\\ud800","callback_url":"c","material_id":"m"}',
    signature,
    [
      {
        type: "string_unicode",
        loc: ["body", "api_key"],
        msg: "Input should be a valid string, unable to parse raw data as a unicode string",
        input: "\ud800",
      },
    ],
  ],
  ["broken JSON, position known", '{"api_key": 1,}', signature, [badJson(14, expect.any(String))]],
  ["broken JSON, cut off", '{"api_key": ', signature, [badJson(12, "Unexpected end of JSON input")]],
  ["broken JSON, position not known", "nonsense", signature, [badJson(0, expect.any(String))]],
  ["only white space", "  ", signature, [badJson(2, "Unexpected end of JSON input")]],
  ["bytes that are no UTF-8", Uint8Array.of(0x22, 0xff, 0x22), signature, [badJson(0, "The body is not valid UTF-8")]],
  [
    "257 levels, unsigned",
    `{"vms_json":${"[".repeat(256)}${"]".repeat(256)}}`,
    null,
    [missing(["header", "X-Service-Signature"], null), badJson(267, "recursion limit exceeded")],
  ],
];

test.each(OPEN_CASES)("session/open: %s", async (_name, sent, given, detail) => {
  const answer = await postOpen(service.url, sent, given);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toStrictEqual({ detail });
});

test("an input over 1 KB is left out", async () => {
  const long = { ...without("api_key"), metadata: { text: "x".repeat(1100) } };
  const answer = await postOpen(service.url, long, signature);
  expect(await answer.json()).toStrictEqual({
    detail: [{ type: "missing", loc: ["body", "api_key"], msg: "Field required" }],
  });
});

/** Text → error, as pydantic 2.13 answers. */
const UUID_CASES: [text: string, error: string][] = [
  ["not-a-uuid", "invalid character: found `n` at 1"],
  ["123", "invalid length: expected length 32 for simple format, found 3"],
  [`${VERSION_ID}a`, "invalid group length in group 4: expected 12, found 13"],
  [VERSION_ID.slice(0, -1), "invalid group length in group 4: expected 12, found 11"],
  ["12345678-124-1234-1234-567812345678", "invalid group length in group 1: expected 4, found 3"],
  ["1-2", "invalid group count: expected 5, found 2"],
  [`{${VERSION_ID}`, "invalid character: found `{` at 1"],
  [`{${VERSION_ID}a}`, "invalid group length in group 4: expected 12, found 15"],
  [`{${VERSION_ID.slice(0, -1)}g}`, "invalid character: found `g` at 36"],
  ["urn:uuid:zz", "invalid character: found `z` at 10"],
  ["{}", "invalid group count: expected 5, found 1"],
  ["é", "invalid character: found `é` at 1"],
  ["\u0000", "invalid character: found `\u0000` at 1"],
];

test.each(UUID_CASES)("a path value that is no uuid: %j", async (text, error) => {
  const query = `api_key=${API_KEY}&material_id=m`;
  const answer = await fetch(
    `${service.url}/integration/download/media/${FINGERPRINT}/${encodeURIComponent(text)}?${query}`,
    {
      headers: { "x-service-signature": signature },
    },
  );
  expect(answer.status).toBe(422);
  expect(await answer.json()).toStrictEqual({
    detail: [
      {
        type: "uuid_parsing",
        loc: ["path", "version_id"],
        msg: `Input should be a valid UUID, ${error}`,
        input: text,
        ctx: { error },
      },
    ],
  });
});

test("all faults of path, query and header come at once, in this order", async () => {
  const answer = await fetch(`${service.url}/integration/download/fonts/1/%ff`);
  const found = (text: string) => `invalid length: expected length 32 for simple format, found ${text}`;
  const uuid = (name: string, input: string, error: string) => ({
    type: "uuid_parsing",
    loc: ["path", name],
    msg: `Input should be a valid UUID, ${error}`,
    input,
    ctx: { error },
  });
  expect(await answer.json()).toStrictEqual({
    detail: [
      uuid("fingerprint", "1", found("1")),
      uuid("snapshot_id", "\ufffd", "invalid character: found `\ufffd` at 1"),
      missing(["query", "api_key"], null),
      missing(["query", "material_id"], null),
      missing(["header", "X-Service-Signature"], null),
    ],
  });
});
