import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { readConfig, readDataDir } from "../../../server/config/config.ts";
import { openDataFolder } from "../../../server/storage/data-folder.ts";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";

let standard: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  const home = temporaryFolder();
  env = { XDG_DATA_HOME: home, LOCALAPPDATA: home, ...(process.platform === "darwin" ? { HOME: home } : {}) };
  standard = readDataDir([], env);
  fs.mkdirSync(standard, { recursive: true });
});

const note = (folder: string, name: "to" | "from", content: object) =>
  fs.writeFileSync(path.join(folder, `moved-${name}.json`), JSON.stringify(content));

const AT = "2026-11-22T10:00:00Z";

it("follows the note in the standard folder, and refuses that folder itself", async () => {
  const to = temporaryFolder();
  await (await startAppliance({ dataDir: to })).close();
  note(standard, "to", { to, at: AT });
  // An earlier version leaves this note in the new folder.
  note(to, "from", { from: standard, kept: path.join(standard, "before-move"), isComplete: true });

  const { dataDir } = readConfig([], env);
  expect(dataDir).toBe(to);
  await (await startAppliance({ dataDir })).close();
  expect(() => openDataFolder(standard)).toThrow(`was moved to ${to}`);
  await expect(startAppliance({ dataDir: standard })).rejects.toThrow("Start Galley on that folder with --data-dir");
  expect(fs.readdirSync(standard)).toEqual(["moved-to.json"]);
});

it("never creates new data if the moved data is missing", () => {
  const to = path.join(temporaryFolder(), "disk");
  note(standard, "to", { to, at: AT });
  expect(() => readConfig([], env)).toThrow(/which does not exist\. If a disk belongs there, connect it/);
  fs.mkdirSync(to);
  expect(() => readConfig([], env)).toThrow(/contains no Galley data\. If a disk belongs there, connect it/);
  expect(fs.readdirSync(to)).toEqual([]);
  note(standard, "to", { to: "elsewhere" });
  expect(() => readConfig([], env)).toThrow(/moved-to\.json is invalid\. Example: /);
  // The flag overrides the note.
  expect(readDataDir(["--data-dir", to], env)).toBe(to);
});

it("refuses the unfinished copy of an earlier version", () => {
  const to = temporaryFolder();
  note(to, "from", { from: standard, kept: path.join(standard, "before-move"), isComplete: false });
  expect(() => openDataFolder(to)).toThrow("the data is still there. Start Galley on that folder");
  note(to, "from", {});
  expect(() => openDataFolder(to)).toThrow(
    /moved-from\.json is invalid\. If all of the data is here, remove this file/,
  );
});
