import fs from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { readConfig, readDataDir } from "../../../server/config/config.ts";
import { checkMove, moveDataFolder } from "../../../server/relocation/move-folder.ts";
import { openDataFolder } from "../../../server/storage/data-folder.ts";
import { previousDataFolder, readMovedFrom } from "../../../server/storage/moved-folder.ts";
import { keptLog, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { treeOf } from "../../support/backups.ts";

const never = new AbortController().signal;
const AT = Date.parse("2026-11-22T10:00:00Z");
const KEPT = "before-move-2026-11-22T10-00-00Z";

/** A data folder with a project, a blob, an old file time, and files of the desktop app. */
const template = temporaryFolder();
beforeAll(async () => {
  const appliance = await startAppliance({ dataDir: template });
  await appliance.createProject({ name: "The Daily" });
  await appliance.close();
  const files = {
    "blobs/ab/cd": "x".repeat(3_000_000),
    "desktop/Local State": '{"os_crypt":{}}',
    "logs/crash.txt": "",
  };
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(template, name)), { recursive: true });
    fs.writeFileSync(path.join(template, name), text);
  }
  fs.utimesSync(path.join(template, "logs/crash.txt"), 1_000_000, 1_000_000);
});

let standard: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  const home = temporaryFolder();
  env = { XDG_DATA_HOME: home, LOCALAPPDATA: home };
  standard = readConfig([], env).standardDataDir ?? "";
  fs.cpSync(template, standard, { recursive: true, preserveTimestamps: true });
});

const survey = (to: string, from = standard) => checkMove({ from, to, standard }, never);

/** @param onProgress the part of the data that is copied, up to 1 */
const moveTo = (to: string, from = standard, signal = never, onProgress: (done: number) => void = () => {}) =>
  moveDataFolder({ from, to, standard }, { log: keptLog(), at: AT, signal, onProgress });

async function move(from: string, to: string): Promise<void> {
  const progress: number[] = [];
  await survey(to, from);
  expect(await moveTo(to, from, never, (done) => progress.push(done))).toBe(path.join(from, KEPT));
  expect(progress.at(-1)).toBeGreaterThan(0.9);
}

async function projectsOf(dataDir: string): Promise<string[]> {
  const appliance = await startAppliance({ dataDir });
  const { items } = await appliance.console<{ items: { name: string }[] }>("GET", "/projects");
  await appliance.close();
  return items.map(({ name }) => name);
}

it("moves all data, keeps the old data aside, and is found again without a flag", async () => {
  const before = treeOf(standard);
  const to = temporaryFolder();
  await move(standard, to);

  expect(readConfig([], env)).toMatchObject({ dataDir: to, standardDataDir: standard });
  expect(readDataDir([], env)).toBe(to);
  const note = JSON.parse(fs.readFileSync(path.join(to, "moved-from.json"), "utf8"));
  expect(note).toEqual({ from: standard, kept: path.join(standard, KEPT), isComplete: true });
  // SQLite counts its writes in the header of galley.db.
  const changed = { "moved-from.json": expect.any(String), "galley.db": expect.any(String) };
  expect(treeOf(to)).toEqual({ ...before, ...changed });
  expect(fs.statSync(path.join(to, "logs", "crash.txt")).mtimeMs).toBe(1_000_000_000);
  if (process.platform !== "win32") expect(fs.statSync(to).mode & 0o777).toBe(0o700);
  expect(fs.readdirSync(standard).sort()).toEqual([KEPT, "desktop", "galley.lock", "moved-to.json"]);
  expect(await projectsOf(to)).toContain("The Daily");

  // No second copy of the data comes into use.
  expect(() => openDataFolder(standard)).toThrow(`was moved to ${to}`);
  await expect(startAppliance({ dataDir: standard })).rejects.toThrow("Start Galley on that folder with --data-dir");
  expect(fs.readdirSync(standard).sort()).toEqual([KEPT, "desktop", "galley.lock", "moved-to.json"]);
});

it("moves on to a third folder, and back to the first", async () => {
  const [second, third] = [temporaryFolder(), temporaryFolder()];
  await move(standard, second);
  await move(second, third);
  expect(readDataDir([], env)).toBe(third);
  expect(() => openDataFolder(second)).toThrow(`was moved to ${third}`);

  fs.rmSync(path.join(standard, KEPT), { recursive: true });
  await move(third, standard);
  expect(readDataDir([], env)).toBe(standard);
  expect(await projectsOf(standard)).toContain("The Daily");
  expect(() => openDataFolder(third)).toThrow(`was moved to ${standard}`);
});

it("never creates new data if the moved data is missing", async () => {
  const to = path.join(temporaryFolder(), "disk");
  fs.mkdirSync(to);
  await move(standard, to);
  fs.renameSync(to, `${to}-unplugged`);
  expect(() => readConfig([], env)).toThrow(/which does not exist\. If its disk is not connected, connect it/);
  fs.mkdirSync(to);
  expect(() => readConfig([], env)).toThrow(/contains no Galley data\. If a disk belongs there, connect it/);
  expect(fs.readdirSync(to)).toEqual([]);
  fs.writeFileSync(path.join(standard, "moved-to.json"), '{"to": "elsewhere"}');
  expect(() => readConfig([], env)).toThrow(/moved-to\.json is invalid: it must say where the data is/);
  // The flag overrides the note.
  expect(readDataDir(["--data-dir", `${to}-unplugged`], env)).toBe(`${to}-unplugged`);
});

it("refuses an unsuitable folder with the reason", async () => {
  const used = temporaryFolder();
  fs.writeFileSync(path.join(used, "letters.txt"), "");
  const inside = path.join(standard, "inside");
  fs.mkdirSync(inside);
  const link = path.join(temporaryFolder(), "link");
  fs.symlinkSync(standard, link);
  await expect(survey(used)).rejects.toThrow("is not empty (it contains letters.txt)");
  for (const other of [inside, path.dirname(standard)])
    await expect(survey(other)).rejects.toThrow("contains the other");
  for (const same of [standard, link]) await expect(survey(same)).rejects.toThrow("already");
  await expect(survey(path.join(used, "nowhere"))).rejects.toThrow("does not exist");
  fs.symlinkSync(used, path.join(standard, "blobs", "elsewhere"));
  await expect(survey(temporaryFolder())).rejects.toThrow("is a link or a special file");
});

it("leaves both folders unchanged when the move fails or is cancelled", async () => {
  const to = temporaryFolder();
  const names = () => fs.readdirSync(standard, { recursive: true }).sort();
  const before = names();
  const expectUnchanged = () => {
    expect(fs.readdirSync(to)).toEqual([]);
    expect(readDataDir([], env)).toBe(standard);
    expect(names()).toEqual(before);
  };
  const stop = new AbortController();
  await expect(moveTo(to, standard, stop.signal, () => stop.abort())).rejects.toThrow("aborted");
  expectUnchanged();
  expect(await projectsOf(standard)).toContain("The Daily");

  // A damaged database is not accepted as a copy.
  const file = path.join(standard, "galley.db");
  const bytes = fs.readFileSync(file);
  bytes.fill(0xff, 4096 * 3, 4096 * 6);
  fs.writeFileSync(file, bytes);
  await expect(moveTo(to)).rejects.toThrow(/damaged|malformed/);
  expectUnchanged();
});

it("refuses the unfinished copy of a killed process", async () => {
  const to = temporaryFolder();
  const note = { from: standard, kept: path.join(standard, KEPT), isComplete: false };
  fs.writeFileSync(path.join(to, "moved-from.json"), JSON.stringify(note));
  expect(readDataDir([], env)).toBe(standard);
  expect(() => openDataFolder(to)).toThrow("the data is still there. Start Galley on that folder");
  await expect(survey(to)).rejects.toThrow("Delete its content, or choose");
  const moved = readMovedFrom(to);
  expect(moved?.isComplete).toBe(false);
  // The old data is still in the source folder.
  expect(moved && previousDataFolder(moved)).toBe(standard);
  // Without this note, Galley would create new data in the standard folder.
  fs.writeFileSync(path.join(to, "moved-to.json"), JSON.stringify({ to: standard, at: "2026-11-22T10:00:00Z" }));
  await expect(checkMove({ from: standard, to, standard: to }, never)).rejects.toThrow(
    "Delete its content except moved-to.json, which Galley needs to find its data, or choose another folder.",
  );
  fs.rmSync(path.join(to, "moved-to.json"));
  fs.writeFileSync(path.join(to, "moved-from.json"), "{}");
  expect(() => openDataFolder(to)).toThrow(
    /moved-from\.json is invalid: it must say where the data came from\. If all of the data is here, remove this file/,
  );
});
