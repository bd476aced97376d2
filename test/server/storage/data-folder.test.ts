import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDataFolder } from "../../../server/storage/data-folder.ts";
import { writeFileDurably } from "../../../server/storage/disk.ts";
import { spawnAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { newFile } from "../../support/backups.ts";
import { HAS_MODES } from "../../support/data-folder.ts";
import { articleOfKeys } from "../../support/newsroom.ts";

const modeOf = (file: string) => fs.statSync(file).mode & 0o777;

/** Everything below a folder that other users can access. */
function openEntries(folder: string): string[] {
  const names = ["", ...fs.readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return names.filter((name) => (fs.lstatSync(path.join(folder, name)).mode & 0o077) !== 0);
}

/** A folder that all users can read, as `mkdir` creates it. */
function readableFolder(): string {
  const folder = path.join(temporaryFolder(), "data");
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o755);
  return folder;
}

describe.runIf(HAS_MODES)("an existing data folder that all users can read", () => {
  it("is made private, with everything that Galley writes to it", async () => {
    const dataDir = readableFolder();
    // Its own process, in which SQLite creates all files.
    const appliance = await spawnAppliance({ dataDir });
    onTestFinished(appliance.close);
    const project = await appliance.createProject();
    await (await articleOfKeys(appliance, project, "m", "http://127.0.0.1:9/")).save("Not for all.");
    expect(fs.readdirSync(dataDir)).toEqual(expect.arrayContaining(["galley.db", "galley.db-wal", "galley.db-shm"]));
    expect(openEntries(dataDir)).toEqual([]);
  });

  it("is made private with the readable files of an earlier Galley", async () => {
    const dataDir = readableFolder();
    await (await startAppliance({ dataDir })).close();
    fs.mkdirSync(path.join(dataDir, "before-restore-2026"));
    const names = fs.readdirSync(dataDir);
    for (const name of names) {
      const entry = path.join(dataDir, name);
      fs.chmodSync(entry, fs.statSync(entry).isDirectory() ? 0o775 : 0o664);
    }
    fs.chmodSync(dataDir, 0o2775);
    await (await startAppliance({ dataDir })).close();
    expect(openEntries(dataDir).filter((name) => names.includes(name) || name === "")).toEqual([]);
  });

  it("is made private without visiting each blob", () => {
    const dataDir = readableFolder();
    fs.writeFileSync(path.join(dataDir, "galley.db"), "");
    const folder = path.join(dataDir, "blobs", "ab");
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "7"), "x", { mode: 0o644 });
    openDataFolder(dataDir);
    expect(modeOf(path.join(dataDir, "blobs"))).toBe(0o700);
    // Unchanged, because other users cannot reach it.
    expect(modeOf(path.join(folder, "7"))).toBe(0o644);
  });
});

it.skipIf(process.getuid?.() !== 0)("leaves the mode of a file that belongs to another user", () => {
  const folder = readableFolder();
  const file = path.join(folder, "config.json");
  fs.writeFileSync(file, "{}");
  fs.chmodSync(file, 0o644);
  fs.chownSync(file, 65_534, 65_534);
  openDataFolder(folder);
  expect([modeOf(folder), modeOf(file)]).toEqual([0o700, 0o644]);
});

describe.runIf(HAS_MODES)("openDataFolder", () => {
  it.each<[string, (folder: string) => void, string]>([
    ["a folder for all users", (folder) => fs.chmodSync(folder, 0o1777), "shared by all users of this machine"],
    ["a folder with other files", (folder) => fs.writeFileSync(path.join(folder, "letter.txt"), ""), "(letter.txt)"],
  ])("refuses %s and leaves it unchanged", (_, make, sentence) => {
    const folder = readableFolder();
    make(folder);
    const { mode } = fs.statSync(folder);
    expect(() => openDataFolder(folder)).toThrow(sentence);
    expect(fs.statSync(folder).mode).toBe(mode);
  });

  it("refuses blobs linked to a folder that all users can read", () => {
    const folder = temporaryFolder();
    const elsewhere = readableFolder();
    fs.symlinkSync(elsewhere, path.join(folder, "blobs"));
    expect(() => openDataFolder(folder)).toThrow(`chmod 700 ${elsewhere}`);
    expect(modeOf(elsewhere)).toBe(0o755);
  });

  it("makes a mounted disk private that has only a configuration", () => {
    const folder = readableFolder();
    fs.mkdirSync(path.join(folder, "lost+found"));
    fs.writeFileSync(path.join(folder, "config.json"), "{}");
    openDataFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });
});

it("does not follow a link at the predictable name of the temporary file", async () => {
  const folder = temporaryFolder();
  const other = newFile("other", "of another user");
  const file = path.join(folder, "secret.key");
  fs.symlinkSync(other, `${file}.${process.pid}.tmp`);
  await writeFileDurably(file, "a key", 0o600);
  expect(fs.readFileSync(other, "utf8")).toBe("of another user");
  expect(fs.readFileSync(file, "utf8")).toBe("a key");
});
