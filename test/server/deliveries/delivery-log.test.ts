import { expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type {
  DeliveryDetail,
  DeliveryRow,
  DeliveryTotals,
  RetryOutcome,
} from "../../../server/contracts/deliveries-api.ts";
import { testClock } from "../../support/appliance.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { eventually } from "../../support/eventually.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const LOCKED = "Материал заблокирован: locked by Ёлкин.";
const clock = testClock();
const { appliance, project, site, article } = await startNewsroom({
  clock,
  name: "The Daily Test",
  respond: ({ body }, res) => {
    if (body.material_id.endsWith("-fire")) return { rc: 0, rm: LOCKED };
    if (body.material_id !== "4003-down") return { rc: 1, rm: "", data: {} };
    return void res.writeHead(500, { "content-type": "text/html" }).end("<h1>KeyError: 'vms_html'</h1>");
  },
});
/** Material id → id of its delivery. */
const deliveryIds = new Map<string, string>();

for (const [material, title] of [
  ["4001-fire", "Пожар в порту"],
  ["4002-tram", "The first tram crossed"],
  ["4003-down", "Harbour bridge"],
] as const) {
  const metadata = { title, webhook_auth_user: "desk", webhook_auth_password: "let-me-in-7" };
  deliveryIds.set(material, (await (await article(material, { metadata })).deliver()).id);
}

const list = (query: string) => appliance.console<Page<DeliveryRow>>("GET", `/deliveries?${query}`);
const found = async (query: string) => (await list(query)).items.map(({ material_id }) => material_id.slice(0, 4));
const idOf = (material: string) => deliveryIds.get(material) ?? "";

it("shows the fault, the site and the title of the article in a row", async () => {
  const { items } = await list("");
  const host = new URL(site.callbackUrl).host;
  expect(items).toMatchObject([
    { title: "Harbour bridge", standing: "retrying", state: "pending", callback_host: host, last_status: 500 },
    { title: "The first tram crossed", standing: "delivered", callback_host: host },
    { title: "Пожар в порту", standing: "rejected", site_message: LOCKED, code: "rejected_by_site" },
  ]);
  expect(items[0]?.next_attempt_at).not.toBeNull();
});

const ALL = ["4003", "4002", "4001"];
const soon = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
const before = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString());

it.each([
  ["state=rejected&state=delivered", ["4002", "4001"]],
  ["state=pending", ["4003"]],
  ["state=retrying", ["4003"]],
  ["state=queued", []],
  ["event=article_saved", ALL],
  ["event=site_fonts_updated", []],
  ["code=http_status", ["4003"]],
  ["code=500", ["4003"]],
  ["host=127.0.0&state=rejected", ["4001"]],
  ["host=nowhere", []],
  [`project=${project.id}&code=rejected`, ["4001"]],
  [`from=${before}&to=${soon}`, ALL],
  [`from=${soon}`, []],
  [`to=${before}`, []],
])("applies the filter %s", async (query, expected) => {
  expect(await found(query)).toEqual(expected);
});

// Words are found anywhere in material id, title and host, in any case.
it.each([
  ["fire", ["4001"]],
  ["4002", ["4002"]],
  ["пожар", ["4001"]],
  ["HARBOUR bridge", ["4003"]],
  ["harbour tram", []],
  ["127.0.0.1 tram", ["4002"]],
  ["127.0.0.1", ALL],
  ['"first tram"', ["4002"]],
  ["state:failed", []],
  ["state:rejected", ["4001"]],
  ["state:retrying host:127 code:http", ["4003"]],
  ["material:400 state:rejected", ["4001"]],
  ['project:"daily test" event:article', ALL],
  ["project:weekly", []],
  [idOf("4002-tram"), ["4002"]],
])("reads the search line %s", async (q, expected) => {
  expect(await found(`q=${encodeURIComponent(q)}`)).toEqual(expected);
});

/** Repeats the check until the index of responses, which is written later, is up to date. */
const indexed = (holds: () => Promise<void>) =>
  eventually(() => {
    clock.advance(5_000);
    return holds();
  });

it("finds deliveries by words of the response and of the site's message", async () => {
  const withText = (query: string) => found(`q=${query}`);
  await indexed(async () => {
    expect(await withText("text:KeyError")).toEqual(["4003"]);
    expect(await withText("text:заблокирован")).toEqual(["4001"]);
  });
  for (const query of ['text:"locked by елк"', "text:locked&state=rejected"])
    expect([query, await withText(query)]).toEqual([query, ["4001"]]);
  expect(await withText("text:keyer text:vms_html")).toEqual(["4003"]);
  for (const query of ["text:locked&state=delivered", "text:locked material:4003", "text:absent"])
    expect([query, await withText(query)]).toEqual([query, []]);
  // Search operators are plain words.
  for (const odd of ['text:"', "text:*", 'text:NEAR("a', "text:AND", "text:-a", "text:words:a", "text:^", "text:(a"])
    expect([odd, await withText(odd)]).toEqual([odd, []]);
  const totals = await appliance.console<DeliveryTotals>("GET", "/deliveries/totals?q=text%3Alocked");
  expect(totals).toMatchObject({ rejected: { count: 1 }, delivered: { count: 0 } });
});

it("removes the words of a deleted article", async () => {
  const { deliver, session } = await article("4004-fire");
  await deliver();
  await indexed(async () => expect(await found("q=text:locked")).toEqual(["4004", "4001"]));
  await appliance.console("DELETE", `/sessions/${session.session_id}`);
  expect(await found("q=text:locked")).toEqual(["4001"]);
});

it("counts the deliveries in every state, even if the filter names only one", async () => {
  const totals = await appliance.console<DeliveryTotals>("GET", "/deliveries/totals?state=rejected&host=127.0.0");
  expect(totals).toMatchObject({
    queued: { count: 0, more: false },
    retrying: { count: 1, more: false },
    rejected: { count: 1 },
    delivered: { count: 1 },
  });
});

it("rejects unknown filters", async () => {
  for (const query of ["state=broken", "from=yesterday", "event=opened"])
    await expect(list(query)).rejects.toThrow("422");
});

it("shows the response of an attempt, its JSON fault and phases, but no page in the explanation", async () => {
  const { attempts, explanation } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${idOf("4003-down")}`);
  const [attempt] = attempts;
  expect(explanation).not.toContain("<h1");
  expect(attempt?.received).toContain("<h1>KeyError");
  expect(attempt?.expected).toContain('"rc": 1');
  expect(attempt?.answer).toMatchObject({ fault_at: 0, bytes: null });
  expect(attempt?.phases.queued).toBeGreaterThanOrEqual(0);
  expect(attempt?.phases.sent).toBeGreaterThan(0);
});

it("creates a curl command with a valid signature, and shows credentials only on request", async () => {
  const ask = async (query: string) => {
    const response = await appliance.request("GET", `/deliveries/${idOf("4002-tram")}/attempts/1/curl${query}`);
    expect(response.status).toBe(200);
    return response.text();
  };
  const masked = await ask("");
  expect(masked).toContain(`curl -i -X POST '${site.callbackUrl}'`);
  expect(masked).toContain("-H 'authorization: •••'");
  expect(masked).not.toContain("let-me-in-7");
  const whole = await ask("?credentials=true");
  expect(whole).toContain("let-me-in-7");
  const { attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${idOf("4002-tram")}`);
  const sent = attempts[0]?.request.headers.find(([name]) => name === "x-service-signature")?.[1];
  expect(whole).toContain(`x-service-signature: ${sent}`);
  const { items } = await appliance.console<Page<{ action: string }>>("GET", "/audit");
  expect(items.filter(({ action }) => action === "credentials shown")).toHaveLength(1);
  await expect(appliance.console("GET", `/deliveries/${idOf("4002-tram")}/attempts/9/curl`)).rejects.toThrow("404");
});

it("cancels a pending delivery, resends chosen or matching ones, and explains skipped ones", async () => {
  const down = idOf("4003-down");
  await deliveryIs(appliance, down, ({ state }) => state === "pending");
  const cancelled = { state: "exhausted", code: "cancelled", next_attempt_at: null };
  expect(await appliance.console<DeliveryRow>("POST", `/deliveries/${down}/cancel`)).toMatchObject(cancelled);
  await expect(appliance.console("POST", `/deliveries/${down}/cancel`)).rejects.toThrow("409");

  site.respond = () => ({ rc: 1, rm: "", data: {} });
  const retry = (body: object) => appliance.console<RetryOutcome>("POST", "/deliveries/retry", body);
  const none = { retried: 0, skipped: [], more: false, next_cursor: null };
  expect(await retry({ filter: { state: ["delivered"] } })).toEqual(none);
  expect(await retry({ filter: { host: "127.0.0.1" } })).toEqual({ ...none, retried: 2 });
  for (const id of [down, idOf("4001-fire")]) await deliveryIs(appliance, id, ({ state }) => state === "delivered");

  const chosen = await retry({ ids: [idOf("4001-fire"), "00000000-0000-4000-8000-000000000000"] });
  expect(chosen).toMatchObject({ retried: 1, skipped: [{ reason: "gone", count: 1 }] });
  await expect(retry({ ids: [] })).rejects.toThrow("422");
});
