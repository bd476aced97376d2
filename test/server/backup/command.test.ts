import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { BackupsView } from "../../../server/contracts/backups-api.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { article, backUp, command, newFile, treeOf, versionsIn } from "../../support/backups.ts";
import { expectPrivate } from "../../support/data-folder.ts";
import { inDatabase, startNewsroom } from "../../support/newsroom.ts";
import { ROOT, readJson } from "../../support/project-files.ts";

const { appliance, project, site } = await startNewsroom({ name: "Post" });
await (await article(appliance, project, "m", site.callbackUrl)).save("One");
await site.received(1);

it("npm run backup and galley restore copy a running appliance to another folder", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "galley.zip");
  const { scripts } = readJson("package.json");
  expect(scripts.restore).toBe(scripts.backup.replace("backup", "restore"));
  const words = ["run", "--silent", "backup", "--", file, "--data-dir", appliance.dataDir];
  const made = await promisify(execFile)("npm", words, { cwd: ROOT, shell: process.platform === "win32" });
  expect(made.stdout).toMatch(
    /^Backed up .* 2 projects, 1 session, 1 version and 1 file\. The backup was read back and is complete\./,
  );
  expect(made.stdout).toMatch(/does not contain the projects' secrets/);
  expectPrivate(file);
  expect((await appliance.console<BackupsView>("GET", "/backups")).last).toMatchObject({ file: "galley.zip" });
  expect(fs.readdirSync(folder)).toEqual(["galley.zip"]);
  const restored = await command("restore", [file, "--data-dir", path.join(folder, "data")]);
  expect(restored.stdout).toMatch(/Deliveries are on hold \(0\)/);
  expect(await versionsIn(path.join(folder, "data"))).toBe(1);
}, 60_000);

it("reports invalid arguments, and replaces a backup only with --force", async () => {
  const file = await backUp(appliance);
  const other = newFile("thesis.docx", "words");
  const here = ["--data-dir", appliance.dataDir];
  const cases: [name: "backup" | "restore", args: string[], message: RegExp, code?: number][] = [
    ["backup", [], /Give one file\. Usage: galley backup/, 2],
    ["backup", ["a", "--nonsense"], /Unknown option '--nonsense'\. Usage/, 2],
    ["backup", [other, ...here], /exists and is not a Galley backup\. Name another file/],
    ["backup", [file, ...here], /exists\. Name another file, or use --force to replace this backup/],
    ["backup", [path.dirname(other), ...here], /is a folder/],
    ["backup", ["/no/such/folder/x", ...here], /The folder \/no\/such\/folder does not exist/],
    ["backup", [newFile(), "--data-dir", temporaryFolder()], /No Galley data found in/],
    ["backup", [newFile(), ...here, "--passphrase-file", other], /must have 8 to 1024 characters/, 2],
    ["restore", [file], /--data-dir is required without --check/, 2],
    ["restore", ["/no/such/file", "--check"], /The file .* does not exist/],
    ["restore", [other, "--check"], /This is not a backup of Galley/],
    ["restore", [file, ...here], /is in use by another Galley/],
  ];
  for (const [name, args, message, code = 1] of cases)
    expect(await command(name, args)).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(message) });
  expect(fs.readFileSync(other, "utf8")).toBe("words");
  expect(fs.readdirSync(appliance.dataDir).filter((name) => /restore/.test(name))).toEqual([]);
  expect(await command("backup", [file, "--force", ...here])).toMatchObject({ code: 0 });
  expect(fs.readdirSync(path.dirname(file))).toEqual(["galley.zip"]);
}, 60_000);

it("backs up and restores the folder of a stopped Galley, and keeps the old data", async () => {
  await appliance.close();
  const { dataDir } = appliance;
  const before = treeOf(dataDir);
  const file = newFile();
  const made = await command("backup", [file, "--data-dir", dataDir]);
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining("Galley is not running")]);
  expect(treeOf(dataDir)).toEqual(before);
  const { code, stdout } = await command("restore", [file, "--data-dir", dataDir]);
  expect(code).toBe(0);
  const aside = /The previous data is in (\S+)\. Delete/.exec(stdout)?.[1] ?? "";
  expect(treeOf(aside)["galley.db"]).toBe(before["galley.db"]);
  expect(await versionsIn(dataDir)).toBe(1);

  inDatabase(dataDir, (database) => database.pragma("user_version = 9999"));
  const newer = await command("backup", [newFile(), "--data-dir", dataDir]);
  expect(newer.code).toBe(1);
  expect(newer.stderr).toMatch(/The backup was not made\. The data folder was written by a newer Galley[^\n]*\n$/);
});
