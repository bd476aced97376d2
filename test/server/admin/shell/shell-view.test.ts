import fs from "node:fs";
import { beforeEach, expect, it } from "vitest";
import type { ShellNotice, ShellState } from "../../../../server/admin/shell/shell-view.ts";
import type { DeliveryRow } from "../../../../server/contracts/deliveries-api.ts";
import { type startAppliance, type TestClock, temporaryFolder, testClock } from "../../../support/appliance.ts";
import { deliveryIs, deliverySettles, listenToConsole } from "../../../support/deliveries.ts";
import { eventually } from "../../../support/eventually.ts";
import { type Newsroom, startNewsroom } from "../../../support/newsroom.ts";
import type { Reply } from "../../../support/site.ts";

const MINUTE = 60_000;

let clock: TestClock;
let states: ShellState[];
let notices: ShellNotice[];
let { appliance, site, article } = {} as Newsroom<Awaited<ReturnType<typeof startAppliance>>>;

beforeEach(async () => {
  clock = testClock();
  states = [];
  notices = [];
  const follower = {
    stateChanged: (state: ShellState) => void states.push(state),
    noticed: (notice: ShellNotice) => void notices.push(notice),
  };
  ({ appliance, site, article } = await startNewsroom({ clock, follower, name: "The Daily" }));
});

/** Saves a new article. Returns the id of its delivery. */
const save = async (title: string): Promise<string> =>
  (await (await article(`m-${title}`, { metadata: { title } })).save("Good morning")).delivery_id;

const noticed = (count: number) =>
  eventually(() => {
    clock.advance(MINUTE);
    expect(notices).toHaveLength(count);
  });

/** Waits for a state. Advances the clock, because changes are gathered. */
const stateIs = (state: ShellState["state"], deliveries: Partial<ShellState["deliveries"]> = {}) =>
  eventually(() => {
    clock.advance(500);
    expect(states.at(-1)).toMatchObject({ state, deliveries });
  });
const fail: Reply = (_callback, res) => void res.writeHead(500).end();
const accept: Reply = () => ({ rc: 1, rm: "", data: {} });
const host = () => new URL(site.callbackUrl).host;

it("publishes the state at the start and after each change", async () => {
  const deliveries = { queued: 0, sending: 0, retrying: 0, held: 0, failed: 0, unfetched: 0 };
  expect(states).toEqual([{ state: "running", deliveries, nextAttemptAt: null }]);
  site.respond = fail;
  const waiting = await save("Council votes");
  await deliverySettles(appliance, waiting);
  clock.advance(500);
  await stateIs("waiting", { retrying: 1, queued: 0 });
  const due = Date.parse((await appliance.console<DeliveryRow>("GET", `/deliveries/${waiting}`)).next_attempt_at ?? "");
  expect(states.at(-1)?.nextAttemptAt).toBe(due);
  expect(appliance.shell.state()).toEqual(states.at(-1));

  site.respond = () => ({ rc: 0, rm: "No such section.\u0007" });
  await appliance.console("POST", "/deliveries/retry", { ids: [waiting] });
  await stateIs("trouble", { failed: 1, retrying: 0 });
  expect(states.at(-1)?.nextAttemptAt).toBeNull();
  // The database contains the result before the event is published.
  const title = `${host()} did not accept “Council votes”`;
  const notice = { kind: "delivery_failed", site: host(), title, path: `/deliveries/${waiting}` };
  await eventually(() => expect(notices).toMatchObject([notice]));
  expect(notices[0]?.text).toContain("No such section.");

  site.respond = accept;
  await appliance.console("POST", "/deliveries/retry", { ids: [waiting] });
  await stateIs("running", { failed: 0 });
  expect(notices).toHaveLength(1);
});

it("pauses deliveries as the console does, and notifies open pages", async () => {
  const reader = await listenToConsole(appliance);
  appliance.shell.pauseDeliveries(true);
  await reader.until(({ events }) => events.some(({ event }) => event === "settings"));
  expect(reader.events.find(({ event }) => event === "settings")?.data).toEqual({ names: ["deliveries_paused"] });
  expect(await appliance.console("GET", "/settings")).toMatchObject({ settings: { deliveries_paused: true } });
  const [changed] = await appliance.audit("settings changed");
  expect(changed).toMatchObject({ detail: { deliveries_paused: true }, address: null });

  const held = await save("Weather");
  await stateIs("paused", { held: 1 });
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  await deliveryIs(appliance, held, ({ state }) => state === "delivered");
  await stateIs("running", { held: 0 });
});

it("notifies of a failing site and its recovery, but not of a delivery that an admin cancelled", async () => {
  site.respond = fail;
  const waiting = await save("Weather");
  await deliverySettles(appliance, waiting);
  await noticed(1);
  const path = expect.stringMatching(/^\/sites\/\d+$/);
  expect(notices).toMatchObject([{ kind: "site_failing", site: host(), path, pathOfAll: "/sites" }]);

  site.respond = accept;
  await noticed(2);
  expect(notices[1]).toMatchObject({ kind: "site_recovered", site: host(), path });
  expect(notices[1]?.text).toMatch(/responds again/);

  site.respond = fail;
  const ended = await save("Sports");
  await deliverySettles(appliance, ended);
  await appliance.console("POST", `/deliveries/${ended}/cancel`);
  await stateIs("trouble", { failed: 1 });
  expect(notices).toHaveLength(2);
});

it("notifies of a failed backup and a nearly full disk, with their console pages", async () => {
  const folder = temporaryFolder();
  await appliance.console("PATCH", "/backups", { schedule: "daily", hour: 3, folder });
  fs.rmSync(folder, { recursive: true });
  clock.advance(24 * 60 * MINUTE);
  await eventually(() => expect(notices).toHaveLength(1));
  const path = "/settings/backups";
  expect(notices).toMatchObject([{ kind: "backup_failed", site: null, path, pathOfAll: path }]);
  expect(notices[0]?.text).toContain(`There is no folder ${folder}`);

  await appliance.console("PATCH", "/settings", { notify_disk_free_bytes: 1024 ** 4 });
  await noticed(2);
  expect(notices[1]).toMatchObject({ kind: "disk_nearly_full", site: null, path: "/", pathOfAll: "/" });
  expect(notices[1]?.text).toMatch(/GB|MB/);
});
