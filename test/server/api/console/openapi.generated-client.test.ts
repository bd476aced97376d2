import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { eventually } from "../../../support/eventually.ts";
import { addFont, publish } from "../../../support/fonts.ts";
import { generatedClient } from "../../../support/generated-client.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { ttf } from "../../../support/sample-fonts.ts";
import { openSession } from "../../../support/site.ts";

interface GeneratedClient {
  defaults: { baseUrl: string; headers: Record<string, string> };
  createProject(body: { name: string; environment: "dev" }): Promise<{ status: number; data: ProjectWithSecret }>;
  changeProject(id: string, body: object): Promise<{ status: number; data: unknown }>;
  listSessions(query: { q?: string }): Promise<{ status: number; data: { items: { id: string }[] } }>;
  readSession(id: string): Promise<{ status: number; data: { material_id: string } }>;
  deleteSession(id: string): Promise<{ status: number }>;
}

interface Operation {
  operationId: string;
  summary: string;
  responses: Record<string, { content?: Record<string, object> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
}

const { appliance } = await startNewsroom();
const description = await appliance.console<Description>("GET", "/openapi.json");
const client = await generatedClient<GeneratedClient>(description);
client.defaults.baseUrl = `${appliance.consoleUrl}/api`;
client.defaults.headers = { authorization: `Bearer ${appliance.consoleToken}` };

it("is valid OpenAPI 3.1 with unique operation ids and summaries", async () => {
  expect((await new Validator().validate({ ...description })).errors ?? []).toEqual([]);
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  // A summary that repeats the path describes nothing.
  expect(operations.map(({ summary }) => summary).filter((summary) => /^[A-Z]+ \//.test(summary))).toEqual([]);
});

it("creates a project, finds an article and deletes it", async () => {
  const { status, data: project } = await client.createProject({ name: "The Daily", environment: "dev" });
  expect(status).toBe(201);
  expect((await client.changeProject(project.id, { enabled: true })).status).toBe(200);
  const article = { material_id: "tram", callback_url: "http://localhost/cb" };
  const { session_id } = await openSession(appliance.url, project, article);
  const found = await client.listSessions({ q: "tram" });
  expect(found.data.items.map(({ id }) => id)).toEqual([session_id]);
  expect((await client.readSession(session_id)).data.material_id).toBe("tram");
  expect((await client.deleteSession(session_id)).status).toBe(204);
  expect((await appliance.audit())[0]).toMatchObject({ action: "session deleted", detail: { material_id: "tram" } });
});

it("responds as declared", async () => {
  const project = await appliance.createProject();
  await openSession(appliance.url, project, { material_id: "m", callback_url: "http://localhost/cb" });
  await addFont(appliance, project.id, "face.ttf", ttf());
  await publish(appliance, project.id);
  await appliance.console("PUT", "/notifications/webhook", { enabled: true, url: "http://127.0.0.1:1/hook" });
  await appliance.console("POST", "/notifications/webhook/test");
  await appliance.console("POST", "/backups");
  await eventually(async () => expect(await appliance.list("/backups")).toHaveLength(1));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(description, "openapi");
  const ofProject = ["", "/fonts", "/fonts/recipients"].map((name) => `/projects/${project.id}${name}`);
  const others = "login me projects sessions deliveries overview overview/attention settings network backups";
  const more = "notifications notifications/sent logs support-bundle access admins logins audit";
  for (const address of [...ofProject, ...`${others} ${more}`.split(" ").map((name) => `/${name}`)]) {
    const declared = address.replace(project.id, "{id}");
    const pointer = `openapi#/paths/${encodeURIComponent(declared.replaceAll("/", "~1"))}/get/responses/200/content/application~1json/schema`;
    const check = ajv.getSchema(pointer);
    if (check === undefined) throw new Error(`${address} has no declared response.`);
    // A schema that accepts anything would declare nothing.
    expect([address, check({})]).toEqual([address, false]);
    check(await appliance.console("GET", address));
    expect([address, check.errors ?? []]).toEqual([address, []]);
  }
});
