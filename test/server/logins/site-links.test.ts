import { expect, it } from "vitest";
import type { LoggedIn, Me, NewSiteLinkView, SiteLinkRow } from "../../../server/contracts/access-api.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryRow, DeliveryTotals } from "../../../server/contracts/deliveries-api.ts";
import type { RequestPage, RequestRow } from "../../../server/contracts/requests-api.ts";
import { type Browser, browserOf, call, headersAfter } from "../../support/accounts.ts";
import { testClock } from "../../support/appliance.ts";
import { readEvents } from "../../support/event-reader.ts";
import { eventually } from "../../support/eventually.ts";
import { postOpen } from "../../support/integration.ts";
import { articleOfKeys, startNewsroom } from "../../support/newsroom.ts";
import { signature } from "../../support/site.ts";

const DAY_MS = 24 * 3_600_000;
const clock = testClock();
const { appliance, project, site, article } = await startNewsroom({ clock });
const other = await appliance.createProject({ name: "The Other" });

const own = await (await article("harbour")).deliver();
const foreign = await articleOfKeys(appliance, other, "night-tram", site.callbackUrl);
const foreignDelivery = await foreign.deliver();

const make = (days = 1, of: { id: string } = project) =>
  appliance.console<NewSiteLinkView>("POST", `/projects/${of.id}/site-links`, { name: "Anna, agency", days });
const secretOf = ({ link }: NewSiteLinkView) => new URL(link).hash.replace("#link=", "");
const tryLink = (link: NewSiteLinkView) => call<LoggedIn>(appliance, "POST", "/login", { site_link: secretOf(link) });
const visit = async (link: NewSiteLinkView): Promise<Browser> =>
  browserOf(appliance, headersAfter(await tryLink(link)));
const listen = ({ headers }: Browser) => readEvents(`${appliance.consoleUrl}/api/events`, headers);
const requestsAre = (count: number) =>
  eventually(async () => {
    clock.advance(1_000);
    const items = await appliance.list<RequestRow>("/requests");
    expect(items.length).toBeGreaterThanOrEqual(count);
    return items;
  });

it("reads only the deliveries, requests and name of its project", async () => {
  const { ask } = await visit(await make());
  expect((await ask<Me>("GET", "/me")).body).toMatchObject({
    role: "viewer",
    person: null,
    project: { id: project.id, name: project.name },
    login: { kind: "site_link" },
  });
  expect((await ask("GET", `/projects/${project.id}`)).body).toEqual({ id: project.id, name: project.name });
  const deliveries = (query = "") => ask<Page<DeliveryRow>>("GET", `/deliveries${query}`);
  const [foreignSite] = await appliance.list<{ id: number }>(`/sites?project=${other.id}`);
  const foreignObjects = [
    `project=${other.id}`,
    `session=${foreign.session.session_id}`,
    `site=${foreignSite?.id}`,
    ...["night-tram", "project:other", foreignDelivery.id, foreign.session.session_id].map((q) => `q=${q}`),
  ];
  for (const query of foreignObjects) {
    const own = (await deliveries(`?${query}`)).body.items.every(({ project_id }) => project_id === project.id);
    expect({ query, own }).toEqual({ query, own: true });
  }
  expect((await deliveries()).body.items).toHaveLength(1);
  const totals = await ask<DeliveryTotals>("GET", `/deliveries/totals?project=${other.id}`);
  expect(totals.body.delivered.count).toBe(1);
  expect((await ask("GET", `/deliveries/${own.id}`)).status).toBe(200);

  const all = await requestsAre(2);
  const mine = (await ask<RequestPage>("GET", `/requests?project=${other.id}`)).body.items;
  expect(mine.length).toBeGreaterThan(0);
  expect(mine.every(({ project_id }) => project_id === project.id)).toBe(true);
  expect((await ask<RequestPage>("GET", "/requests?q=project:other")).body.items).toEqual([]);
  for (const { id, project_id } of all)
    expect((await ask("GET", `/requests/${id}`)).status).toBe(project_id === project.id ? 200 : 404);
  const check = { callback_url: site.callbackUrl, material_id: "check", fonts: false };
  expect((await ask("POST", `/projects/${project.id}/check-receiver`, check)).status).toBe(200);
  const [checked] = await appliance.audit("receiver checked");
  expect(checked?.person).toEqual({ id: expect.stringMatching(/^link:/), name: "Anna, agency" });
});

it("does not reveal the name of another project whose secret was used", async () => {
  const { ask } = await visit(await make());
  const callback_url = "http://127.0.0.1:9/galley/callback";
  const body = { api_key: project.api_key, material_id: "tram", callback_url };
  const given = signature(other.api_secret, "tram", callback_url);
  expect((await postOpen(appliance.url, body, given)).status).toBe(403);
  await requestsAre(3);
  const { items } = (await ask<RequestPage>("GET", "/requests?status=403")).body;
  expect(items[0]?.reason).toContain("made with the secret of another project");
  expect(JSON.stringify(items)).not.toContain("The Other");
});

it("has no access to other routes, or to objects of another project", async () => {
  const { ask, headers } = await visit(await make());
  const [request] = (await requestsAre(2)).filter(({ project_id }) => project_id === other.id);
  const { paths } = await appliance.console<{ paths: Record<string, object> }>("GET", "/openapi.json");
  const ids: [part: RegExp, id: string][] = [
    [/^\/projects\//, other.id],
    [/^\/deliveries\//, foreignDelivery.id],
    [/^\/sessions\//, foreign.session.session_id],
    [/^\/requests\//, request?.id ?? ""],
    [/./, "1"],
  ];
  const responded: Record<string, number> = {};
  for (const [path, methods] of Object.entries(paths)) {
    const [, id = ""] = ids.find(([part]) => part.test(path)) ?? [];
    for (const method of Object.keys(methods)) {
      const route = `${method} ${path}`;
      if (route === "post /logout" || route === "get /events") continue;
      const { status } = await ask(method.toUpperCase(), path.replace(/\{\w+\}/, id).replaceAll(/\{\w+\}/g, "1"));
      if (status !== 403 && status !== 404) responded[route] = status;
    }
  }
  expect(responded).toEqual({
    "get /login": 200,
    "get /me": 200,
    "get /deliveries": 200,
    "get /deliveries/totals": 200,
    "get /requests": 200,
    // These routes need no login and reject the empty body.
    "post /login": 422,
    "post /invitation/read": 422,
    "post /invitation": 422,
  });
  const head = await fetch(`${appliance.consoleUrl}/api/projects`, { method: "HEAD", headers });
  expect(head.status).toBe(403);
});

it("receives only events of its project's deliveries", async () => {
  const reader = await listen(await visit(await make()));
  await foreign.deliver("More words");
  await appliance.console("PATCH", `/projects/${other.id}`, { enabled: true });
  const { id } = await (await article("bridge")).deliver();
  await reader.until(({ events }) => events.some(({ data }) => (data as { state?: string }).state === "delivered"));
  const received = reader.events.map(({ event, data }) => [event, (data as { id?: string }).id]);
  expect(new Set(received.map((each) => each.join(" ")))).toEqual(new Set([`delivery ${id}`]));
});

it("ends its logins when it expires, is removed, or its project is deleted", async () => {
  const gone = await appliance.createProject({ name: "Gone" });
  const [expiring, removed, ofDeleted] = [await make(2), await make(90), await make(90, gone)];
  const used = async (link: NewSiteLinkView) => {
    const browser = await visit(link);
    const stream = await listen(browser);
    const status = async () => (await browser.ask("GET", "/me")).status;
    const ends = async () => {
      await stream.ended;
      expect([await status(), (await tryLink(link)).status]).toEqual([401, 401]);
    };
    return { status, ends };
  };
  const uses = { expiring: await used(expiring), removed: await used(removed), ofDeleted: await used(ofDeleted) };
  const list = () => appliance.list<SiteLinkRow>(`/projects/${project.id}/site-links`);
  const ids = (await list()).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([expiring.id, removed.id]));
  expect(JSON.stringify(await list())).not.toContain(secretOf(removed));

  await appliance.console("DELETE", `/projects/${gone.id}?name=Gone`);
  await uses.ofDeleted.ends();
  await appliance.console("DELETE", `/projects/${project.id}/site-links/${removed.id}`);
  await uses.removed.ends();
  clock.advance(2 * DAY_MS - 60_000);
  expect(await uses.expiring.status()).toBe(200);
  clock.advance(60_000);
  await uses.expiring.ends();
  expect((await list()).map(({ id }) => id)).not.toContain(expiring.id);
  const [ended] = await appliance.audit("site link removed");
  expect(ended).toMatchObject({ project_id: project.id, detail: { name: "Anna, agency" } });
});

it("does not mark its browser as known", async () => {
  const { cookies } = await tryLink(await make());
  expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual([expect.stringMatching(/^galley_console_\d+$/)]);
});

it("rejects a wrong secret, invalid days, and a link of another project", async () => {
  const link = await make();
  expect((await call(appliance, "POST", "/login", { site_link: "wrong" })).status).toBe(401);
  for (const days of [0, 91, 1.5]) await expect(make(days)).rejects.toThrow("status 422");
  const remove = await appliance.request("DELETE", `/projects/${other.id}/site-links/${link.id}`);
  expect(remove.status).toBe(404);
});
