/** At most one message an hour for each cause, with its count; one message for an outage of many sites. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { messageOf } from "../../../../server/admin/notifications/message.ts";
import { createNotifications, type Notifications } from "../../../../server/admin/notifications/notifications.ts";
import { createSessionStore } from "../../../../server/articles/sessions/session-store.ts";
import { createEventHub, type EventHub } from "../../../../server/core/events.ts";
import { systemRandom } from "../../../../server/core/runtime.ts";
import { createDeliveryStore } from "../../../../server/deliveries/delivery-store.ts";
import { createProjects } from "../../../../server/projects/projects.ts";
import { createAuditLog } from "../../../../server/storage/audit-log.ts";
import { openDatabase } from "../../../../server/storage/database.ts";
import { createSecretBox } from "../../../../server/storage/secret-box.ts";
import { createSettings } from "../../../../server/storage/settings.ts";
import { keptLog, type TestClock, temporaryFolder, testClock } from "../../../support/appliance.ts";
import { eventually } from "../../../support/eventually.ts";
import { type MailServer, startMailServer } from "../../../support/mail-server.ts";

const HOUR = 3_600_000;

let clock: TestClock;
let mail: MailServer;
let hub: EventHub;
let notifications: Notifications;
let close: () => Promise<void>;
let dataDir: string;

/** A second call with the same folder is a restart. */
async function start() {
  const opened = await openDatabase(dataDir, async () => {});
  const { database } = opened;
  const runtime = { clock, random: systemRandom, log: keptLog() };
  const secretBox = createSecretBox(Buffer.alloc(32, 7));
  const audit = createAuditLog(database, clock);
  hub = createEventHub(runtime.log);
  notifications = createNotifications({
    database,
    runtime,
    events: hub,
    settings: createSettings(database),
    audit,
    secretBox,
    deliveryStore: createDeliveryStore(database),
    sessionStore: createSessionStore(database),
    projects: createProjects({ database, runtime, events: hub, secretBox, audit }),
    replica: { view: () => ({ state: "off", detail: "", lag_ms: null, progress: null }) },
    readiness: { diskFree: async () => 1e15, check: async () => {} },
    dataDir,
    outgoing: { userAgent: "Galley/test", proxyFor: () => null, resolve: (() => {}) as never },
    consoleUrl: () => "http://127.0.0.1:8421",
  });
  notifications.start();
  close = async () => {
    await notifications.close();
    opened.close();
  };
}

beforeEach(async () => {
  clock = testClock();
  mail = await startMailServer();
  dataDir = temporaryFolder();
  await start();
  notifications.setMail({
    ...{ enabled: true, host: "127.0.0.1", port: mail.port, security: "none", user: "", ca_certificate: null },
    ...{ from: "galley@example.org", to: ["ida@example.org"] },
  });
});
afterEach(async () => {
  await close();
  mail.close();
});

async function fail(times: number) {
  for (let n = 0; n < times; n++) hub.publish("backup", { change: "failed", file: null, error: "The disk is full." });
  // Until the events are handled.
  await new Promise((resolve) => setTimeout(resolve, 20));
  clock.advance(3_000);
}
const mails = (count: number) => eventually(() => expect(mail.mails).toHaveLength(count));

it("reports a repeated cause once an hour, with its count", async () => {
  await fail(1);
  await mails(1);
  expect(mail.mails[0]?.data).toContain("A backup failed: The disk is full.");
  for (let n = 0; n < 4; n++) await fail(3);
  await close();
  await start();
  await fail(1);
  expect(mail.connections).toBe(1);
  await eventually(() => {
    clock.advance(HOUR);
    expect(mail.mails).toHaveLength(2);
  });
  expect(mail.mails[1]?.data).toContain("13 backups failed");
  expect(notifications.page(null).items.map(({ state }) => state)).toEqual(["sent", "sent"]);
});

it("queues nothing without a channel", async () => {
  notifications.remove("mail");
  await fail(5);
  expect(notifications.page(null).items).toEqual([]);
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
