/** Backups that the appliance keeps: scheduled and manual, verified, listed, removed, restored. */
import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { lastDue, nextDue } from "../../../server/backup/backup-plan.ts";
import { openBackupRecord, readBackupRecord } from "../../../server/backup/backup-record.ts";
import { createBackupWork } from "../../../server/backup/backup-work.ts";
import type { BackupsView, RestoreView } from "../../../server/contracts/backups-api.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../server/contracts/logs-api.ts";
import { systemRandom } from "../../../server/core/runtime.ts";
import type { Services } from "../../../server/services.ts";
import type { TestOptions } from "../../support/appliance.ts";
import {
  keptLog,
  type RunningAppliance,
  startAppliance,
  type TestClock,
  temporaryFolder,
  testClock,
} from "../../support/appliance.ts";
import { backUp, command } from "../../support/backups.ts";
import { expectPrivate } from "../../support/data-folder.ts";
import { eventually } from "../../support/eventually.ts";

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
  await start({ clock });
});
const start = async (options: TestOptions) => {
  const started = await startAppliance(options);
  onTestFinished(started.close);
  appliance = started;
  return started;
};

const view = () => appliance.console<BackupsView>("GET", "/backups");
const patch = (part: object) => appliance.console<BackupsView>("PATCH", "/backups", part);
/** Waits until no backup is running and the list has `count` rows. */
const rows = (count: number) =>
  eventually(async () => {
    const { items, busy } = await view();
    expect([items.length, busy]).toEqual([count, null]);
    return items;
  });
async function made(): Promise<string> {
  const before = (await view()).items.length;
  await appliance.console("POST", "/backups");
  return (await rows(before + 1))[0]?.file ?? "";
}
/** The console's events of kind `backup` from `during`, up to the change `until`. */
async function eventsOf(
  during: () => Promise<unknown>,
  until: string,
): Promise<{ change: string; error: string | null }[]> {
  const answer = await appliance.request("GET", "/events");
  await during();
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(`"change":"${until}"`)) break;
  }
  return [...text.matchAll(/event: ?backup\n(?:id:.*\n)?data: ?(.*)\n/g)].map(([, data]) => JSON.parse(data ?? ""));
}

describe("the schedule", () => {
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 9, day, hour, minute).getTime();
  it("is due daily at its hour, weekly on its day, and never if it is off", () => {
    const daily = { schedule: "daily", hour: 3, weekday: 0 } as const;
    expect([lastDue(daily, at(14, 2, 59)), nextDue(daily, at(14, 2, 59))]).toEqual([at(13, 3), at(14, 3)]);
    expect([lastDue(daily, at(14, 3)), nextDue(daily, at(14, 3))]).toEqual([at(14, 3), at(15, 3)]);
    // The 18th is a Sunday.
    const weekly = { ...daily, schedule: "weekly" } as const;
    expect([lastDue(weekly, at(14, 12)), nextDue(weekly, at(14, 12))]).toEqual([at(11, 3), at(18, 3)]);
    expect([lastDue(weekly, at(18, 3)), nextDue(weekly, at(18, 3))]).toEqual([at(18, 3), at(25, 3)]);
    const off = { ...daily, schedule: "off" } as const;
    expect([lastDue(off, NOON), nextDue(off, NOON)]).toEqual([null, null]);
  });

  it("makes one private backup a night, and never reveals its passphrase", async () => {
    const plan = { schedule: "off" };
    expect(await view()).toMatchObject({ items: [], last: null, next_at: null, same_disk: true, plan });
    const answer = await patch({ schedule: "daily", hour: 3, folder, passphrase: PASSPHRASE });
    expect(answer.next_at).toBe(new Date(2026, 9, 15, 3).toISOString().replace("Z", "+00:00"));
    expect(answer.plan.with_secrets).toBe(true);
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
    for (const each of [file, record]) expectPrivate(each);
    const audit = await appliance.console<Page<AuditRow>>("GET", "/audit");
    const shown = [JSON.stringify([answer, audit]), fs.readFileSync(record, "utf8")];
    for (const text of shown) expect(text).not.toContain(PASSPHRASE);
    const secret = path.join(temporaryFolder(), "passphrase");
    fs.writeFileSync(secret, PASSPHRASE);
    const target = ["--data-dir", temporaryFolder(), "--passphrase-file", secret];
    expect(await command("restore", [file, ...target])).toMatchObject({ code: 0 });
    clock.advance(HOUR);
    expect(await rows(1)).toHaveLength(1);
  });

  it("makes one overdue backup after downtime or the machine's sleep", async () => {
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

  it("removes its oldest backup only after a newer one succeeded, and retries failures hourly", async () => {
    await appliance.close();
    await start({ clock, log: keptLog() });
    await patch({ schedule: "daily", hour: 3, folder, keep: 1 });
    const manual = await made();
    fs.writeFileSync(path.join(folder, "notes.zip"), "not ours");
    const nights: string[] = [];
    for (const night of [1, 2]) {
      clock.advance(24 * HOUR);
      await eventually(async () => {
        // Advances the clock, because the previous run may not have ended yet.
        clock.advance(10 * 60_000);
        const { items } = await view();
        expect([items.length, nights.includes(items[0]?.file ?? "")]).toEqual([2, false]);
        nights.push(items[0]?.file ?? "");
      });
      expect(nights).toHaveLength(night);
    }
    const left = [manual, nights[1], "notes.zip"].sort();
    await eventually(() => expect(fs.readdirSync(folder)).toEqual(left));

    fs.renameSync(folder, `${folder}-away`);
    const events = await eventsOf(async () => clock.advance(24 * HOUR), "failed");
    const noFolder = expect.stringContaining(`There is no folder ${folder}`);
    expect(events.at(-1)).toMatchObject({ change: "failed", error: noFolder });
    expect(await view()).toMatchObject({ folder_fault: noFolder });
    fs.renameSync(`${folder}-away`, folder);
    expect(fs.readdirSync(folder)).toEqual(left);
    const mayNot = { file: null, error: expect.stringContaining("may not be connected") };
    expect(await rows(3)).toMatchObject([mayNot, { error: null }, { error: null }]);
    clock.advance(HOUR);
    await eventually(async () => expect((await view()).items[0]).toMatchObject({ by: "schedule", error: null }));
  });

  it("refuses an unusable folder with an error at its field", async () => {
    for (const [given, sentence] of [
      ["backups", /absolute path/],
      ["/no/such/folder", /There is no folder/],
      ["/etc/hostname", /is a file/],
    ] as const) {
      const refused = patch({ folder: given });
      await expect(refused).rejects.toThrow(/"loc":\["body","folder"\]/);
      await expect(refused).rejects.toThrow(sentence);
    }
    await expect(patch({ keep: 0 })).rejects.toThrow(/"loc":\["body","keep"\]/);
  });
});

describe("a manual backup", () => {
  it("is made once for two simultaneous requests, moves with the data folder, and can be downloaded and deleted", async () => {
    const events = await eventsOf(async () => {
      const answers = await Promise.allSettled([1, 2].map(() => appliance.console("POST", "/backups")));
      const refused = answers.filter(({ status }) => status === "rejected");
      expect(refused).toMatchObject([{ reason: { message: expect.stringMatching(/status 409: .*backups\.busy/) } }]);
    }, "made");
    expect(events.map(({ change }) => change)).toEqual(["begun", "made"]);
    const items = await rows(1);
    expect(items).toMatchObject([{ error: null, by: "hand", missing_files: 0 }]);
    const file = items[0]?.file ?? "";
    const { dataDir } = appliance;
    const answer = await appliance.request("GET", `/backups/${file}`);
    expect(answer.headers.get("content-disposition")).toContain(file);
    const bytes = fs.readFileSync(path.join(dataDir, "backups", file));
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);

    await appliance.close();
    const moved = path.join(temporaryFolder(), "moved");
    fs.renameSync(dataDir, moved);
    await start({ clock, dataDir: moved });
    expect((await view()).items).toEqual(items);
    await appliance.console("DELETE", `/backups/${file}`);
    expect(fs.readdirSync(path.join(moved, "backups"))).toEqual([]);
    expect((await view()).items).toEqual([]);
  });

  it("counts as the last backup if the command made it or an admin downloaded it", async () => {
    const file = path.join(folder, "b1.zip");
    expect(await command("backup", [file, "--data-dir", appliance.dataDir])).toMatchObject({ code: 0 });
    const { items } = await appliance.console<Page<AuditRow>>("GET", "/audit");
    expect(items.find(({ action }) => action === "backup made")).toMatchObject({ detail: { file: "b1.zip" } });
    expect((await view()).last).toMatchObject({ file: "b1.zip" });
    clock.advance(HOUR);
    await backUp(appliance);
    await eventually(async () =>
      expect((await view()).last).toMatchObject({ file: expect.stringMatching(/^galley-/) }),
    );
  });

  it("is recorded before the appliance closes if it is complete", async () => {
    const complete = Promise.withResolvers<never>();
    const write = () => complete.promise;
    const record = openBackupRecord(folder, keptLog());
    const services = {
      runtime: { clock, random: systemRandom, log: keptLog() },
      events: { publish: () => undefined },
      audit: { record: () => undefined },
      backups: { write },
    } as unknown as Pick<Services, "runtime" | "events" | "audit" | "backups">;
    const work = createBackupWork(services, record, { folder: () => folder, passphrase: () => null });
    work.beginMaking();
    const closed = work.close();
    complete.resolve({ manifest: { missing: [] }, bytes: 7 } as never);
    await closed;
    expect(readBackupRecord(folder)?.entries).toMatchObject([{ by: "hand", bytes: 7 }]);
  });
});

describe("a backup in the list", () => {
  it("is verified even after a rename, and a missing backup answers 404", async () => {
    await patch({ folder });
    const file = await made();
    clock.advance(HOUR);
    await appliance.console("POST", `/backups/${file}/verify`);
    await eventually(async () => {
      const [row] = (await view()).items;
      expect(Date.parse(row?.verified_at ?? "")).toBe(NOON + HOUR);
    });
    const renamed = path.join(folder, "galley-Mon.zip");
    fs.renameSync(path.join(folder, file), renamed);
    expect(await rows(1)).toMatchObject([{ file: "galley-Mon.zip", verified_at: null, with_secrets: null }]);
    await appliance.console("POST", "/backups/galley-Mon.zip/verify");
    await eventually(async () => expect((await view()).items[0]).toMatchObject({ with_secrets: false, error: null }));
    const bytes = fs.readFileSync(renamed);
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
    fs.writeFileSync(renamed, bytes);
    const events = await eventsOf(() => appliance.console("POST", "/backups/galley-Mon.zip/verify"), "failed");
    const damaged = expect.stringContaining("damaged");
    expect(events.at(-1)).toMatchObject({ file: "galley-Mon.zip", error: damaged });
    expect(await view()).toMatchObject({ last: null, items: [{ verified_at: null, error: damaged }] });
    for (const id of ["..%2Fgalley.zip", "notes.zip", "galley-gone.zip", ".galley.zip"])
      await expect(appliance.console("GET", `/backups/${id}`)).rejects.toThrow(/status 404/);
    await appliance.close();
    const record = path.join(appliance.dataDir, "backups.json");
    fs.writeFileSync(record, "{");
    await start({ clock, dataDir: appliance.dataDir, log: keptLog() });
    expect(await view()).toMatchObject({ plan: { schedule: "off" }, items: [] });
    expect(fs.existsSync(`${record}.damaged`)).toBe(true);
  });

  it("can be restored, and the list keeps the newer backups", async () => {
    await patch({ folder });
    const file = await made();
    await appliance.createProject({ name: "Made afterwards" });
    clock.advance(HOUR);
    await made();
    const report = await appliance.console<RestoreView>("POST", `/backups/${file}/restore`, {});
    expect(report).toMatchObject({ projects_with_new_secrets: [], restarting: false });
    await appliance.close();
    await start({ clock, dataDir: appliance.dataDir });
    const { items } = await appliance.console<Page<{ name: string }>>("GET", "/projects");
    expect(items.map(({ name }) => name)).not.toContain("Made afterwards");
    expect(await rows(2)).toMatchObject([{ verified_at: expect.any(String) }, { verified_at: expect.any(String) }]);
  });
});
