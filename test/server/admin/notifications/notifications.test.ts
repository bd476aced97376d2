import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { DeliveryRow } from "../../../../server/contracts/deliveries-api.ts";
import type { NotificationRow } from "../../../../server/contracts/notifications-api.ts";
import type { SiteRow, SiteView } from "../../../../server/contracts/sites-api.ts";
import { type RunningAppliance, startAppliance, type TestClock, testClock } from "../../../support/appliance.ts";
import { deliverySettles } from "../../../support/deliveries.ts";
import { eventually } from "../../../support/eventually.ts";
import { type MailServer, startMailServer } from "../../../support/mail-server.ts";
import { articleOfKeys, type Newsroom, startNewsroom } from "../../../support/newsroom.ts";
import type { Site } from "../../../support/site.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let clock: TestClock;
let appliance: RunningAppliance;
let { site } = {} as Newsroom;
let mail: MailServer;
let isDown = true;
let herald: Awaited<ReturnType<RunningAppliance["createProject"]>> | null = null;

beforeEach(async () => {
  clock = testClock();
  isDown = true;
  herald = null;
  const answer: Site["answer"] = (_callback, res) =>
    isDown ? void res.writeHead(500).end("down") : { rc: 1, rm: "", data: {} };
  ({ appliance, site } = await startNewsroom({ clock, answer }));
  mail = await startMailServer();
  onTestFinished(() => mail.close());
  await setUp();
});

const setUp = () => {
  const addresses = { from: "galley@example.org", to: ["ida@example.org"] };
  const server = { host: "127.0.0.1", port: mail.port, security: "none" };
  return appliance.console("PUT", "/notifications/mail", { enabled: true, ...server, ...addresses });
};
/** Prevents notifications about the disk of the test machine. */
const quietDisk = () => appliance.console("PATCH", "/settings", { notify_disk_free_bytes: 64 * 1024 * 1024 });
const titles = () => mail.mails.map(({ data }) => /^Subject: \[Galley\] (.*?)\r$/m.exec(data)?.[1]);
const textOf = (number: number) =>
  (mail.mails[number]?.data ?? "").replace(/=\r\n/g, "").replace(/\r\n/g, "\n").split("\n\n").slice(1).join("\n\n");
const sent = async () => (await appliance.console<Page<NotificationRow>>("GET", "/notifications/sent")).items;
/** Advances the clock by minutes, the interval of the watch, until the assertion holds. */
const inMinutes = (holds: () => void | Promise<void>) =>
  vi.waitFor(
    async () => {
      clock.advance(MINUTE + 1);
      await holds();
    },
    { timeout: 20_000, interval: 5 },
  );

const row = (id: string) => appliance.console<DeliveryRow>("GET", `/deliveries/${id}`);

async function save(materialId: string): Promise<string> {
  herald ??= await appliance.createProject({ name: "The Herald" });
  const { save } = await articleOfKeys(appliance, herald, materialId, site.callbackUrl);
  return (await save("words", { user_email: "ida@example.org" })).delivery_id;
}
const sites = async () => (await appliance.console<Page<SiteRow>>("GET", "/sites?q=herald")).items;
const siteId = async () => (await sites())[0]?.id;
const retry = async (delivery: string) => {
  // Galley's automatic retry may be running.
  await eventually(async () => expect((await row(delivery)).state).not.toBe("sending"));
  const { attempts } = await row(delivery);
  await appliance.console("POST", `/deliveries/${delivery}/retry`);
  return deliverySettles(appliance, delivery, attempts);
};
/** Half an hour in steps, so that the watch checks several times. */
async function halfAnHour() {
  for (let step = 0; step < 6; step++) {
    clock.advance(5 * MINUTE + 1);
    await pause(5);
  }
}

describe("a failing site", () => {
  it("is reported after a while, and again when it accepts articles", async () => {
    await quietDisk();
    const delivery = await save("4002");
    await deliverySettles(appliance, delivery);
    clock.advance(5_000);
    expect(mail.mails).toHaveLength(0);
    await inMinutes(() => expect(titles()).toHaveLength(1));
    const host = new URL(site.callbackUrl).host;
    expect(titles()).toEqual([`Site not accepting articles: ${host}`]);
    expect(textOf(0)).toMatch(
      new RegExp(`${host} \\(The Herald\\) has not accepted any article for [1-5]\\d minutes \\(status 500\\)`),
    );

    isDown = false;
    expect(await retry(delivery)).toMatchObject({ state: "delivered" });
    await inMinutes(() => expect(titles()).toHaveLength(2));
    expect(titles()[1]).toBe(`Site accepting articles again: ${host}`);
    expect((await sent()).map(({ event, state }) => [event, state])).toEqual([
      ["site_recovered", "sent"],
      ["site_failing", "sent"],
    ]);
  });

  it("is reported ten minutes after a confirmation without a download, and after the download", async () => {
    await quietDisk();
    isDown = false;
    site.downloads = false;
    const delivery = await save("4002");
    await deliverySettles(appliance, delivery);
    await inMinutes(() => expect(titles()).toHaveLength(1));
    const host = new URL(site.callbackUrl).host;
    expect(titles()).toEqual([`Versions not downloaded: ${host}`]);
    expect(textOf(0)).toContain(`/sites/${await siteId()}`);
    expect(textOf(0)).toContain(`${host} (The Herald) confirmed 1 version without downloading it. The newest is`);
    expect(clock.now() - Date.parse((await row(delivery)).finished_at ?? "")).toBeGreaterThanOrEqual(10 * MINUTE);

    // The resent delivery is not downloaded yet.
    site.downloads = true;
    await appliance.console("POST", `/deliveries/${delivery}/retry`);
    await eventually(async () => expect((await row(delivery)).warnings).not.toContain("archive_not_downloaded"));
    await inMinutes(() => expect(titles()).toHaveLength(2));
    expect(titles()[1]).toBe(`Versions downloaded: ${host}`);
  });

  it("is not reported if it downloads within ten minutes after its response", async () => {
    await quietDisk();
    isDown = false;
    site.downloads = false;
    const delivery = await save("4002");
    await deliverySettles(appliance, delivery);
    for (let minute = 0; minute < 9; minute++) clock.advance(MINUTE);
    site.downloads = true;
    await appliance.console("POST", `/deliveries/${delivery}/retry`);
    await eventually(async () => expect((await row(delivery)).warnings).not.toContain("archive_not_downloaded"));
    await halfAnHour();
    expect(await sent()).toEqual([]);
  });

  it("is not reported if it recovers in time", async () => {
    await quietDisk();
    const delivery = await save("4002");
    await deliverySettles(appliance, delivery);
    isDown = false;
    await appliance.console("POST", `/deliveries/${delivery}/retry`);
    await deliverySettles(appliance, delivery, 1);
    await halfAnHour();
    expect(await sent()).toEqual([]);
  });

  it("is reported with its exhausted deliveries", async () => {
    await quietDisk();
    const delivery = await save("4002");
    for (let attempts = 0; ; attempts++) {
      const { state } = await deliverySettles(appliance, delivery, attempts);
      if (state === "exhausted") break;
      clock.advance(30 * HOUR);
    }
    await inMinutes(() => expect(titles()).toContainEqual(expect.stringMatching(/^Deliveries exhausted: 127/)));
    const at = titles().findIndex((title) => title?.startsWith("Deliveries exhausted"));
    expect(textOf(at)).toMatch(/1 delivery is exhausted after 11 attempts. The newest is .+ of The Herald/);
    expect(textOf(at)).toContain(`/deliveries/${delivery}`);
  });
});

describe("a muted site", () => {
  it("causes no alert while it or its problem is muted, and no report of its recovery", async () => {
    await quietDisk();
    const delivery = await save("4002");
    await deliverySettles(appliance, delivery);
    const id = await siteId();
    const muted = new Date(clock.now() + HOUR).toISOString();
    await appliance.console("PATCH", `/sites/${id}`, { alerts_muted_until: muted });
    await halfAnHour();
    const { problems } = await appliance.console<SiteView>("PATCH", `/sites/${id}`, { alerts_muted_until: null });
    expect(problems).toMatchObject([{ code: "http_status", state: "open" }]);
    const problem = await appliance.console<SiteView>("PATCH", `/problems/${problems[0]?.id}`, { muted_until: muted });
    expect(problem.problems).toMatchObject([{ state: "muted" }]);
    clock.advance(10 * MINUTE);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await sent()).toEqual([]);
    await inMinutes(() => expect(titles()).toHaveLength(1));
    expect(clock.now()).toBeGreaterThan(Date.parse(muted));
    expect(textOf(0)).toContain(`/sites/${id}`);

    await appliance.console("PATCH", `/sites/${id}`, {
      alerts_muted_until: new Date(clock.now() + HOUR).toISOString(),
    });
    isDown = false;
    expect(await retry(delivery)).toMatchObject({ state: "delivered" });
    await halfAnHour();
    expect(titles()).toHaveLength(1);
  });

  it("is also a site on hold", async () => {
    await quietDisk();
    await deliverySettles(appliance, await save("4002"));
    await appliance.console("POST", `/sites/${await siteId()}/hold`);
    await halfAnHour();
    expect(await sent()).toEqual([]);
    await appliance.console("POST", `/sites/${await siteId()}/release`);
    await inMinutes(() => expect(titles()).toHaveLength(1));
  });
});

describe("quiet hours", () => {
  const timeOf = (ms: number) => new Date(ms).toTimeString().slice(0, 5);
  const beQuiet = (hours: number) =>
    appliance.console("PATCH", "/settings", {
      quiet_hours: { from: timeOf(clock.now() - MINUTE), to: timeOf(clock.now() + hours * HOUR) },
    });

  it("delay a notification that is still valid at their end", async () => {
    await quietDisk();
    await beQuiet(2);
    const end = clock.now() + 2 * HOUR;
    await deliverySettles(appliance, await save("4002"));
    await halfAnHour();
    await halfAnHour();
    await halfAnHour();
    expect(await sent()).toEqual([]);
    await inMinutes(() => expect(titles()).toHaveLength(1));
    expect(clock.now()).toBeGreaterThan(end - MINUTE);
    expect(titles()[0]).toMatch(/^Site not accepting articles/);
    await expect(
      appliance.console("PATCH", "/settings", { quiet_hours: { from: "22:00", to: "22:00" } }),
    ).rejects.toThrow(/422.*different times/);
  });

  it("delay a recovery, even if the site failed again meanwhile", async () => {
    await quietDisk();
    const first = await save("4002");
    await deliverySettles(appliance, first);
    await inMinutes(() => expect(titles()).toHaveLength(1));
    await beQuiet(2);
    isDown = false;
    await retry(first);
    isDown = true;
    const id = await save("second");
    await deliverySettles(appliance, id);
    isDown = false;
    await retry(id);
    for (let half = 0; half < 3; half++) await halfAnHour();
    expect(titles()).toHaveLength(1);
    await inMinutes(() => expect(titles()).toHaveLength(2));
    expect(titles()[1]).toMatch(/^Site accepting articles again/);
    for (let hour = 0; hour < 4; hour++) await halfAnHour();
    expect(titles()).toHaveLength(2);
  });

  it("drop problems that ended meanwhile, and do not delay urgent ones", async () => {
    await beQuiet(3);
    await appliance.console("PATCH", "/settings", { notify_disk_free_bytes: 1_024 * 1_024 * 1_024 * 1_024 });
    const delivery = await save("4002");
    await deliverySettles(appliance, delivery);
    await halfAnHour();
    isDown = false;
    expect(await retry(delivery)).toMatchObject({ state: "delivered" });
    await inMinutes(() => expect(titles()).toEqual(["The disk is nearly full"]));
    for (let hour = 0; hour < 8; hour++) await halfAnHour();
    expect(titles()).toEqual(["The disk is nearly full"]);
  });
});

describe("an admin's action", () => {
  it("causes no notification about a cancelled delivery", async () => {
    await quietDisk();
    await appliance.console("PATCH", "/settings", { deliveries_paused: true });
    await appliance.console("POST", `/deliveries/${await save("4002")}/cancel`);
    await halfAnHour();
    expect(await sent()).toEqual([]);
  });

  it("causes no notification about a site of a deleted project", async () => {
    await quietDisk();
    await deliverySettles(appliance, await save("4002"));
    const { items } = await appliance.console<Page<{ id: string; name: string }>>("GET", "/projects");
    const herald = items.find(({ name }) => name === "The Herald");
    await appliance.console("DELETE", `/projects/${herald?.id}?name=The%20Herald`);
    const rows = () => appliance.console<Page<unknown>>("GET", "/sessions");
    await eventually(async () => {
      clock.advance(1_000);
      expect((await rows()).items).toEqual([]);
    });
    await halfAnHour();
    expect(await sent()).toEqual([]);
  });
});

describe("a nearly full disk", () => {
  const most = 1_024 * 1_024 * 1_024 * 1_024;

  it("is reported once a day, and not again after a restart", async () => {
    await appliance.console("PATCH", "/settings", { notify_disk_free_bytes: most });
    await inMinutes(() => expect(titles()).toHaveLength(1));
    expect(titles()).toEqual(["The disk is nearly full"]);
    await appliance.close();
    clock.advance(2 * HOUR);
    appliance = await startAppliance({ clock, dataDir: appliance.dataDir });
    onTestFinished(appliance.close);
    for (let minute = 0; minute < 10; minute++) {
      clock.advance(MINUTE);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await sent()).toHaveLength(1);
    clock.advance(23 * HOUR);
    await inMinutes(() => expect(titles()).toHaveLength(2));
  });

  it("is retried without a mail server, and fails after six attempts", async () => {
    mail.close();
    await appliance.console("PATCH", "/settings", { notify_disk_free_bytes: most });
    await inMinutes(async () => expect((await sent())[0]?.attempts).toBeGreaterThan(0));
    expect((await sent())[0]?.error).toMatch(/refused the connection/);
    await inMinutes(async () => expect((await sent())[0]?.state).toBe("failed"));
    expect(await sent()).toMatchObject([{ state: "failed", attempts: 6, next_attempt_at: null }]);
  });
});
