/** Calls every route that changes or reveals something, and checks its audit log entry. */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { AccountInvitation } from "../../../../server/contracts/accounts-api.ts";
import type { AuditAction } from "../../../../server/contracts/audit-actions.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { accountOf, PASSWORD, secondFactorOf, tokenOf } from "../../../support/accounts.ts";
import { startAppliance } from "../../../support/appliance.ts";
import { command, newFile } from "../../../support/backups.ts";
import { deliveryIs } from "../../../support/deliveries.ts";
import { eventually } from "../../../support/eventually.ts";
import { addFont, publish } from "../../../support/fonts.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { ttf } from "../../../support/sample-fonts.ts";

/** Routes that record nothing, and why. */
const NOT_AUDITED: Record<string, string> = {
  "post /invitation/read": "It shows the invited person their own name and e-mail address.",
  "post /account/totp": "The second factor is active only after a code.",
  "post /network/check": "It checks whether the public URL is reachable, and changes nothing.",
  "post /projects/{id}/check-host": "It checks whether a URL is allowed, and changes nothing.",
  "post /backups/{id}/verify": "It reads a stored backup, and changes nothing.",
  "post /replica/test": "It removes the probe that it writes.",
  "post /replica/drill": "It removes the folder to which it restores.",
};
/** Routes that another test covers. */
const ELSEWHERE: Record<string, [AuditAction, test: string]> = {
  "put /replica": ["replica changed", "replica/replica-screens.test.ts"],
  "delete /replica": ["replica removed", "replica/replica-screens.test.ts"],
  "post /restart": ["restarted", "admin/network/network.test.ts"],
};

const { appliance, project, site, article } = await startNewsroom({ respond: () => ({ rc: 0, rm: "No." }) });
const newest = async (action: AuditAction | "" = "") => (await appliance.audit(action))[0];

const done = new Set<string>();
/** Calls the route and waits for its entry, which contains the client's IP address. Returns the result of `work`. */
async function audited<T>(route: string, action: AuditAction, work: () => Promise<T>): Promise<T> {
  const before = Number((await newest())?.id ?? 0);
  const result = await work();
  await eventually(async () => {
    const entry = await newest(action);
    const seen = { route, isNew: Number(entry?.id ?? 0) > before, address: entry?.address };
    expect(seen).toEqual({ route, isNew: true, address: "127.0.0.1" });
  });
  done.add(route);
  return result;
}

/** Calls the route as the owner, with these ids in its path. Returns the response body. */
function records<T>(route: string, action: AuditAction, ids: unknown[] = [], body?: unknown, query = ""): Promise<T> {
  const [method = "", pattern = ""] = route.split(" ");
  const rest = [...ids];
  const path = pattern.replace(/\{\w+\}/g, () => String(rest.shift()));
  return audited(route, action, async () => {
    const response = await appliance.request(method.toUpperCase(), path + query, body);
    expect([route, response.status < 300]).toEqual([route, true]);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    return (isJson ? JSON.parse(bytes.toString()) : bytes) as T;
  });
}

it("records accounts and logins", async () => {
  const email = "ida@example.org";
  const person = { name: "Ida", email, role: "admin" };
  const invited = await records<AccountInvitation>("post /admins", "account created", [], person);
  const { id } = invited.admin;
  const password = { token: tokenOf(invited), password: PASSWORD };
  await records("post /invitation", "invitation accepted", [], password);
  expect((await newest("invitation accepted"))?.person).toEqual({ id, name: "Ida" });
  await records("patch /admins/{id}", "account changed", [id], { name: "Ida B." });
  await records("post /login", "logged in", [], { email, password: PASSWORD });
  await records("delete /logins/{id}", "login ended", [(await newest("logged in"))?.subject]);
  await records("post /admins/{id}/reset", "account reset", [id]);
  await records("delete /admins/{id}", "account removed", [id]);

  const own = await accountOf(appliance, "viewer", "Olga");
  await audited("put /account/totp", "second factor on", () => secondFactorOf(own, Date.now()));
  expect((await newest("second factor on"))?.person).toEqual({ id: own.account.id, name: "Olga" });
  await audited("post /account/totp/off", "second factor off", () =>
    own.ask("POST", "/account/totp/off", { password: PASSWORD }),
  );
  await audited("put /account/password", "password changed", () =>
    own.ask("PUT", "/account/password", { current: PASSWORD, password: `${PASSWORD}!` }),
  );
  await audited("post /logout", "login ended", () => own.ask("POST", "/logout"));
  await records("post /console-link", "login link made");
  expect(JSON.stringify(await appliance.audit())).not.toContain(PASSWORD);
});

it("records projects, their secrets, links, fonts and snippets", async () => {
  const { id } = project;
  await audited("post /projects", "project created", () => appliance.createProject({ name: "Second" }));
  const second = (await newest("project created"))?.subject;
  await records("patch /projects/{id}", "project changed", [id], { enabled: true });
  await records("delete /projects/{id}", "project deleted", [second], undefined, "?name=Second");
  await records("post /projects/{id}/reveal-secret", "secret revealed", [id]);
  const signed = { material_id: "m", url: site.callbackUrl };
  await records("post /projects/{id}/sign", "signature calculated", [id], signed);
  const check = { callback_url: site.callbackUrl, material_id: "check" };
  await records("post /projects/{id}/check-receiver", "receiver checked", [id], check);
  const agency = { name: "Agency", days: 1 };
  const link = await records<{ id: string }>("post /projects/{id}/site-links", "site link created", [id], agency);
  await records("delete /projects/{id}/site-links/{link}", "site link removed", [id, link.id]);

  const font = await audited("post /projects/{id}/fonts", "font added", () =>
    addFont(appliance, id, "Press.ttf", ttf({ family: "Press" })),
  );
  await records("patch /projects/{id}/fonts/{file}", "font corrected", [id, font.file_name], { family: "Presse" });
  await audited("post /projects/{id}/fonts/publish", "fonts published", () => publish(appliance, id));
  await records("delete /projects/{id}/fonts/{file}", "font removed", [id, font.file_name]);

  const { editor, upload } = await article("with-snippet");
  const file = await upload("a.txt", Buffer.from("a"));
  const doc = { type: "doc", content: [{ type: "fileDownload", attrs: { file } }] };
  const snippet = randomUUID();
  const body = { id: snippet, name: "Box", kind: "blocks", doc, author: "" };
  expect((await editor("POST", "/snippets", body)).status).toBe(201);
  await records("patch /projects/{id}/snippets/{snippet}", "snippet renamed", [id, snippet], { name: "Frame" });
  await records("delete /projects/{id}/snippets/{snippet}", "snippet deleted", [id, snippet]);
  const rotated = "post /projects/{id}/rotate-secret";
  project.api_secret = (await records<ProjectWithSecret>(rotated, "secret rotated", [id])).api_secret;
  await records("post /projects/{id}/end-old-secret", "old secret ended", [id]);
});

it("records articles and deliveries", async () => {
  const written = await article("harbour");
  const { id } = await written.deliver();
  const session = written.session.session_id;
  await records("post /sessions/{id}/editor-address", "editor opened", [session]);
  await records("post /sessions/{id}/fetch-files", "files fetched again", [session]);
  const settles = () => deliveryIs(appliance, id, ({ state }) => state === "rejected");
  await records("post /deliveries/{id}/retry", "delivery sent again", [id]);
  await settles();
  await records("post /deliveries/retry", "deliveries sent again", [], { ids: [id] });
  await settles();
  await records("post /overview/retry", "deliveries sent again");
  await settles();
  const curl = "get /deliveries/{id}/attempts/{number}/curl";
  await records(curl, "credentials shown", [id, 1], undefined, "?credentials=true");
  const [one] = await appliance.list<{ id: number }>("/sites");
  const alerts = { alerts_muted_until: null };
  type Site = { problems: { id: number }[] };
  const { problems } = await records<Site>("patch /sites/{id}", "site alerts changed", [one?.id], alerts);
  await records("patch /problems/{id}", "problem changed", [problems[0]?.id], { resolved: true });
  await records("post /sites/{id}/hold", "site held", [one?.id]);
  await records("post /sites/{id}/release", "site released", [one?.id]);
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const [version] = await appliance.list<{ id: string }>(`/sessions/${session}/versions`);
  await records("post /versions/{id}/restore", "version restored", [version?.id], { base_version: 1 });
  const [held] = await appliance.list<{ id: string }>("/deliveries?state=held");
  await records("post /deliveries/{id}/cancel", "delivery cancelled", [held?.id]);
  await records("delete /sessions/{id}", "session deleted", [session]);
});

it("records settings, notifications, exports and backups", async () => {
  await records("patch /settings", "settings changed", [], { token_hours: 12 });
  await records("patch /network", "network changed", [], { public_url: null });
  const server = { host: "127.0.0.1", port: 9, security: "none" };
  const mail = { enabled: true, ...server, from: "a@example.org", to: ["b@example.org"] };
  const webhook = { enabled: true, url: site.callbackUrl, secret: "0123456789abcdef" };
  for (const [channel, settings] of Object.entries({ mail, webhook })) {
    const of = `/notifications/${channel}`;
    await records(`put ${of}`, "notifications changed", [], settings);
    await records(`post ${of}/test`, "test notification");
    await records(`delete ${of}`, "notifications removed");
  }
  await records("post /support-bundle", "support bundle made");
  await records("get /audit.csv", "audit log exported");

  await records("patch /backups", "backup plan changed", [], { keep: 3 });
  const file = await records<Buffer>("post /backup", "backup made");
  expect(await command("backup", [newFile("nightly.zip"), "--data-dir", appliance.dataDir])).toMatchObject({ code: 0 });
  expect(await newest()).toMatchObject({ action: "backup made", detail: { file: "nightly.zip" } });
  const kept = async () => {
    await records("post /backups", "backup kept");
    return (await appliance.list<{ id: string }>("/backups"))[0]?.id;
  };
  const first = await kept();
  await records("get /backups/{id}", "kept backup downloaded", [first]);
  await records("delete /backups/{id}", "backup deleted", [first]);
  await records("post /backups/{id}/restore", "restore begun", [await kept()], { new_secrets: true });

  // Another appliance, because each accepts only one restore before it restarts.
  const other = await startAppliance();
  onTestFinished(other.close);
  expect((await other.request("POST", "/restore?new_secrets=true", file)).status).toBe(202);
  expect(await other.audit("restore begun")).toMatchObject([{ person: { id: "owner" }, address: "127.0.0.1" }]);
  done.add("post /restore");
});

it("covers every change in the API description", async () => {
  const { paths } = await appliance.console<{ paths: Record<string, object> }>("GET", "/openapi.json");
  const changes = Object.entries(paths).flatMap(([where, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== "get")
      .map((method) => `${method} ${where}`),
  );
  const known = new Set([...done, ...Object.keys(NOT_AUDITED), ...Object.keys(ELSEWHERE)]);
  expect(changes.filter((route) => !known.has(route))).toEqual([]);
  expect([...known].filter((route) => !route.startsWith("get ") && !changes.includes(route))).toEqual([]);
  for (const [action, test] of Object.values(ELSEWHERE))
    expect(fs.readFileSync(path.join(import.meta.dirname, "../..", test), "utf8")).toContain(`"${action}"`);
});
