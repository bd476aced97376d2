import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { zipTexts } from "../../../support/archives.ts";
import { runs } from "../../../support/chance.ts";
import { addFont, publish } from "../../../support/fonts.ts";
import { generatedClient } from "../../../support/generated-client.ts";
import { postOpen } from "../../../support/integration.ts";
import { articleIn, inDatabase, startNewsroom } from "../../../support/newsroom.ts";
import { ttf } from "../../../support/sample-fonts.ts";
import { type JsonSchema, noUuid, valid, wrongType } from "../../../support/schema-arbitraries.ts";
import { type OpenedSession, signature } from "../../../support/site.ts";

const SEED = 20261120;
const RUNS = runs(30, 100);
const CALLBACK_URL = "http://localhost:9/callback";
const OPEN = "/integration/session/open";

interface Operation {
  tags: string[];
  parameters: { name: string; in: "path" | "query" | "header"; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content: Record<string, { schema: JsonSchema }> }>;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

const { appliance, project, site } = await startNewsroom();
const document = (await (await fetch(`${appliance.url}/openapi.json`)).json()) as Document;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ajv = new Ajv2020({ strict: false, formats: { uuid, uri: true, binary: true } });
ajv.addSchema(document, "openapi");
const opened = new Set<string>();

const resolve = (ref: string): JsonSchema => {
  const schema = document.components.schemas[ref.replace("#/components/schemas/", "")];
  if (schema === undefined) throw new Error(`${ref} is not declared.`);
  return schema;
};
const operation = (path: string): Operation => {
  const found = document.paths[path]?.[path === OPEN ? "post" : "get"];
  if (found === undefined) throw new Error(`${path} is not declared.`);
  return found;
};
const bodySchema = () => operation(OPEN).requestBody?.content["application/json"]?.schema ?? {};

/** Expects a declared response. Returns its JSON; null for an archive. */
async function declared(path: string, received: Response): Promise<Record<string, unknown> | null> {
  const method = path === OPEN ? "post" : "get";
  const response = operation(path).responses[received.status];
  if (response === undefined) throw new Error(`${received.status} is not declared: ${await received.text()}`);
  const type = received.headers.get("content-type")?.split(";")[0] ?? "";
  expect(Object.keys(response.content)).toContain(type);
  if (type !== "application/json") return null;
  const body = (await received.json()) as Record<string, unknown>;
  const pointer = ["", "paths", path, method, "responses", received.status, "content", type, "schema"].map((part) =>
    String(part).replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D"),
  );
  const check = ajv.getSchema(`openapi#${pointer.join("/")}`);
  if (check === undefined) throw new Error(`No schema at ${pointer.join("/")}.`);
  if (!check(body)) throw new Error(`${JSON.stringify(check.errors)} in ${JSON.stringify(body)}`);
  return body;
}

/** The locations of a 422's errors. */
const placesIn = (body: Record<string, unknown> | null): unknown[] =>
  (body?.detail as { loc: unknown[] }[] | undefined)?.map(({ loc }) => loc) ?? [];

const materials = () =>
  inDatabase(appliance.dataDir, (database) =>
    database.prepare("SELECT material_id FROM sessions WHERE project_id = ?").pluck().all(project.id).sort(),
  );

const check = (property: fc.IAsyncProperty<unknown>, numRuns = RUNS) => fc.assert(property, { seed: SEED, numRuns });
const drop = (object: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** A change that makes a valid body invalid, with the expected location of the error. */
const mutation = (loc: string[], apply: (body: Record<string, unknown>) => unknown) => ({ loc, apply });

test("the document is valid OpenAPI 3.1 and declares the contract's routes", async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(result.errors ?? []).toEqual([]);
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info).toMatchObject({ title: "Integration API", version: "0.1.0" });
  expect(document.servers).toEqual([{ url: appliance.url }]);
  const media = "/integration/download/media/{fingerprint}/{version_id}";
  const fonts = "/integration/download/fonts/{fingerprint}/{snapshot_id}";
  const methods = Object.entries(document.paths).map(([path, methods]) => [path, ...Object.keys(methods)]);
  expect(methods).toEqual([
    [OPEN, "post"],
    [media, "get"],
    [fonts, "get"],
  ]);
  const parametersOf = (path: string) => operation(path).parameters.map(({ in: place, name }) => `${place} ${name}`);
  const header = "header X-Service-Signature";
  const query = ["query api_key", "query material_id"];
  expect(parametersOf(OPEN)).toEqual([header]);
  expect(parametersOf(media)).toEqual(["path fingerprint", "path version_id", ...query, header]);
  expect(parametersOf(fonts)).toEqual(["path fingerprint", "path snapshot_id", ...query, header]);
  for (const path of [media, fonts]) {
    const { responses } = operation(path);
    expect(Object.keys(responses["200"]?.content ?? {})).toEqual(["application/zip"]);
    expect(responses["403"]?.description).not.toContain("callback");
  }
  for (const path of Object.keys(document.paths)) {
    expect(operation(path).tags).toEqual(["integration"]);
    expect(operation(path).parameters.every((parameter) => parameter.required)).toBe(true);
    expect(Object.keys(operation(path).responses)).toEqual(
      expect.arrayContaining(["200", "400", "403", "405", "422", "431", "503"]),
    );
  }
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(["SessionCreate", "SessionResponse", "HTTPValidationError", "ValidationError"]),
  );
  // OpenAPI 3.1 deprecates it.
  expect(JSON.stringify(document)).not.toContain('"example":');
});

test("a valid body opens a session, but not with a wrong key, host or signature", async () => {
  const change = fc.constantFrom("nothing", "key", "host", "signature");
  await check(
    fc.asyncProperty(valid(bodySchema(), resolve), change, async (generated, wrong) => {
      const fields = generated as Record<string, string>;
      const body = {
        ...fields,
        material_id: `${wrong === "nothing" ? "right" : "wrong"} ${fields.material_id}`,
        api_key: wrong === "key" ? fields.api_key : project.api_key,
        callback_url: wrong === "host" ? "https://elsewhere.example.org/" : CALLBACK_URL,
      };
      const secret = wrong === "signature" ? "another secret" : project.api_secret;
      const signed = signature(secret, body.material_id, body.callback_url);
      const response = await postOpen(appliance.url, JSON.stringify(body), signed);
      if (wrong === "nothing") opened.add(body.material_id);
      const expected = { nothing: [200], signature: [403, 429] }[wrong as string] ?? [403];
      expect(expected).toContain(response.status);
      await declared(OPEN, response);
    }),
    2 * RUNS,
  );
  expect(opened.size).toBeGreaterThan(0);
  expect(materials()).toEqual([...opened].sort());
});

test("an invalid body or header is a 422 with the location of the error, and opens nothing", async () => {
  const schema = bodySchema().$ref === undefined ? bodySchema() : resolve(bodySchema().$ref ?? "");
  const fields = Object.entries(schema.properties ?? {});
  const required = schema.required ?? [];
  const missing = fc.constantFrom(...required).map((name) => mutation(["body", name], (body) => drop(body, name)));
  const mistyped = fc
    .constantFrom(...fields)
    .chain(([name, field]) =>
      wrongType(field).map((value) => mutation(["body", name], (body) => ({ ...body, [name]: value }))),
    );
  const noObject = wrongType({ type: "object" }).map((value) => mutation(["body"], () => value));
  const unsigned = fc.constant(mutation(["header", "X-Service-Signature"], (body) => body));
  const mutations = fc.oneof(missing, mistyped, noObject, unsigned);
  await check(
    fc.asyncProperty(valid(bodySchema(), resolve), mutations, async (generated, { loc, apply }) => {
      const own = { material_id: "never", api_key: project.api_key, callback_url: CALLBACK_URL };
      const body = { ...(generated as object), ...own };
      const given = loc[0] === "header" ? null : signature(project.api_secret, "never", CALLBACK_URL);
      const response = await postOpen(appliance.url, JSON.stringify(apply(body)), given);
      expect(response.status).toBe(422);
      expect(placesIn(await declared(OPEN, response))).toContainEqual(loc);
    }),
  );
  expect(materials()).toEqual([...opened].sort());
});

test.each(["media", "fonts"])(
  "generated %s downloads get 404 with a valid signature, 422 if malformed",
  async (kind) => {
    const path = Object.keys(document.paths).find((name) => name.includes(`/${kind}/`)) ?? "";
    const { parameters } = operation(path);
    const values = fc.record(Object.fromEntries(parameters.map(({ name, schema }) => [name, valid(schema, resolve)])));
    const fault = fc.option(
      fc
        .constantFrom(...parameters)
        .chain((parameter) =>
          (parameter.in === "path" ? noUuid : fc.constant(null)).map((value) => ({ parameter, value })),
        ),
    );
    await check(
      fc.asyncProperty(values, fault, async (generated, wrong) => {
        const request = { ...(generated as Record<string, string | null>), api_key: project.api_key };
        if (wrong !== null) Object.assign(request, { [wrong.parameter.name]: wrong.value });
        const of = (name: string) => (request as Record<string, string | null>)[name] ?? null;
        const url = appliance.url + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(of(name))));
        const query = new URLSearchParams();
        for (const { name, in: place } of parameters)
          if (place === "query" && of(name) !== null) query.set(name, String(of(name)));
        const signed = signature(project.api_secret, String(of("material_id")), url);
        const isUnsigned = wrong?.parameter.in === "header";
        const response = await fetch(`${url}?${query}`, {
          headers: isUnsigned ? {} : { "x-service-signature": signed },
        });
        expect(response.status).toBe(wrong === null ? 404 : 422);
        const body = await declared(path, response);
        if (wrong !== null) expect(placesIn(body)).toEqual([[wrong.parameter.in, wrong.parameter.name]]);
      }),
    );
  },
);

interface GeneratedClient {
  defaults: { baseUrl: string; fetch?: typeof fetch };
  openSession(
    signature: string,
    body: { api_key: string; callback_url: string; material_id: string; metadata?: object },
  ): Promise<{ status: number; data: OpenedSession & { detail?: unknown } }>;
  downloadMedia: Download;
  downloadFonts: Download;
}
type Download = (
  fingerprint: string,
  archiveId: string,
  apiKey: string,
  materialId: string,
  signature: string,
) => Promise<{ status: number; data: unknown }>;

const client = await generatedClient<GeneratedClient>(document);
/** The last archive; the generated functions read every body as text. */
let archive: Buffer;
client.defaults.fetch = async (...request) => {
  const response = await fetch(...request);
  archive = Buffer.from(await response.clone().arrayBuffer());
  return response;
};

const sign = (url: string) => signature(project.api_secret, "m", url);
const open = (metadata = {}) =>
  client.openSession(sign(site.callbackUrl), {
    api_key: project.api_key,
    callback_url: site.callbackUrl,
    material_id: "m",
    metadata,
  });

/** Expects a body that matches the webhook's schema. */
function expectDeclared(event: string, body: unknown): void {
  const check = ajv.getSchema(`openapi#/webhooks/${event}/post/requestBody/content/application~1json/schema`);
  if (check === undefined) throw new Error(`No webhook ${event}.`);
  check(body);
  expect(check.errors ?? []).toEqual([]);
}

const namesIn = async (zip: Buffer) => [...(await zipTexts(zip)).keys()];

it("opens a session, and downloads the archive of a save's callback", async () => {
  const { status, data: session } = await open({ editor_user_id: "7" });
  expect(status).toBe(200);
  await articleIn(appliance, session).save("The tram runs again.");
  const callback = (await site.received(1)).body;
  expectDeclared("article_saved", callback);
  const [, fingerprint = "", version = ""] = /media\/([^/]+)\/([^/]+)$/.exec(callback.content_url) ?? [];
  const signed = sign(callback.content_url);
  expect((await client.downloadMedia(fingerprint, version, project.api_key, "m", signed)).status).toBe(200);
  expect(await namesIn(archive)).toEqual(expect.arrayContaining(["vms_html.html", "vms_json.json"]));
});

it("downloads the archive of a font callback", async () => {
  await addFont(appliance, project.id, "press.ttf", ttf());
  const count = site.callbacks.length;
  await publish(appliance, project.id);
  const callback = (await site.received(count + 1)).body;
  expectDeclared("site_fonts_updated", callback);
  const [, fingerprint = "", snapshot = ""] = /fonts\/([^/]+)\/([^/]+)$/.exec(callback.content_url) ?? [];
  await client.downloadFonts(fingerprint, snapshot, project.api_key, "m", sign(callback.content_url));
  expect(await namesIn(archive)).toEqual(expect.arrayContaining(["vms_fonts.css", "vms_fonts.json"]));
});
