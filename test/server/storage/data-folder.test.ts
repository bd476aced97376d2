import fs from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openDataFolder } from "../../../server/storage/data-folder.ts";
import { type ApplianceProcess, spawnAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command } from "../../support/backups.ts";
import { articleOfKeys } from "../../support/newsroom.ts";
import { expectPrivate, HAS_MODES } from "../../support/private-files.ts";

let appliance: ApplianceProcess | null = null;
afterEach(async () => {
  await appliance?.close();
  appliance = null;
});

/** Everything below a folder that others than its owner may do anything with. */
function openEntries(folder: string): string[] {
  const names = ["", ...fs.readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return names.filter((name) => (fs.lstatSync(path.join(folder, name)).mode & 0o077) !== 0);
}

/** A folder as `mkdir` under the usual umask leaves it. */
function readableFolder(): string {
  const folder = path.join(temporaryFolder(), "data");
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o755);
  return folder;
}

describe.runIf(HAS_MODES)("a data folder that was there and readable for all", () => {
  it("is closed with everything that is written to it", async () => {
    const dataDir = readableFolder();
    appliance = await spawnAppliance({ dataDir });
    const project = await appliance.createProject();
    await (await articleOfKeys(appliance, project, "m", "http://127.0.0.1:9/")).save("Not for all.");
    expect(fs.readdirSync(dataDir)).toEqual(expect.arrayContaining(["galley.db", "galley.db-wal", "galley.db-shm"]));
    expect(openEntries(dataDir)).toEqual([]);
  });

  it("is closed though an earlier Galley left its files readable", async () => {
    const dataDir = readableFolder();
    await (await spawnAppliance({ dataDir })).close();
    fs.mkdirSync(path.join(dataDir, "before-restore-2026"));
    const names = fs.readdirSync(dataDir);
    for (const name of names) {
      const entry = path.join(dataDir, name);
      fs.chmodSync(entry, fs.statSync(entry).isDirectory() ? 0o775 : 0o664);
    }
    fs.chmodSync(dataDir, 0o2775);
    appliance = await spawnAppliance({ dataDir });
    const stillOpen = ["", ...names].filter((name) => (fs.statSync(path.join(dataDir, name)).mode & 0o077) !== 0);
    expect(stillOpen).toEqual([]);
  });

  it("costs the same however many files lie in it", () => {
    const dataDir = readableFolder();
    fs.writeFileSync(path.join(dataDir, "galley.db"), "");
    const folder = path.join(dataDir, "blobs", "ab");
    fs.mkdirSync(folder, { recursive: true });
    for (let n = 0; n < 100; n += 1) fs.writeFileSync(path.join(folder, String(n)), "x", { mode: 0o644 });
    openDataFolder(dataDir);
    expect(fs.statSync(path.join(dataDir, "blobs")).mode & 0o077).toBe(0);
    // Not looked at: nobody else gets to it.
    expect(fs.statSync(path.join(folder, "7")).mode & 0o777).toBe(0o644);
  });
});

it.skipIf(process.getuid?.() !== 0)("lets a file be that an installer put there for somebody else", () => {
  const folder = readableFolder();
  const file = path.join(folder, "config.json");
  fs.writeFileSync(file, "{}");
  fs.chmodSync(file, 0o644);
  fs.chownSync(file, 65_534, 65_534);
  openDataFolder(folder);
  expect([fs.statSync(folder).mode & 0o777, fs.statSync(file).mode & 0o777]).toEqual([0o700, 0o644]);
});

describe.runIf(HAS_MODES)("a folder that is not Galley's to close", () => {
  it.each<[string, (folder: string) => void, string]>([
    ["a folder for all users", (folder) => fs.chmodSync(folder, 0o1777), "shared by all users of this machine"],
    ["somebody's folder", (folder) => fs.writeFileSync(path.join(folder, "letter.txt"), ""), "(letter.txt)"],
  ])("%s is refused and left as it is", (_, make, sentence) => {
    const folder = readableFolder();
    make(folder);
    const { mode } = fs.statSync(folder);
    expect(() => openDataFolder(folder)).toThrow(sentence);
    expect(fs.statSync(folder).mode).toBe(mode);
  });

  it("blobs that a link leads to, elsewhere and readable for all, are refused", () => {
    const folder = temporaryFolder();
    const elsewhere = readableFolder();
    fs.symlinkSync(elsewhere, path.join(folder, "blobs"));
    expect(() => openDataFolder(folder)).toThrow(`chmod 700 ${elsewhere}`);
    expect(fs.statSync(elsewhere).mode & 0o777).toBe(0o755);
  });

  it("a disk mounted there, with no more than a configuration on it, is", () => {
    const folder = readableFolder();
    fs.mkdirSync(path.join(folder, "lost+found"));
    fs.writeFileSync(path.join(folder, "config.json"), "{}");
    openDataFolder(folder);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  });
});

it.runIf(HAS_MODES)("writes a backup that only its owner reads, into a folder that all read", async () => {
  const dataDir = temporaryFolder();
  await (await spawnAppliance({ dataDir })).close();
  const backups = readableFolder();
  const file = path.join(backups, "galley.zip");
  expect(await command("backup", [file, "--data-dir", dataDir])).toMatchObject({ code: 0 });
  expectPrivate(file);
});
