/** Calls every route that changes or reveals something, and checks its audit log entry. */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { NewSiteLinkView } from "../../../../server/contracts/access-api.ts";
import type { AccountInvitation } from "../../../../server/contracts/accounts-api.ts";
import type { AuditAction } from "../../../../server/contracts/audit-actions.ts";
import type { BackupsView } from "../../../../server/contracts/backups-api.ts";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../../server/contracts/logs-api.ts";
import { accountOf, call, PASSWORD, secondFactorOf, tokenOf } from "../../../support/accounts.ts";
import { startAppliance } from "../../../support/appliance.ts";
import { atConsoleEvents } from "../../../support/deliveries.ts";
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

const { appliance, project, site, article } = await startNewsroom({ answer: () => ({ rc: 0, rm: "No." }) });
const ask = <T = unknown>(method: string, where: string, body?: unknown) => appliance.console<T>(method, where, body);
const newest = async (action: AuditAction | "" = "") =>
  (await ask<Page<AuditRow>>("GET", `/audit?${new URLSearchParams({ action }).toString()}`)).items[0];

const done = new Set<string>();
/** Calls the route and waits for its entry, which contains the client's IP address. */
async function audited(route: string, action: AuditAction, work: () => Promise<unknown>): Promise<void> {
  const before = Number((await newest())?.id ?? 0);
  await work();
  await eventually(async () => {
    const entry = await newest(action);
    expect({ route, isNew: Number(entry?.id ?? 0) > before, address: entry?.address }).toEqual({
      route,
      isNew: true,
      address: "127.0.0.1",
    });
  });
  done.add(route);
}
const fetchRaw = (method: string, where: string, body?: Buffer) =>
  fetch(`${appliance.consoleUrl}/api${where}`, {
    method,
    headers: { authorization: `Bearer ${appliance.consoleToken}` },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });

it("records accounts and logins", async () => {
  const email = "ida@example.org";
  let invited: AccountInvitation | undefined;
  await audited("post /admins", "account created", async () => {
    invited = await ask("POST", "/admins", { name: "Ida", email, role: "admin" });
  });
  const id = invited?.admin.id ?? "";
  await audited("post /invitation", "invitation accepted", () =>
    call(appliance, "POST", "/invitation", { token: tokenOf(invited as AccountInvitation), password: PASSWORD }),
  );
  await audited("patch /admins/{id}", "account changed", () => ask("PATCH", `/admins/${id}`, { name: "Ida B." }));
  await audited("post /login", "logged in", () => call(appliance, "POST", "/login", { email, password: PASSWORD }));
  const login = (await newest("logged in"))?.subject ?? "";
  await audited("delete /logins/{id}", "login ended", () => ask("DELETE", `/logins/${login}`));
  await audited("post /admins/{id}/reset", "account reset", () => ask("POST", `/admins/${id}/reset`));
  await audited("delete /admins/{id}", "account removed", () => ask("DELETE", `/admins/${id}`));

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
  await audited("post /console-link", "login link made", () => ask("POST", "/console-link"));
});

it("records projects, their secrets, links, fonts and snippets", async () => {
  const of = `/projects/${project.id}`;
  await audited("post /projects", "project created", () => appliance.createProject({ name: "Second" }));
  const second = (await newest("project created"))?.subject ?? "";
  await audited("patch /projects/{id}", "project changed", () => ask("PATCH", of, { enabled: true }));
  await audited("delete /projects/{id}", "project deleted", () => ask("DELETE", `/projects/${second}?name=Second`));
  await audited("post /projects/{id}/reveal-secret", "secret revealed", () => ask("POST", `${of}/reveal-secret`));
  await audited("post /projects/{id}/sign", "signature calculated", () =>
    ask("POST", `${of}/sign`, { material_id: "m", url: site.callbackUrl }),
  );
  await audited("post /projects/{id}/check-receiver", "receiver checked", () =>
    ask("POST", `${of}/check-receiver`, { callback_url: site.callbackUrl, material_id: "check" }),
  );
  let link: NewSiteLinkView | undefined;
  await audited("post /projects/{id}/site-links", "site link created", async () => {
    link = await ask("POST", `${of}/site-links`, { name: "Agency", days: 1 });
  });
  await audited("delete /projects/{id}/site-links/{link}", "site link removed", () =>
    ask("DELETE", `${of}/site-links/${link?.id}`),
  );

  let font: { file_name: string } | undefined;
  await audited("post /projects/{id}/fonts", "font added", async () => {
    font = await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  });
  await audited("patch /projects/{id}/fonts/{file}", "font corrected", () =>
    ask("PATCH", `${of}/fonts/${font?.file_name}`, { family: "Presse" }),
  );
  await audited("post /projects/{id}/fonts/publish", "fonts published", () => publish(appliance, project.id));
  await audited("delete /projects/{id}/fonts/{file}", "font removed", () =>
    ask("DELETE", `${of}/fonts/${font?.file_name}`),
  );

  const { editor, upload } = await article("with-snippet");
  const file = await upload("a.txt", Buffer.from("a"));
  const doc = { type: "doc", content: [{ type: "fileDownload", attrs: { file } }] };
  const snippet = randomUUID();
  const body = { id: snippet, name: "Box", kind: "blocks", doc, author: "" };
  expect((await editor("POST", "/snippets", body)).status).toBe(201);
  await audited("patch /projects/{id}/snippets/{snippet}", "snippet renamed", () =>
    ask("PATCH", `${of}/snippets/${snippet}`, { name: "Frame" }),
  );
  await audited("delete /projects/{id}/snippets/{snippet}", "snippet deleted", () =>
    ask("DELETE", `${of}/snippets/${snippet}`),
  );
  // Last, because the test's site signs with the first secret.
  await audited("post /projects/{id}/rotate-secret", "secret rotated", () => ask("POST", `${of}/rotate-secret`));
  await audited("post /projects/{id}/end-old-secret", "old secret ended", () => ask("POST", `${of}/end-old-secret`));
});

it("records articles and deliveries", async () => {
  const keys = await ask<{ api_secret: string }>("POST", `/projects/${project.id}/reveal-secret`);
  project.api_secret = keys.api_secret;
  const written = await article("harbour");
  const { id } = await written.deliver();
  const session = `/sessions/${written.session.session_id}`;
  await audited("post /sessions/{id}/editor-address", "editor opened", () => ask("POST", `${session}/editor-address`));
  await audited("post /sessions/{id}/fetch-files", "files fetched again", () => ask("POST", `${session}/fetch-files`));
  const settles = () =>
    atConsoleEvents(appliance, async () => {
      const { state } = await ask<{ state: string }>("GET", `/deliveries/${id}`);
      return state === "rejected" ? state : null;
    });
  await audited("post /deliveries/{id}/retry", "delivery sent again", () => ask("POST", `/deliveries/${id}/retry`));
  await settles();
  await audited("post /deliveries/retry", "deliveries sent again", () =>
    ask("POST", "/deliveries/retry", { ids: [id] }),
  );
  await settles();
  await audited("post /overview/retry", "deliveries sent again", () => ask("POST", "/overview/retry"));
  await settles();
  await audited("get /deliveries/{id}/attempts/{number}/curl", "credentials shown", () =>
    fetchRaw("GET", `/deliveries/${id}/attempts/1/curl?credentials=true`),
  );
  const [one] = (await ask<Page<{ id: number }>>("GET", "/sites")).items;
  await audited("patch /sites/{id}", "site alerts changed", () =>
    ask("PATCH", `/sites/${one?.id}`, { alerts_muted_until: null }),
  );
  const { problems } = await ask<{ problems: { id: number }[] }>("GET", `/sites/${one?.id}`);
  await audited("patch /problems/{id}", "problem changed", () =>
    ask("PATCH", `/problems/${problems[0]?.id}`, { resolved: true }),
  );
  await audited("post /sites/{id}/hold", "site held", () => ask("POST", `/sites/${one?.id}/hold`));
  await audited("post /sites/{id}/release", "site released", () => ask("POST", `/sites/${one?.id}/release`));
  await ask("PATCH", "/settings", { deliveries_paused: true });
  const [version] = (await ask<Page<{ id: string }>>("GET", `${session}/versions`)).items;
  await audited("post /versions/{id}/restore", "version restored", () =>
    ask("POST", `/versions/${version?.id}/restore`, { base_version: 1 }),
  );
  const [held] = (await ask<Page<{ id: string }>>("GET", "/deliveries?state=held")).items;
  await audited("post /deliveries/{id}/cancel", "delivery cancelled", () =>
    ask("POST", `/deliveries/${held?.id}/cancel`),
  );
  await audited("delete /sessions/{id}", "session deleted", () => ask("DELETE", session));
});

it("records settings, notifications, exports and backups", async () => {
  await audited("patch /settings", "settings changed", () => ask("PATCH", "/settings", { token_hours: 12 }));
  await audited("patch /network", "network changed", () => ask("PATCH", "/network", { public_url: null }));
  const mail = {
    enabled: true,
    host: "127.0.0.1",
    port: 9,
    security: "none",
    from: "a@example.org",
    to: ["b@example.org"],
  };
  const webhook = { enabled: true, url: site.callbackUrl, secret: "0123456789abcdef" };
  for (const [channel, settings] of Object.entries({ mail, webhook })) {
    const of = `/notifications/${channel}`;
    await audited(`put ${of}`, "notifications changed", () => ask("PUT", of, settings));
    await audited(`post ${of}/test`, "test notification", () => ask("POST", `${of}/test`));
    await audited(`delete ${of}`, "notifications removed", () => ask("DELETE", of));
  }
  await audited("post /support-bundle", "support bundle made", () => fetchRaw("POST", "/support-bundle"));
  await audited("get /audit.csv", "audit log exported", () => fetchRaw("GET", "/audit.csv"));

  await audited("patch /backups", "backup plan changed", () => ask("PATCH", "/backups", { keep: 3 }));
  await audited("post /backups", "backup kept", () => ask("POST", "/backups"));
  const [kept] = (await ask<BackupsView>("GET", "/backups")).items;
  await audited("get /backups/{id}", "kept backup downloaded", () => fetchRaw("GET", `/backups/${kept?.id}`));
  let file = Buffer.alloc(0);
  await audited("post /backup", "backup made", async () => {
    file = Buffer.from(await (await fetchRaw("POST", "/backup")).arrayBuffer());
  });
  await audited("delete /backups/{id}", "backup deleted", () => ask("DELETE", `/backups/${kept?.id}`));
  await audited("post /backups", "backup kept", () => ask("POST", "/backups"));
  const [again] = (await ask<BackupsView>("GET", "/backups")).items;
  await audited("post /backups/{id}/restore", "restore begun", () =>
    ask("POST", `/backups/${again?.id}/restore`, { new_secrets: true }),
  );

  // Another appliance, because each accepts only one restore before it restarts.
  const other = await startAppliance();
  onTestFinished(other.close);
  const restored = await fetch(`${other.consoleUrl}/api/restore?new_secrets=true`, {
    method: "POST",
    headers: { authorization: `Bearer ${other.consoleToken}` },
    body: new Uint8Array(file),
  });
  expect(restored.status).toBe(202);
  const begun = await other.console<Page<AuditRow>>("GET", "/audit?action=restore%20begun");
  expect(begun.items).toMatchObject([{ person: { id: "owner" }, address: "127.0.0.1" }]);
  done.add("post /restore");
});

it("covers every change in the API description", async () => {
  const { paths } = await ask<{ paths: Record<string, object> }>("GET", "/openapi.json");
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
