import { expect, it } from "vitest";
import { startNewsroom } from "../../../support/newsroom.ts";

const { appliance } = await startNewsroom();

it("rejects unknown keys in bodies, names each, and changes nothing", async () => {
  const project = await appliance.createProject({ name: "Post" });
  const mail = { enabled: true, host: "mail.example.org", port: 25, security: "none", from: "a@example.org" };
  const cases: [method: string, where: string, body: object, unknown: string[]][] = [
    ["POST", "/projects", { name: "x", environment: "dev", hosts: [] }, ["hosts"]],
    [
      "PATCH",
      `/projects/${project.id}`,
      { name: "Other", frobnicate: 1, callback_timeout_s: 10 },
      ["frobnicate", "callback_timeout_s"],
    ],
    ["PATCH", `/projects/${project.id}`, { name: "Other", settings: { timeout: 10 } }, ["settings", "timeout"]],
    ["POST", `/projects/${project.id}/rotate-secret`, { hours: 2 }, ["hours"]],
    ["POST", `/projects/${project.id}/check-host`, { url: "https://a.example", project: 1 }, ["project"]],
    ["POST", `/projects/${project.id}/sign`, { material_id: "m", url: "u", secret: "s" }, ["secret"]],
    ["PATCH", "/settings", { token_hours: 5, token_minutes: 5 }, ["token_minutes"]],
    ["PATCH", "/network", { prot: 1 }, ["prot"]],
    ["PATCH", "/backups", { keep: 3, day: 1 }, ["day"]],
    ["POST", "/backup", { pass: "seven tall pines" }, ["pass"]],
    ["POST", "/admins", { name: "Ida", email: "ida@example.org", role: "viewer", state: "active" }, ["state"]],
    ["PUT", "/notifications/mail", { ...mail, to: ["b@example.org"], tls: true }, ["tls"]],
    ["PUT", "/notifications/webhook", { enabled: true, uri: "https://a.example" }, ["uri"]],
    ["POST", "/deliveries/retry", { filter: { project: project.id, code: "x", sate: "failed" } }, ["filter", "sate"]],
    ["POST", "/overview/retry", { origin: "https://a.example" }, ["origin"]],
    ["POST", `/projects/${project.id}/fonts/publish`, { snapshot: "x" }, ["snapshot"]],
  ];
  for (const [method, where, body, unknown] of cases) {
    const answer = appliance.console(method, where, body);
    await expect(answer, `${method} ${where}`).rejects.toThrow(/: status 422: .*"extra_forbidden"/);
    for (const key of unknown) await expect(answer).rejects.toThrow(`"${key}"`);
  }
  const { items } = await appliance.console<{ items: { id: string; name: string }[] }>("GET", "/projects");
  expect(items.find(({ id }) => id === project.id)).toMatchObject({ name: "Post" });
  expect(items).toHaveLength(3);
});
