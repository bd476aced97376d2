/** What the console API refuses: each route to roles that are too low, and unknown keys. */
import { describe, expect, it } from "vitest";
import type { Me } from "../../../../server/contracts/access-api.ts";
import { ROLES, type Role } from "../../../../server/contracts/accounts-api.ts";
import { accountOf, type Browser, logInAs } from "../../../support/accounts.ts";
import { startNewsroom } from "../../../support/newsroom.ts";

const { appliance, project, open } = await startNewsroom();
type Methods = Record<string, { requestBody?: object }>;
const description = await appliance.console<{ paths: Record<string, Methods> }>("GET", "/openapi.json");

const ANYONE = new Set(["get /login", "post /login", "post /invitation/read", "post /invitation"]);
/** Changes that lower roles may make: to their own account, and in day-to-day work. */
const OF_VIEWER = new Set([
  "post /logout",
  "put /account/password",
  "post /account/totp",
  "put /account/totp",
  "post /account/totp/off",
]);
const OF_OPERATOR = new Set([
  "post /deliveries/retry",
  "post /deliveries/{id}/retry",
  "post /deliveries/{id}/cancel",
  "post /overview/retry",
  "post /versions/{id}/restore",
  "post /projects/{id}/fonts",
  "post /projects/{id}/fonts/publish",
  "patch /projects/{id}/fonts/{file}",
  "delete /projects/{id}/fonts/{file}",
  "post /projects/{id}/check-receiver",
  "post /sites/{id}/hold",
  "post /sites/{id}/release",
  "patch /sites/{id}",
  "patch /problems/{id}",
  // Pauses and resumes deliveries. All other settings require an admin.
  "patch /settings",
]);
/** Reads that require an admin. */
const READS_OF_ADMIN = new Set([
  "get /admins",
  "get /logins",
  "get /logs",
  "get /support-bundle",
  "get /audit",
  "get /audit/facets",
  "get /audit.csv",
  "get /projects/{id}/site-links",
  "get /backup/{id}",
  "get /backups/{id}",
]);

const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method} ${path}`),
);

function neededFor(route: string): Role {
  if (OF_VIEWER.has(route)) return "viewer";
  if (OF_OPERATOR.has(route)) return "operator";
  return route.startsWith("get ") && !READS_OF_ADMIN.has(route) ? "viewer" : "admin";
}

/** Uses an unknown id and an invalid body, so that an allowed call changes nothing. */
async function statusOf({ headers }: Browser, route: string, method = route.split(" ")[0] ?? ""): Promise<number> {
  const path = (route.split(" ")[1] ?? "").replaceAll(/\{\w+\}/g, "none");
  const stop = new AbortController();
  const response = await fetch(`${appliance.consoleUrl}/api${path}`, {
    method: method.toUpperCase(),
    headers,
    signal: stop.signal,
    ...(/^(get|head)$/.test(method) ? {} : { body: '{"unknown":1}' }),
  });
  // The event stream never ends.
  stop.abort();
  return response.status;
}

describe.each(ROLES)("the role %s", (role) => {
  it("may call exactly the routes that its role allows", async () => {
    const browser = await accountOf(appliance, role);
    const wrong: string[] = [];
    for (const route of routes.filter((each) => !ANYONE.has(each) && each !== "post /logout")) {
      const isAllowed = ROLES.indexOf(role) >= ROLES.indexOf(neededFor(route));
      // Viewers are refused most often.
      const methods = route.startsWith("get ") && role === "viewer" ? ["get", "head"] : [undefined];
      for (const method of methods) {
        const status = await statusOf(browser, route, method);
        if ((status === 403) === isAllowed || status === 401) wrong.push(`${method ?? ""} ${route}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await statusOf(browser, "get /nothing")).toBe(404);
    expect(await statusOf(browser, "delete /me")).toBe(405);
    expect(await statusOf(browser, "post /logout")).toBe(204);
    expect(await statusOf(browser, "get /me")).toBe(401);
  });
});

it("the lists above contain only existing routes", () => {
  const named = [...ANYONE, ...OF_VIEWER, ...OF_OPERATOR, ...READS_OF_ADMIN];
  expect(named.filter((route) => !routes.includes(route))).toEqual([]);
});

it("the console token acts as an admin without an account", async () => {
  const me = { login: null, person: null, role: "admin", project: null };
  expect(await appliance.console<Me>("GET", "/me")).toMatchObject(me);
});

it("an operator may pause deliveries, but not change other settings", async () => {
  const { ask } = await accountOf(appliance, "operator");
  expect((await ask("PATCH", "/settings", { deliveries_paused: true })).status).toBe(200);
  expect((await ask("PATCH", "/settings", { deliveries_paused: false })).status).toBe(200);
  const change = { deliveries_paused: true, token_hours: 1 };
  const refused = await ask<{ detail: string; code: string }>("PATCH", "/settings", change);
  expect([refused.status, refused.body.code]).toEqual([403, "api.role"]);
  expect(refused.body.detail).toContain("the role admin");
  const settings = await appliance.console<{ settings: object }>("GET", "/settings");
  expect(settings.settings).toMatchObject({ deliveries_paused: false, token_hours: 24 });
});

it("a viewer never receives credentials, not even in a curl command", async () => {
  const { ask, account } = await accountOf(appliance, "viewer");
  await open("tram");
  const where = "/deliveries/none/attempts/1/curl";
  expect((await ask("GET", `${where}?credentials=true`)).status).toBe(403);
  expect((await ask("GET", where)).status).toBe(404);
  for (const each of [`/projects/${project.id}`, "/projects", "/settings", "/network", "/notifications", "/replica"]) {
    const { status, body } = await ask("GET", each);
    expect([each, status]).toEqual([each, 200]);
    expect(JSON.stringify(body)).not.toContain(project.api_secret);
  }
  await logInAs(appliance, account.email);
});

it("declares that every object of every body rejects unknown keys", () => {
  const isOpen = (schema: unknown): boolean =>
    typeof schema === "object" &&
    schema !== null &&
    (("properties" in schema && (schema as { additionalProperties?: unknown }).additionalProperties !== false) ||
      Object.values(schema).some(isOpen));
  const bodies = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => ({ route: `${method} ${path}`, requestBody })),
  );
  expect(bodies.filter(({ requestBody }) => requestBody !== undefined).length).toBeGreaterThan(30);
  expect(bodies.filter(({ requestBody }) => isOpen(requestBody)).map(({ route }) => route)).toEqual([]);
});

it("rejects unknown keys in bodies, names each, and changes nothing", async () => {
  const { id } = await appliance.createProject({ name: "Post" });
  const cases: [method: string, where: string, body: object, unknown: string[]][] = [
    ["PATCH", `/projects/${id}`, { name: "Other", frobnicate: 1, timeout_s: 10 }, ["frobnicate", "timeout_s"]],
    ["PATCH", `/projects/${id}`, { name: "Other", settings: { timeout: 10 } }, ["settings", "timeout"]],
    ["POST", `/projects/${id}/rotate-secret`, { hours: 2 }, ["hours"]],
    ["POST", "/deliveries/retry", { filter: { project: id, code: "x", sate: "failed" } }, ["filter", "sate"]],
  ];
  for (const [method, where, body, unknown] of cases) {
    const response = appliance.console(method, where, body);
    await expect(response, `${method} ${where}`).rejects.toThrow(/: status 422: .*"extra_forbidden"/);
    for (const key of unknown) await expect(response).rejects.toThrow(`"${key}"`);
  }
  expect(await appliance.console("GET", `/projects/${id}`)).toMatchObject({ name: "Post" });
});
