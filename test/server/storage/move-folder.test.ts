import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { beforeEach, expect, it } from "vitest";
import { readConfig, readDataDir } from "../../../server/config/config.ts";
import { moveDataFolder, surveyMove } from "../../../server/relocation/move-folder.ts";
import { openDataFolder } from "../../../server/storage/data-folder.ts";
import { oldDataOf, readMovedFrom } from "../../../server/storage/moved-folder.ts";
import { keptLog, startAppliance, temporaryFolder } from "../../support/appliance.ts";

const never = new AbortController().signal;
const AT = Date.parse("2026-11-22T10:00:00Z");
const KEPT = "before-move-2026-11-22T10-00-00Z";

let home: string;
let standard: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  home = temporaryFolder();
  env = { XDG_DATA_HOME: home, LOCALAPPDATA: home };
  standard = readConfig([], env).standardDataDir ?? "";
});

/** A data folder with a project, a blob, an old file time, and files of the desktop app. */
async function makeData(dataDir: string): Promise<void> {
  const appliance = await startAppliance({ dataDir });
  await appliance.createProject({ name: "The Daily" });
  await appliance.close();
  fs.mkdirSync(path.join(dataDir, "blobs", "ab"), { recursive: true });
  fs.writeFileSync(path.join(dataDir, "blobs", "ab", "cd"), "x".repeat(3_000_000));
  fs.mkdirSync(path.join(dataDir, "desktop", "Cache"), { recursive: true });
  fs.writeFileSync(path.join(dataDir, "desktop", "Local State"), '{"os_crypt":{}}');
  fs.mkdirSync(path.join(dataDir, "logs"), { recursive: true });
  fs.writeFileSync(path.join(dataDir, "logs", "crash.txt"), "");
  fs.utimesSync(path.join(dataDir, "logs", "crash.txt"), 1_000_000, 1_000_000);
}

async function move(from: string, to: string, signal = never): Promise<string[]> {
  const log = keptLog();
  const progress: number[] = [];
  const onProgress = (done: number) => void progress.push(done);
  await surveyMove({ from, to, standard }, signal);
  const kept = await moveDataFolder({ from, to, standard }, { log, at: AT, signal, onProgress });
  expect(kept).toBe(path.join(from, KEPT));
  expect(progress.at(-1)).toBeGreaterThan(0.9);
  return log.lines;
}

/** The content of every file below a folder, by name. */
function contentOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), fs.readFileSync(file, "latin1")]),
  );
}

async function projectsOf(dataDir: string): Promise<string[]> {
  const appliance = await startAppliance({ dataDir });
  const { items } = await appliance.console<{ items: { name: string }[] }>("GET", "/projects");
  await appliance.close();
  return items.map(({ name }) => name);
}

it("moves all data, keeps the old data aside, and is found again without a flag", async () => {
  await makeData(standard);
  const before = contentOf(standard);
  const to = temporaryFolder();
  await move(standard, to);

  expect(readConfig([], env)).toMatchObject({ dataDir: to, standardDataDir: standard });
  expect(readDataDir([], env)).toBe(to);
  const { "moved-from.json": note, ...after } = contentOf(to);
  expect(JSON.parse(note ?? "")).toEqual({ from: standard, kept: path.join(standard, KEPT), isComplete: true });
  const { "galley.lock": _, ...moved } = before;
  expect(Object.keys(after).sort()).toEqual(Object.keys(moved).sort());
  // SQLite counts its writes in the header of galley.db.
  for (const name of Object.keys(after)) if (name !== "galley.db") expect(after[name] === moved[name], name).toBe(true);
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
  await makeData(standard);
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
  await makeData(standard);
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
  await makeData(standard);
  const used = temporaryFolder();
  fs.writeFileSync(path.join(used, "letters.txt"), "");
  const inside = path.join(standard, "inside");
  fs.mkdirSync(inside);
  const link = path.join(temporaryFolder(), "link");
  fs.symlinkSync(standard, link);
  const refusals: [string, string][] = [
    [used, "is not empty (it contains letters.txt)"],
    [inside, "contains the other"],
    [path.dirname(standard), "contains the other"],
    [standard, "already"],
    [link, "already"],
    [path.join(used, "nowhere"), "does not exist"],
  ];
  for (const [to, sentence] of refusals)
    await expect(surveyMove({ from: standard, to, standard }, never)).rejects.toThrow(sentence);
  fs.symlinkSync(used, path.join(standard, "blobs", "elsewhere"));
  await expect(surveyMove({ from: standard, to: temporaryFolder(), standard }, never)).rejects.toThrow(
    "is a link or a special file",
  );
});

it("leaves both folders unchanged when the move fails or is cancelled", async () => {
  await makeData(standard);
  const to = temporaryFolder();
  const before = contentOf(standard);
  const expectUnchanged = async () => {
    expect(fs.readdirSync(to)).toEqual([]);
    expect(readDataDir([], env)).toBe(standard);
    expect(Object.keys(contentOf(standard)).sort()).toEqual(Object.keys(before).sort());
  };
  // Cancelled during the copy.
  const stop = new AbortController();
  const plan = { from: standard, to, standard };
  const options = { log: keptLog(), at: AT, signal: stop.signal, onProgress: () => stop.abort() };
  await expect(moveDataFolder(plan, options)).rejects.toThrow("aborted");
  await expectUnchanged();
  expect(await projectsOf(standard)).toContain("The Daily");

  // A damaged database is not accepted as a copy.
  const file = path.join(standard, "galley.db");
  const database = new Sqlite(file);
  database.pragma("journal_mode = DELETE");
  database.close();
  const bytes = fs.readFileSync(file);
  bytes.fill(0xff, 4096 * 3, 4096 * 6);
  fs.writeFileSync(file, bytes);
  await expect(moveDataFolder(plan, { log: keptLog(), at: AT, signal: never, onProgress: () => {} })).rejects.toThrow(
    /damaged|malformed/,
  );
  await expectUnchanged();
});

it("refuses the unfinished copy of a killed process", async () => {
  await makeData(standard);
  const to = temporaryFolder();
  const note = { from: standard, kept: path.join(standard, KEPT), isComplete: false };
  fs.writeFileSync(path.join(to, "moved-from.json"), JSON.stringify(note));
  expect(readDataDir([], env)).toBe(standard);
  expect(() => openDataFolder(to)).toThrow("the data is still there. Start Galley on that folder");
  await expect(surveyMove({ from: standard, to, standard }, never)).rejects.toThrow("Delete its content, or choose");
  const moved = readMovedFrom(to);
  expect(moved?.isComplete).toBe(false);
  // The old data is still in the source folder.
  expect(moved && oldDataOf(moved)).toBe(standard);
  // Without this note, Galley would create new data in the standard folder.
  fs.writeFileSync(path.join(to, "moved-to.json"), JSON.stringify({ to: standard, at: "2026-11-22T10:00:00Z" }));
  await expect(surveyMove({ from: standard, to, standard: to }, never)).rejects.toThrow(
    "Delete its content except moved-to.json, which Galley needs to find its data, or choose another folder.",
  );
  fs.rmSync(path.join(to, "moved-to.json"));
  fs.writeFileSync(path.join(to, "moved-from.json"), "{}");
  expect(() => openDataFolder(to)).toThrow(
    /moved-from\.json is invalid: it must say where the data came from\. If all of the data is here, remove this file/,
  );
});
