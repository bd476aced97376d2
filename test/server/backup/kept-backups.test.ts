/** Backups that the appliance keeps: scheduled and manual, verified, listed, removed, restored. */
import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { lastDue, nextDue } from "../../../server/backup/backup-plan.ts";
import { readBackupRecord } from "../../../server/backup/backup-record.ts";
import type { BackupsView, RestoreView } from "../../../server/contracts/backups-api.ts";
import type { ConsoleEvents, Page } from "../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../server/contracts/logs-api.ts";
import {
  keptLog,
  type RunningAppliance,
  startAppliance,
  type TestClock,
  type TestOptions,
  temporaryFolder,
  testClock,
} from "../../support/appliance.ts";
import { backUp, command, newFile } from "../../support/backups.ts";
import { expectPrivate } from "../../support/data-folder.ts";
import { atConsoleEvents, listenToConsole } from "../../support/deliveries.ts";

const HOUR = 3_600_000;
const PASSPHRASE = "seven tall pines";
/** A Wednesday, noon local time. */
const NOON = new Date(2026, 9, 14, 12).getTime();

let clock: TestClock;
let appliance: RunningAppliance;
let folder: string;

beforeEach(async () => {
  clock = testClock(NOON);
  folder = temporaryFolder();
  await start({});
});
const start = async (options: TestOptions) => {
  const started = await startAppliance({ clock, log: keptLog(), ...options });
  onTestFinished(started.close);
  appliance = started;
  return started;
};

const view = () => appliance.console<BackupsView>("GET", "/backups");
const patch = (part: object) => appliance.console<BackupsView>("PATCH", "/backups", part);
const namesIn = (of: string) => fs.readdirSync(of).sort();
/** Waits until no backup is running and the list fits. */
const listIs = (fits: (items: BackupsView["items"]) => boolean) =>
  atConsoleEvents(appliance, async () => {
    const { items, busy } = await view();
    return busy === null && fits(items) ? items : null;
  });
const rows = (count: number) => listIs(({ length }) => length === count);
async function made(): Promise<string> {
  const before = (await view()).items.length;
  await appliance.console("POST", "/backups");
  return (await rows(before + 1))[0]?.file ?? "";
}
/** The console's events of kind `backup` from `during`, up to the change `until`. */
async function eventsOf(during: () => Promise<unknown>, until: ConsoleEvents["backup"]["change"]) {
  const reader = await listenToConsole(appliance);
  const found = () =>
    reader.events.filter(({ event }) => event === "backup").map(({ data }) => data as ConsoleEvents["backup"]);
  await during();
  await reader.until(() => found().some(({ change }) => change === until));
  reader.breakOff();
  return found();
}

it("a backup is due daily at its hour, weekly on its day, and never if the schedule is off", () => {
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 9, day, hour, minute).getTime();
  const daily = { schedule: "daily", hour: 3, weekday: 0 } as const;
  // The 18th is a Sunday.
  const weekly = { ...daily, schedule: "weekly" } as const;
  for (const [plan, now, last, next] of [
    [daily, at(14, 2, 59), at(13, 3), at(14, 3)],
    [daily, at(14, 3), at(14, 3), at(15, 3)],
    [weekly, at(14, 12), at(11, 3), at(18, 3)],
    [weekly, at(18, 3), at(18, 3), at(25, 3)],
    [{ ...daily, schedule: "off" } as const, NOON, null, null],
  ] as const)
    expect([plan, lastDue(plan, now), nextDue(plan, now)]).toEqual([plan, last, next]);
});

it("a scheduled backup is made once a night, is private, and never reveals its passphrase", async () => {
  const plan = { schedule: "off" };
  expect(await view()).toMatchObject({ items: [], last: null, next_at: null, same_disk: true, plan });
  const response = await patch({ schedule: "daily", hour: 3, folder, passphrase: PASSPHRASE });
  expect(response.next_at).toBe(new Date(2026, 9, 15, 3).toISOString().replace("Z", "+00:00"));
  expect(response.plan.with_secrets).toBe(true);
  clock.advance(14 * HOUR);
  expect((await view()).items).toEqual([]);
  const events = await eventsOf(async () => clock.advance(2 * HOUR), "made");
  expect(events.map(({ change }) => change)).toEqual(["begun", "made"]);
  const [row] = await rows(1);
  expect(row).toMatchObject({ by: "schedule", error: null, with_secrets: true, missing_files: 0 });
  expect(row?.verified_at).not.toBeNull();
  expect((await view()).last).toMatchObject({ file: row?.file });
  const file = path.join(folder, row?.file ?? "");
  const record = path.join(appliance.dataDir, "backups.json");
  expectPrivate(file, record);
  const audit = await appliance.console<Page<AuditRow>>("GET", "/audit");
  expect(JSON.stringify([response, audit]) + fs.readFileSync(record, "utf8")).not.toContain(PASSPHRASE);
  const target = ["--data-dir", temporaryFolder(), "--passphrase-file", newFile("passphrase", PASSPHRASE)];
  expect(await command("restore", [file, ...target])).toMatchObject({ code: 0 });
  clock.advance(HOUR);
  expect(await rows(1)).toHaveLength(1);
});

it("an overdue backup is made once after downtime or the machine's sleep", async () => {
  await patch({ schedule: "daily", hour: 3, folder });
  await appliance.close();
  let slept = 0;
  clock = testClock(NOON + 72 * HOUR);
  const sleepy = { ...clock, now: () => clock.now() + slept };
  const reopened = await start({ clock: sleepy, dataDir: appliance.dataDir });
  clock.advance(60_000);
  await rows(1);
  clock.advance(2 * HOUR);
  expect(await rows(1)).toHaveLength(1);
  await patch({ hour: 11 });
  clock.advance(HOUR);
  expect(await rows(1)).toHaveLength(1);
  // Its timers slept with the machine.
  slept = 48 * HOUR;
  reopened.wake();
  expect(await rows(2)).toMatchObject([{ by: "schedule", error: null }, { by: "schedule" }]);
});

it("a scheduled backup replaces the oldest one only after it succeeded, and is retried hourly", async () => {
  await patch({ schedule: "daily", hour: 3, folder, keep: 1 });
  const manual = await made();
  fs.writeFileSync(path.join(folder, "notes.zip"), "not ours");
  clock.advance(24 * HOUR);
  const [night] = await rows(2);
  const before = [manual, night?.file ?? "", "notes.zip"].sort();
  expect(namesIn(folder)).toEqual(before);

  fs.renameSync(folder, `${folder}-away`);
  const events = await eventsOf(async () => clock.advance(24 * HOUR), "failed");
  const noFolder = expect.stringContaining(`There is no folder ${folder}`);
  expect(events.at(-1)).toMatchObject({ change: "failed", error: noFolder });
  expect(await view()).toMatchObject({ folder_fault: noFolder });
  fs.renameSync(`${folder}-away`, folder);
  expect(namesIn(folder)).toEqual(before);
  const mayNot = { file: null, error: expect.stringContaining("connect its disk") };
  expect(await rows(3)).toMatchObject([mayNot, { error: null }, { error: null }]);

  await eventsOf(async () => clock.advance(HOUR), "made");
  const [retried] = await listIs((items) => items.every(({ file }) => file !== night?.file));
  expect(retried).toMatchObject({ by: "schedule", error: null });
  expect(namesIn(folder)).toEqual([manual, retried?.file, "notes.zip"].sort());
});

it.each([
  ["folder", "backups", /absolute path/],
  ["folder", "/no/such/folder", /There is no folder/],
  ["folder", "/etc/hostname", /is a file/],
  ["keep", 0, /Too small/],
])("refuses the %s %j with an error at its field", async (field, value, sentence) => {
  const refused = patch({ [field]: value });
  await expect(refused).rejects.toThrow(`"loc":["body","${field}"]`);
  await expect(refused).rejects.toThrow(sentence);
});

it("a backup is made once for two requests, downloaded, restored, moved with the folder, and deleted", async () => {
  const events = await eventsOf(async () => {
    const responses = await Promise.allSettled([1, 2].map(() => appliance.console("POST", "/backups")));
    const refused = responses.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { message: expect.stringMatching(/status 409: .*backups\.busy/) } }]);
  }, "made");
  expect(events.map(({ change }) => change)).toEqual(["begun", "made"]);
  const items = await rows(1);
  expect(items).toMatchObject([{ error: null, by: "hand", missing_files: 0, verified_at: expect.any(String) }]);
  const file = items[0]?.file ?? "";
  const response = await appliance.request("GET", `/backups/${file}`);
  expect(response.headers.get("content-disposition")).toContain(file);
  const bytes = fs.readFileSync(path.join(appliance.dataDir, "backups", file));
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);

  await appliance.createProject({ name: "Made afterwards" });
  const report = await appliance.console<RestoreView>("POST", `/backups/${file}/restore`, {});
  expect(report).toMatchObject({ projects_with_new_secrets: [], restarting: false });
  await appliance.close();
  const moved = path.join(temporaryFolder(), "moved");
  fs.renameSync(appliance.dataDir, moved);
  await start({ dataDir: moved });
  const projects = await appliance.console<Page<{ name: string }>>("GET", "/projects");
  expect(projects.items.map(({ name }) => name)).not.toContain("Made afterwards");
  // The list is newer than the restored database.
  expect((await view()).items).toEqual(items);
  await appliance.console("DELETE", `/backups/${file}`);
  expect([namesIn(path.join(moved, "backups")), (await view()).items]).toEqual([[], []]);
});

it("a backup that an admin downloaded counts as the last one", async () => {
  const events = await eventsOf(() => backUp(appliance), "made");
  const file = expect.stringMatching(/^galley-/);
  expect([events, (await view()).last]).toMatchObject([[{ file, error: null }], { file }]);
});

it("a complete backup is recorded before the appliance closes", async () => {
  await patch({ folder });
  const complete = Promise.withResolvers<void>();
  const watcher = fs.watch(folder, (_, name) => {
    if (name?.endsWith(".zip")) complete.resolve();
  });
  onTestFinished(() => watcher.close());
  await appliance.console("POST", "/backups");
  await complete.promise;
  await appliance.close();
  expect(readBackupRecord(appliance.dataDir)?.entries).toMatchObject([{ by: "hand", file: expect.any(String) }]);
});

it("a renamed backup can be verified, and a missing backup returns 404", async () => {
  await patch({ folder });
  const renamed = path.join(folder, "galley-Mon.zip");
  fs.renameSync(path.join(folder, await made()), renamed);
  expect(await rows(1)).toMatchObject([{ file: "galley-Mon.zip", verified_at: null, with_secrets: null }]);
  clock.advance(HOUR);
  await appliance.console("POST", "/backups/galley-Mon.zip/verify");
  const [verified] = await listIs(([row]) => row?.verified_at !== null);
  expect(verified).toMatchObject({ with_secrets: false, error: null });
  expect(Date.parse(verified?.verified_at ?? "")).toBe(NOON + HOUR);
  const bytes = fs.readFileSync(renamed);
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
  fs.writeFileSync(renamed, bytes);
  const events = await eventsOf(() => appliance.console("POST", "/backups/galley-Mon.zip/verify"), "failed");
  const damaged = expect.stringContaining("damaged");
  expect(events.at(-1)).toMatchObject({ file: "galley-Mon.zip", error: damaged });
  expect(await view()).toMatchObject({ last: null, items: [{ verified_at: null, error: damaged }] });
  for (const id of ["..%2Fgalley.zip", "notes.zip", "galley-gone.zip", ".galley.zip"])
    await expect(appliance.console("GET", `/backups/${id}`)).rejects.toThrow(/status 404/);
});

it("a backup is verified once if several admins verify it at the same time", async () => {
  await patch({ folder });
  fs.renameSync(path.join(folder, await made()), path.join(folder, "galley-Mon.zip"));
  const verify = () => appliance.console("POST", "/backups/galley-Mon.zip/verify");
  const events = await eventsOf(() => Promise.allSettled([verify(), verify(), verify()]), "verified");
  expect(events.map(({ change }) => change)).not.toContain("failed");
});

it("Galley starts with an empty list and no schedule if the record of backups is damaged", async () => {
  await patch({ schedule: "daily" });
  await appliance.close();
  const record = path.join(appliance.dataDir, "backups.json");
  fs.writeFileSync(record, "{");
  await start({ dataDir: appliance.dataDir });
  expect(await view()).toMatchObject({ plan: { schedule: "off" }, items: [] });
  expect(fs.existsSync(`${record}.damaged`)).toBe(true);
});
