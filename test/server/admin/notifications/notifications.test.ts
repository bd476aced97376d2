import fs from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { messageOf } from "../../../../server/admin/notifications/message.ts";
import type { BackupsView } from "../../../../server/contracts/backups-api.ts";
import type { DeliveryRow } from "../../../../server/contracts/deliveries-api.ts";
import type { NotificationRow } from "../../../../server/contracts/notifications-api.ts";
import type { SiteRow, SiteView } from "../../../../server/contracts/sites-api.ts";
import {
  keptLog,
  type RunningAppliance,
  startAppliance,
  type TestClock,
  temporaryFolder,
  testClock,
} from "../../../support/appliance.ts";
import { deliverySettles } from "../../../support/deliveries.ts";
import { eventually } from "../../../support/eventually.ts";
import { type MailServer, startMailServer } from "../../../support/mail-server.ts";
import { type Newsroom, startNewsroom } from "../../../support/newsroom.ts";
import type { Reply } from "../../../support/site.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let clock: TestClock;
let appliance: RunningAppliance;
let { site, project, article } = {} as Newsroom;
let mail: MailServer;
let isDown = true;

const change = (settings: object) => appliance.console("PATCH", "/settings", settings);
/** The threshold of free space below which Galley sends a notification. */
const notifyBelow = (gigabytes: number) => change({ notify_disk_free_bytes: gigabytes * 1024 ** 3 });

beforeEach(async () => {
  clock = testClock();
  isDown = true;
  const respond: Reply = (_callback, res) =>
    isDown ? void res.writeHead(500).end("down") : { rc: 1, rm: "", data: {} };
  ({ appliance, site, project, article } = await startNewsroom({
    clock,
    respond,
    log: keptLog(),
    name: "The Herald",
  }));
  mail = await startMailServer();
  onTestFinished(() => mail.close());
  const addresses = { from: "galley@example.org", to: ["ida@example.org"] };
  const server = { host: "127.0.0.1", port: mail.port, security: "none" };
  await appliance.console("PUT", "/notifications/mail", { enabled: true, ...server, ...addresses });
  // No notification about the disk of the test machine.
  await notifyBelow(1 / 16);
});

async function restart() {
  await appliance.close();
  appliance = await startAppliance({ clock, log: keptLog(), dataDir: appliance.dataDir });
  onTestFinished(appliance.close);
}

const titles = () => mail.mails.map(({ data }) => /^Subject: \[Galley\] (.*?)\r$/m.exec(data)?.[1]);
const textOf = (number: number) =>
  (mail.mails[number]?.data ?? "").replace(/=\r\n/g, "").replace(/\r\n/g, "\n").split("\n\n").slice(1).join("\n\n");
const sent = () => appliance.list<NotificationRow>("/notifications/sent");
/** Advances the clock by minutes, the interval of the watch, until the assertion holds. */
const inMinutes = (holds: () => void | Promise<void>) =>
  vi.waitFor(
    async () => {
      clock.advance(MINUTE + 1);
      await holds();
    },
    { timeout: 20_000, interval: 5 },
  );
const mailed = (count: number) => inMinutes(() => expect(titles()).toHaveLength(count));
/** Advances the clock in steps, so that the watch checks several times. */
async function halfHours(count = 1) {
  for (let step = 0; step < 6 * count; step++) {
    clock.advance(5 * MINUTE + 1);
    await pause(5);
  }
}

const row = (id: string) => appliance.console<DeliveryRow>("GET", `/deliveries/${id}`);
const host = () => new URL(site.callbackUrl).host;
const siteId = async () => (await appliance.list<SiteRow>("/sites"))[0]?.id;
/** Saves an article and waits for the site's response. */
const deliver = async (materialId = "4002") => (await (await article(materialId)).deliver()).id;
const resend = (delivery: string) => appliance.console("POST", `/deliveries/${delivery}/retry`);
const retry = async (delivery: string) => {
  // Galley's automatic retry may be running.
  await eventually(async () => expect((await row(delivery)).state).not.toBe("sending"));
  const { attempts } = await row(delivery);
  await resend(delivery);
  return deliverySettles(appliance, delivery, attempts);
};
const resendWithDownload = async (delivery: string) => {
  site.downloads = true;
  await resend(delivery);
  await eventually(async () => expect((await row(delivery)).warnings).not.toContain("archive_not_downloaded"));
};

describe("a failing site", () => {
  it("is reported after a while, and again when it accepts articles", async () => {
    const delivery = await deliver();
    clock.advance(5_000);
    expect(mail.mails).toHaveLength(0);
    await mailed(1);
    expect(titles()).toEqual([`Site not accepting articles: ${host()}`]);
    expect(textOf(0)).toMatch(
      new RegExp(`${host()} \\(The Herald\\) has not accepted any article for [1-5]\\d minutes \\(status 500\\)`),
    );

    isDown = false;
    expect(await retry(delivery)).toMatchObject({ state: "delivered" });
    await mailed(2);
    expect(titles()[1]).toBe(`Site accepting articles again: ${host()}`);
    expect((await sent()).map(({ event, state }) => [event, state])).toEqual([
      ["site_recovered", "sent"],
      ["site_failing", "sent"],
    ]);
  });

  it("is reported ten minutes after a confirmation without a download, and after the download", async () => {
    isDown = false;
    site.downloads = false;
    const delivery = await deliver();
    await mailed(1);
    expect(titles()).toEqual([`Versions not downloaded: ${host()}`]);
    expect(textOf(0)).toContain(`/sites/${await siteId()}`);
    expect(textOf(0)).toContain(`${host()} (The Herald) confirmed 1 version without downloading it. The newest is`);
    expect(clock.now() - Date.parse((await row(delivery)).finished_at ?? "")).toBeGreaterThanOrEqual(10 * MINUTE);

    await resendWithDownload(delivery);
    await mailed(2);
    expect(titles()[1]).toBe(`Versions downloaded: ${host()}`);
  });

  it("is not reported if it downloads within ten minutes after its response", async () => {
    isDown = false;
    site.downloads = false;
    const delivery = await deliver();
    for (let minute = 0; minute < 9; minute++) clock.advance(MINUTE);
    await resendWithDownload(delivery);
    await halfHours();
    expect(await sent()).toEqual([]);
  });

  it("is not reported if it recovers in time", async () => {
    const delivery = await deliver();
    isDown = false;
    await retry(delivery);
    await halfHours();
    expect(await sent()).toEqual([]);
  });

  it("is reported with its exhausted deliveries", async () => {
    const delivery = await deliver();
    for (let attempts = 1; (await row(delivery)).state !== "exhausted"; attempts++) {
      clock.advance(30 * HOUR);
      await deliverySettles(appliance, delivery, attempts);
    }
    await inMinutes(() => expect(titles()).toContainEqual(expect.stringMatching(/^Deliveries exhausted: 127/)));
    const at = titles().findIndex((title) => title?.startsWith("Deliveries exhausted"));
    expect(textOf(at)).toMatch(/1 delivery is exhausted after 11 attempts. The newest is .+ of The Herald/);
    expect(textOf(at)).toContain(`/deliveries/${delivery}`);
  });
});

describe("a site that is muted or on hold", () => {
  it("causes no alert while it or its problem is muted, and no report of its recovery", async () => {
    const delivery = await deliver();
    const where = `/sites/${await siteId()}`;
    const inAnHour = () => new Date(clock.now() + HOUR).toISOString();
    const muted = inAnHour();
    await appliance.console("PATCH", where, { alerts_muted_until: muted });
    await halfHours();
    const { problems } = await appliance.console<SiteView>("PATCH", where, { alerts_muted_until: null });
    expect(problems).toMatchObject([{ code: "http_status", state: "open" }]);
    const problem = await appliance.console<SiteView>("PATCH", `/problems/${problems[0]?.id}`, { muted_until: muted });
    expect(problem.problems).toMatchObject([{ state: "muted" }]);
    clock.advance(10 * MINUTE);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await sent()).toEqual([]);
    await mailed(1);
    expect(clock.now()).toBeGreaterThan(Date.parse(muted));
    expect(textOf(0)).toContain(where);

    await appliance.console("PATCH", where, { alerts_muted_until: inAnHour() });
    isDown = false;
    expect(await retry(delivery)).toMatchObject({ state: "delivered" });
    await halfHours();
    expect(titles()).toHaveLength(1);
  });

  it("causes no alert until it is released", async () => {
    await deliver();
    await appliance.console("POST", `/sites/${await siteId()}/hold`);
    await halfHours();
    expect(await sent()).toEqual([]);
    await appliance.console("POST", `/sites/${await siteId()}/release`);
    await mailed(1);
  });
});

describe("quiet hours", () => {
  const timeOf = (ms: number) => new Date(ms).toTimeString().slice(0, 5);
  const beQuiet = (hours: number) =>
    change({ quiet_hours: { from: timeOf(clock.now() - MINUTE), to: timeOf(clock.now() + hours * HOUR) } });

  it("delay a notification that is still valid at their end", async () => {
    await beQuiet(2);
    const end = clock.now() + 2 * HOUR;
    await deliver();
    await halfHours(3);
    expect(await sent()).toEqual([]);
    await mailed(1);
    expect(clock.now()).toBeGreaterThan(end - MINUTE);
    expect(titles()[0]).toMatch(/^Site not accepting articles/);
    await expect(change({ quiet_hours: { from: "22:00", to: "22:00" } })).rejects.toThrow(/422.*different times/);
  });

  it("delay a recovery, even if the site failed again meanwhile", async () => {
    const first = await deliver();
    await mailed(1);
    await beQuiet(2);
    isDown = false;
    await retry(first);
    isDown = true;
    const second = await deliver("second");
    isDown = false;
    await retry(second);
    await halfHours(3);
    expect(titles()).toHaveLength(1);
    await mailed(2);
    expect(titles()[1]).toMatch(/^Site accepting articles again/);
    await halfHours(2);
    expect(titles()).toHaveLength(2);
  });

  it("drop problems that ended meanwhile, and do not delay urgent ones", async () => {
    await beQuiet(3);
    await notifyBelow(1024);
    const delivery = await deliver();
    await halfHours();
    isDown = false;
    expect(await retry(delivery)).toMatchObject({ state: "delivered" });
    await inMinutes(() => expect(titles()).toEqual(["The disk is nearly full"]));
    await halfHours(6);
    expect(titles()).toEqual(["The disk is nearly full"]);
  });
});

describe("an admin's action", () => {
  it("causes no notification about a cancelled delivery", async () => {
    await change({ deliveries_paused: true });
    await appliance.console("POST", `/deliveries/${await deliver()}/cancel`);
    await halfHours();
    expect(await sent()).toEqual([]);
  });

  it("causes no notification about a site of a deleted project", async () => {
    await deliver();
    await appliance.console("DELETE", `/projects/${project.id}?name=The%20Herald`);
    await eventually(async () => {
      clock.advance(1_000);
      expect(await appliance.list("/sessions")).toEqual([]);
    });
    await halfHours();
    expect(await sent()).toEqual([]);
  });
});

describe("a nearly full disk", () => {
  it("is reported once a day, and not again after a restart", async () => {
    await notifyBelow(1024);
    await mailed(1);
    expect(titles()).toEqual(["The disk is nearly full"]);
    clock.advance(2 * HOUR);
    await restart();
    for (let minute = 0; minute < 10; minute++) {
      clock.advance(MINUTE);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await sent()).toHaveLength(1);
    clock.advance(23 * HOUR);
    await mailed(2);
  });

  it("is retried without a mail server, and fails after six attempts", async () => {
    mail.close();
    await notifyBelow(1024);
    await inMinutes(async () => expect((await sent())[0]?.attempts).toBeGreaterThan(0));
    expect((await sent())[0]?.error).toMatch(/refused the connection/);
    await inMinutes(async () => expect((await sent())[0]?.state).toBe("failed"));
    expect(await sent()).toMatchObject([{ state: "failed", attempts: 6, next_attempt_at: null }]);
  });
});

describe("failed backups", () => {
  beforeEach(async () => {
    const folder = temporaryFolder();
    await appliance.console("PATCH", "/backups", { folder });
    fs.rmdirSync(folder);
  });
  async function fail(times: number) {
    for (let n = 0; n < times; n++) {
      await appliance.console("POST", "/backups");
      await eventually(async () => expect((await appliance.console<BackupsView>("GET", "/backups")).busy).toBeNull());
    }
  }
  /** Events are gathered for a few seconds. */
  const gather = () => clock.advance(3_000);

  it("are reported once an hour with their count, also after a restart", async () => {
    await fail(1);
    gather();
    await eventually(() => expect(titles()).toHaveLength(1));
    expect(textOf(0)).toContain("A backup failed: There is no folder");
    await fail(2);
    gather();
    await fail(2);
    await restart();
    await fail(1);
    gather();
    expect(mail.connections).toBe(1);
    clock.advance(HOUR);
    await mailed(2);
    expect(textOf(1)).toContain("5 backups failed");
    expect((await sent()).map(({ state }) => state)).toEqual(["sent", "sent"]);
  });

  it("queue nothing without a channel", async () => {
    await appliance.console("DELETE", "/notifications/mail");
    await fail(1);
    gather();
    expect(await sent()).toEqual([]);
  });
});

it("lists ten sites of an outage in one message, and the number of others", () => {
  const causes = Array.from({ length: 22 }, (_, n) => ({
    event: "site_failing" as const,
    subject: `site${n}.example.org`,
    notifiedAt: null,
    pending: 1,
    facts: { project: `Paper ${n}`, code: "connect_timeout", status: null, since: 0 },
  }));
  const message = messageOf("site_failing", causes, "http://127.0.0.1:8421", 20 * 60_000);
  expect(message).toMatchObject({ title: "22 sites not accepting articles", more: 12 });
  expect(message.items).toHaveLength(10);
  expect(message.text).toMatch(
    /site0\.example\.org \(Paper 0\) has not accepted any article for 20 minutes \(connect timeout\)/,
  );
  expect(message.text).toMatch(/And 12 more\.$/);
});
