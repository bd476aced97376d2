/** Commands that root runs on the data folder of another user. They change users, so each runs in its own process. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { dataFolderAdvice } from "../../../server/commands/data-folder.ts";
import { holdFolder } from "../../../server/storage/database.ts";
import { spawnAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { backUp, newFile, spawnCommand } from "../../support/backups.ts";
import { served } from "../../support/newsroom.ts";

/** An unprivileged user, instead of the service's user. */
const OWNER = 65534;

function give(folder: string): void {
  fs.chownSync(folder, OWNER, OWNER);
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" }))
    fs.lchownSync(path.join(folder, name), OWNER, OWNER);
}

function ownersIn(folder: string): number[] {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  return [...new Set(["", ...names].map((name) => fs.lstatSync(path.join(folder, name)).uid))];
}

function foldersOf(owner: number, mode: number): string {
  const folder = temporaryFolder();
  fs.chownSync(folder, owner, owner);
  fs.chmodSync(folder, mode);
  return folder;
}

/** A stopped Galley and a backup that only root can read. */
async function stopped() {
  const appliance = await startAppliance();
  const archive = await backUp(appliance);
  await appliance.close();
  return { archive, stoppedDir: appliance.dataDir };
}

const isRoot = process.getuid?.() === 0;
const { archive, stoppedDir } = isRoot ? await stopped() : { archive: "", stoppedDir: "" };

describe.runIf(isRoot)("run by root", () => {
  // Lets other users enter the parents of the temporary folders.
  beforeAll(() => {
    for (let folder = os.tmpdir(); folder !== path.dirname(folder); folder = path.dirname(folder)) {
      const { mode } = fs.statSync(folder);
      if ((mode & 0o001) === 0) fs.chmodSync(folder, mode | 0o011);
    }
  });

  it("every command leaves all files to the owner of the folder, or of the parent of a new folder", async () => {
    const home = foldersOf(OWNER, 0o700);
    const dataDir = path.join(home, "made", "here");
    expect(await spawnCommand("restore", [archive, "--data-dir", dataDir])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/Checking/),
    });
    const project = ["--name", "Post", "--environment", "dev"];
    expect(await spawnCommand("add-project", [...project, "--data-dir", dataDir])).toMatchObject({ code: 0 });
    expect(ownersIn(home)).toEqual([OWNER]);

    const again = await spawnAppliance({ dataDir });
    expect(await spawnCommand("console-link", ["--data-dir", dataDir])).toMatchObject({ code: 0 });
    expect(await spawnCommand("doctor", ["--data-dir", dataDir])).toMatchObject({ code: 0 });
    expect(fs.readFileSync(`/proc/${again.child.pid}/status`, "utf8")).toMatch(
      new RegExp(
        `^Uid:\\t${OWNER}\\t${OWNER}\\t${OWNER}\\t${OWNER}\nGid:\\t${OWNER}\\t${OWNER}\\t${OWNER}\\t${OWNER}$[\\s\\S]*^Groups:\\t${OWNER} $`,
        "m",
      ),
    );
    await again.close();
    expect(ownersIn(dataDir)).toEqual([OWNER]);
  });

  it("programs started by a command use the owner's home folder", () => {
    const command = path.resolve(import.meta.dirname, "../../../server/commands/data-folder.ts");
    const script = `import { resolveDataDir } from ${JSON.stringify(command)};
      resolveDataDir([], { env: process.env });
      console.log(process.env.HOME);`;
    const homeWith = (owner: number) => {
      const dataDir = foldersOf(owner, 0o700);
      const env = { PATH: process.env.PATH, HOME: "/root", GALLEY_DATA_DIR: dataDir };
      const output = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
        env,
        encoding: "utf8",
      });
      return { home: output.trimEnd(), dataDir };
    };
    const [account = ""] = execFileSync("getent", ["passwd", String(OWNER)], { encoding: "utf8" }).split("\n");
    expect(homeWith(OWNER).home).toBe(account.split(":")[5]);
    const without = homeWith(54321);
    expect(without.home).toBe(without.dataDir);
  });

  it("backup writes where the owner may write, and refuses other folders with an error", async () => {
    const dataDir = temporaryFolder();
    fs.cpSync(stoppedDir, dataDir, { recursive: true });
    give(dataDir);
    const refused = newFile();
    expect(await spawnCommand("backup", [refused, "--data-dir", dataDir])).toMatchObject({
      code: 1,
      stderr: `The backup was not made. The owner of the data folder (uid ${OWNER}) cannot write to ${path.dirname(refused)}. Name a file in a folder that this user can write to.\n`,
    });
    const file = path.join(foldersOf(OWNER, 0o700), "galley.zip");
    expect(await spawnCommand("backup", [file, "--data-dir", dataDir])).toMatchObject({ code: 0 });
    expect(fs.statSync(file).uid).toBe(OWNER);
    expect(ownersIn(dataDir)).toEqual([OWNER]);
  });

  it("never sends root's files to the owner's port through symbolic links", async () => {
    const secret = newFile("root-only");
    fs.writeFileSync(secret, "a line of root's\n", { mode: 0o600 });
    const tokens: string[] = [];
    const listener = http.createServer((request, response) => {
      tokens.push(String(request.headers.authorization));
      response.writeHead(500).end();
    });
    const url = await served(listener);
    const dataDir = temporaryFolder();
    const hold = holdFolder(dataDir);
    fs.symlinkSync(secret, path.join(dataDir, "console-token"));
    fs.writeFileSync(path.join(dataDir, "running.json"), JSON.stringify({ url, console_url: url, pid: 1 }));
    fs.symlinkSync(secret, path.join(dataDir, "config.json"));
    give(dataDir);
    const project = ["--name", "Post", "--environment", "dev"];
    const file = path.join(foldersOf(OWNER, 0o700), "galley.zip");
    fs.writeFileSync(path.join(dataDir, "galley.db"), "", { mode: 0o600 });
    fs.chownSync(path.join(dataDir, "galley.db"), OWNER, OWNER);
    for (const [name, args] of [
      ["console-link", []],
      ["add-project", project],
      ["backup", [file]],
      ["doctor", []],
      ["serve", []],
    ] as const) {
      const ended = await spawnCommand(name, [...args, "--data-dir", dataDir]);
      expect([name, ended.code]).not.toEqual([name, 0]);
      expect(ended.stdout + ended.stderr).not.toContain("a line of root's");
    }
    expect(tokens).toEqual([]);
    hold.close();
  });
});

const user = process.geteuid?.();
afterEach(() => {
  if (user === 0) process.seteuid?.(0);
});

it("names the command for the service if the machine has one", () => {
  const service = temporaryFolder();
  expect(dataFolderAdvice("/home/ann/.local/share/galley", "console-link", "Start it.", service)).toBe(
    "Start it. For the service on this machine, run: sudo -u galley galley console-link",
  );
  expect(dataFolderAdvice(service, "console-link", "Start it.", service)).toBe("Start it.");
  expect(dataFolderAdvice(service, "console-link", "Start it.", path.join(service, "none"))).toBe("Start it.");
});

it.skipIf(process.platform === "win32")("names the user to run as if this user cannot read the folder", () => {
  const closed = temporaryFolder();
  fs.chmodSync(closed, 0);
  if (user === 0) process.seteuid?.(65534);
  expect(dataFolderAdvice(closed, "backup FILE", "Name its folder.", "/none")).toBe(
    "This user cannot read the folder. Run the command as the user that Galley runs as.",
  );
  expect(dataFolderAdvice(closed, "backup FILE", "Name its folder.", closed)).toContain(
    "sudo -u galley galley backup FILE",
  );
});
