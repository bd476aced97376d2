/** The replica in the console's API, the overview, notifications, the doctor, the support bundle and the database. */
import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { ShellNotice } from "../../../server/admin/shell/shell-view.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../server/contracts/logs-api.ts";
import type { Overview } from "../../../server/contracts/overview-api.ts";
import type { ReplicaTest, ReplicaView } from "../../../server/contracts/replica-api.ts";
import type { Database } from "../../../server/storage/database.ts";
import {
  type RunningAppliance,
  startAppliance,
  type TestOptions,
  temporaryFolder,
  testClock,
} from "../../support/appliance.ts";
import { zipTexts } from "../../support/archives.ts";
import { command, newFile, versionsIn } from "../../support/backups.ts";
import { rebuildInSchema } from "../../support/data-folder.ts";
import { eventually } from "../../support/eventually.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { changeIn, inDatabase, startNewsroom, valuesIn } from "../../support/newsroom.ts";
import { OTHER_MACHINE, takeOverTarget } from "../../support/replica.ts";
import { commitTo, replicaOf as view, waitForState } from "../../support/replicated.ts";

const PASSPHRASE = "seven tall pines";

async function start(options: TestOptions = {}): Promise<RunningAppliance> {
  const appliance = await startAppliance(options);
  onTestFinished(() => appliance.close());
  return appliance;
}

/** The doctor's step about the replica. */
async function doctor({ dataDir }: RunningAppliance, ...args: string[]) {
  const { stdout } = await command("doctor", ["--data-dir", dataDir, "--json", ...args]);
  return (JSON.parse(stdout) as { steps: { name: string }[] }).steps.find(({ name }) => name === "replica");
}

const overview = (appliance: RunningAppliance) => appliance.console<Overview>("GET", "/overview");

it("a replica is tested, set and drilled, appears in the doctor, and is fenced by another machine", async () => {
  const [target, notices] = [temporaryFolder(), [] as ShellNotice[]];
  const follower = { stateChanged: () => {}, noticed: (notice: ShellNotice) => void notices.push(notice) };
  const appliance = await start({ follower });
  expect(await view(appliance)).toMatchObject({ state: "off", target: null, source: "default", with_key: false });
  expect((await overview(appliance)).replica).toBeNull();
  expect(await doctor(appliance)).toMatchObject({ verdict: "skipped" });

  const tested = await appliance.console<ReplicaTest>("POST", "/replica/test", { target });
  expect(tested).toMatchObject({ ok: true, detail: "A probe was written, read and restored." });
  expect(fs.readdirSync(target)).toEqual([]);
  const gone = await appliance.console<ReplicaTest>("POST", "/replica/test", { target: `${target}/gone` });
  expect(gone).toMatchObject({ ok: false, detail: expect.stringContaining(`There is no folder ${target}/gone`) });

  await appliance.console("PUT", "/replica", { target, passphrase: PASSPHRASE });
  await waitForState(appliance, "ok");
  expect(await view(appliance)).toMatchObject({ target, source: "file", with_key: true, epoch: 1, progress: null });
  const tables = "SELECT name FROM sqlite_schema WHERE name LIKE '_litestream%' ORDER BY name";
  expect(valuesIn(appliance.dataDir, tables)).toEqual(["_litestream_lock", "_litestream_seq"]);
  const undrilled = `${target} is reachable, but no drill has run yet.`;
  expect(await doctor(appliance)).toMatchObject({ verdict: "warning", says: undrilled });
  const drilled = await appliance.console<ReplicaView>("POST", "/replica/drill");
  expect(drilled.last_drill).toMatchObject({ ok: true, detail: expect.stringMatching(/^Restored the copy of /) });
  expect((await overview(appliance)).replica).toMatchObject({ state: "ok", target, last_drill: { ok: true } });
  expect(await doctor(appliance)).toMatchObject({ verdict: "ok", says: expect.stringContaining(target) });

  takeOverTarget(target, "2026-11-22T09:30:00.000Z");
  await commitTo(appliance);
  await waitForState(appliance, "fenced");
  const sentence = `${OTHER_MACHINE} took over on 2026-11-22 09:30 UTC, so this Galley is read-only.`;
  expect(await view(appliance)).toMatchObject({
    detail: expect.stringContaining(sentence),
    fenced: { by: OTHER_MACHINE, at: "2026-11-22T09:30:00.000+00:00" },
  });
  expect((await overview(appliance)).replica?.state).toBe("fenced");
  const noticed = { kind: "replica_fenced", title: "Another machine took over", path: "/settings/replication" };
  await eventually(() => expect(notices).toMatchObject([noticed]));
  await expect(appliance.createProject()).rejects.toThrow(/503: .*replica\.fenced/);
  expect(await doctor(appliance)).toMatchObject({ verdict: "problem", says: expect.stringContaining(sentence) });
  const bundle = await appliance.request("POST", "/support-bundle");
  const files = await zipTexts(Buffer.from(await bundle.arrayBuffer()));
  expect(JSON.parse(files.get("replica.json") ?? "")).toMatchObject({ state: "fenced", target, epoch: 1 });

  // The admin continues with this machine.
  expect(await appliance.console("DELETE", "/replica")).toMatchObject({
    state: "off",
    target: null,
    source: "default",
  });
  expect((await appliance.createProject()).name).toMatch(/^Test/);
  const { items } = await appliance.console<Page<AuditRow>>("GET", "/audit");
  const changes = items.filter(({ action }) => action.startsWith("replica "));
  expect(changes.map(({ action, detail }) => [action, detail])).toEqual([
    ["replica removed", {}],
    ["replica changed", { target, with_key: true }],
  ]);
});

it("a target set by a flag cannot be changed, still receives the key, and the doctor reports it missing", async () => {
  const target = temporaryFolder();
  const appliance = await start({ args: ["--replica", target] });
  expect(await view(appliance)).toMatchObject({ target, source: "flag" });
  await expect(appliance.console("PUT", "/replica", { target: temporaryFolder() })).rejects.toThrow(
    /409: .*The target is set by --replica, which overrides this setting/,
  );
  await appliance.console("PUT", "/replica", { target, passphrase: PASSPHRASE });
  await eventually(() => expect(fs.existsSync(path.join(target, "epoch-0001", "key.json"))).toBe(true));
  expect(fs.existsSync(path.join(appliance.dataDir, "config.json"))).toBe(false);
  await appliance.close();
  fs.rmSync(target, { recursive: true });
  const missing = { verdict: "problem", says: expect.stringContaining(`no folder ${target}`) };
  expect(await doctor(appliance, "--replica", target)).toMatchObject(missing);
});

it("sends one notification when it keeps failing, and one when it is up to date again", async () => {
  const [clock, target, mail] = [testClock(), temporaryFolder(), await startMailServer()];
  onTestFinished(() => mail.close());
  const appliance = await start({ clock });
  const titles = () => mail.mails.map(({ data }) => /^Subject: \[Galley\] (.*?)\r$/m.exec(data)?.[1]);
  const inSteps = (ms: number, check: () => unknown) =>
    eventually(async () => {
      clock.advance(ms);
      await check();
    });
  const isIn = (state: ReplicaView["state"]) => async () => expect((await view(appliance)).state).toBe(state);
  await appliance.console("PATCH", "/settings", { notify_disk_free_bytes: 64 * 1024 * 1024 });
  await appliance.console("PUT", "/notifications/mail", {
    ...{ enabled: true, host: "127.0.0.1", port: mail.port, security: "none" },
    ...{ from: "galley@example.org", to: ["ida@example.org"] },
  });
  await appliance.console("PUT", "/replica", { target });
  await inSteps(200, isIn("ok"));

  fs.renameSync(target, `${target}-away`);
  const failing = { state: "failing", target, detail: expect.stringContaining("There is no folder") };
  await inSteps(5_000, async () => expect((await overview(appliance)).replica).toMatchObject(failing));
  // Small steps: while a slow machine copies or sends, no minute may pass, or the replica is behind again.
  await inSteps(2_000, () => expect(titles()).toEqual(["The replica is not up to date"]));

  fs.renameSync(`${target}-away`, target);
  await inSteps(1_000, isIn("ok"));
  await inSteps(2_000, () =>
    expect(titles()).toEqual(["The replica is not up to date", "The replica is up to date again"]),
  );
});

it("shows the steps after a takeover until deliveries are released and the admin dismisses them", async () => {
  const appliance = await start();
  changeIn(appliance.dataDir, "INSERT INTO takeovers (epoch, at) VALUES (2, ?)", Date.parse("2026-11-22T09:30:00Z"));
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  const takeover = { epoch: 2, at: "2026-11-22T09:30:00.000+00:00" };
  expect((await overview(appliance)).takeover).toEqual({ ...takeover, released: false });
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  expect((await overview(appliance)).takeover).toEqual({ ...takeover, released: true });
  await appliance.console("PATCH", "/settings", { takeover_dismissed: 2 });
  expect((await overview(appliance)).takeover).toBeNull();
});

const OLD_SCHEMA = 24;

/** The tables of Litestream 0.3.13. */
const addTables = (database: Database) =>
  database.exec(`CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
    INSERT INTO _litestream_seq VALUES (1, 7); CREATE TABLE _litestream_lock (id INTEGER)`);

it("backup, restore, doctor and an update work with Litestream's tables in the database", async () => {
  const { appliance, article } = await startNewsroom();
  const { dataDir } = appliance;
  await (await article("m")).save("Words");
  inDatabase(dataDir, addTables);

  const examined = await command("doctor", ["--data-dir", dataDir]);
  expect(examined.stdout).toMatch(/galley\.db .* is intact[\s\S]*0 problems/);
  const backup = newFile();
  const made = await command("backup", [backup, "--data-dir", dataDir]);
  expect(made.stdout).toContain("The backup was read back and is complete");
  const restored = path.join(temporaryFolder(), "data");
  expect(await command("restore", [backup, "--data-dir", restored])).toMatchObject({ code: 0 });
  expect(valuesIn(restored, "SELECT name FROM sqlite_schema WHERE name LIKE '_litestream%'")).toEqual([]);
  expect(await versionsIn(restored)).toBe(1);

  await appliance.close();
  rebuildInSchema(dataDir, OLD_SCHEMA, ["projects", "settings", "sessions", "versions"], addTables);
  expect(await versionsIn(dataDir)).toBe(1);
});
