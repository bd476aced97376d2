import { statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ProjectView, ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { expectPrivate, HAS_MODES } from "../../../support/data-folder.ts";
import { fetchWithHost } from "../../../support/network.ts";
import { inDatabase, startNewsroom } from "../../../support/newsroom.ts";

const { appliance } = await startNewsroom();

const api = (where: string, init: RequestInit = {}) => fetch(`${appliance.consoleUrl}/api${where}`, init);
const bearer = () => ({ authorization: `Bearer ${appliance.consoleToken}` });

it("answers 401 to everything without a login", async () => {
  for (const where of ["/me", "/projects", "/sessions", "/deliveries", "/settings", "/events", "/nothing"])
    expect([where, (await api(where)).status]).toEqual([where, 401]);
});

it.runIf(HAS_MODES)("stores the token in a private file", () => {
  for (const file of ["console-token", "secret.key"]) expectPrivate(path.join(appliance.dataDir, file));
  expect(statSync(appliance.dataDir).mode & 0o077).toBe(0);
});

it("logs a browser in with the link, once", async () => {
  const first = await fetch(appliance.consoleLink, { redirect: "manual" });
  const [cookie = ""] = first.headers.getSetCookie();
  const [, key = ""] = /^\/#key=([\w-]{32})$/.exec(first.headers.get("location") ?? "") ?? [];
  expect([first.status, key.length]).toEqual([303, 32]);
  expect(cookie).toMatch(/; Path=\/api; HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(appliance.consoleToken);
  const headers = { cookie: cookie.split(";")[0] ?? "", "x-galley-key": key };
  expect((await api("/me", { headers })).status).toBe(200);
  const second = await fetch(appliance.consoleLink, { redirect: "manual" });
  expect([second.headers.get("location"), second.headers.getSetCookie()]).toEqual(["/?link=used", []]);
});

it("does not use up the link for a HEAD request of a link scanner", async () => {
  const { link } = await appliance.console<{ link: string }>("POST", "/console-link");
  const scanned = await fetch(link, { method: "HEAD", redirect: "manual" });
  expect([scanned.status, scanned.headers.get("location"), scanned.headers.getSetCookie()]).toEqual([303, "/", []]);
  const opened = await fetch(link, { redirect: "manual" });
  expect(opened.headers.getSetCookie()).toHaveLength(2);
});

it("logs a browser in with the token", async () => {
  const right = await api("/login", { method: "POST", body: JSON.stringify({ token: appliance.consoleToken }) });
  expect([right.status, right.headers.getSetCookie().length]).toEqual([200, 2]);
  expect((await api("/login", { method: "POST", body: JSON.stringify({ token: "wrong" }) })).status).toBe(401);
});

it.each<[string, Record<string, string>]>([
  ["a rebound DNS name", { host: "evil.test" }],
  ["another port's page", { origin: "http://127.0.0.1:1" }],
  ["a web page", { origin: "https://evil.test" }],
  ["localhost without the console's port", { host: "localhost" }],
])("refuses %s", async (_, headers) => {
  const answer = await fetchWithHost(`${appliance.consoleUrl}/api/me`, { headers: { ...bearer(), ...headers } });
  expect(answer.status).toBe(403);
});

it("a secret is revealed on request, and stored encrypted", async () => {
  const project = await appliance.createProject();
  const revealed = await appliance.console<ProjectWithSecret>("POST", `/projects/${project.id}/reveal-secret`);
  expect(revealed.api_secret).toBe(project.api_secret);
  const stored = inDatabase(appliance.dataDir, (database) =>
    database.prepare("SELECT secret FROM projects WHERE id = ?").pluck().get(project.id),
  );
  expect(String(stored)).not.toContain(project.api_secret.slice(4, 20));
});

describe("a wrong request", () => {
  it.each<[string, string, unknown]>([
    ["POST", "/projects", { name: "", environment: "dev", allowed_hosts: [] }],
    ["POST", "/projects", { name: "x", environment: "test", allowed_hosts: [] }],
    ["POST", "/projects", { name: "x", environment: "dev", allowed_hosts: ["http://x/"] }],
    ["POST", "/projects", []],
    ["PATCH", "/settings", { token_hours: 0 }],
    ["PATCH", "/settings", { media_limit_bytes: "many" }],
    ...["*.example.org", "a b", "https://a.test", "x/y", "a:port", ""].map(
      (name) => ["PATCH", "/settings", { console_hosts: [name] }] satisfies [string, string, unknown],
    ),
    ["POST", "/admins", { name: "Ida", email: "ida at example.org", role: "viewer" }],
    ["POST", "/admins", { name: "Ida", email: "ida@example.org", role: "owner" }],
    ["POST", "/invitation", { token: "x", password: "elevenchars" }],
    ["POST", "/invitation", { token: "x", password: "x".repeat(1_025) }],
    ["POST", "/login", { password: "without an e-mail address" }],
    ["GET", "/deliveries?state=lost", undefined],
    ["GET", "/deliveries?cursor=%%%", undefined],
    ["GET", "/sessions?cursor=e30", undefined],
    ["GET", "/overview?cursor=nonsense", undefined],
    ["POST", "/deliveries/retry", { project: "x", since: "yesterday" }],
  ])("%s %s %j is a 422 and changes nothing", async (method, where, body) => {
    const before = await appliance.console<{ items: ProjectView[] }>("GET", "/projects");
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await api(where, { method, headers: bearer(), ...sent });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toHaveProperty("detail");
    expect(await appliance.console("GET", "/projects")).toEqual(before);
  });

  it.each(["/projects/none", "/sessions/none", "/versions/none", "/versions/none/archive", "/deliveries/none"])(
    "GET %s is a 404 with a sentence",
    async (where) => {
      const answer = await api(where, { headers: bearer() });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("none") });
    },
  );
});
