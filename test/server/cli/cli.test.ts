/** The command line of the appliance: what it prints, and with which code it ends. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../../server/config/config.ts";
import { openDataFolder } from "../../../server/storage/data-folder.ts";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command } from "../../support/backups.ts";
import { CLI } from "../../support/server.ts";

const NOBODY = 65_534;

/** Outside the folder of the tests, which only their own user enters. */
const forAll: string[] = [];
function folderForAll(): string {
  const folder = fs.mkdtempSync("/tmp/galley-for-all-");
  fs.chmodSync(folder, 0o755);
  forAll.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of forAll.splice(0)) fs.rmSync(folder, { recursive: true });
});

function start(args: string[], as: { uid?: number; cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { status, stdout, stderr, signal } = spawnSync(
    process.execPath,
    [CLI, "--port", "0", "--console-port", "0", "--sandbox-port", "0", ...args],
    { encoding: "utf8", timeout: 20_000, ...as },
  );
  return { status, stdout, stderr, signal };
}

const refusal = (sentence: RegExp) => ({
  status: 1,
  signal: null,
  stdout: "",
  // One sentence or two, and no stack; before them, perhaps, the start of the log.
  stderr: expect.stringMatching(
    new RegExp(`^(?:Galley \\S+ starts: [^\\n]*\\n)?Galley did not start\\. [^\\n]*${sentence.source}[^\\n]*\\n$`),
  ),
});

describe("where an older Node runs it", () => {
  const older = `Object.defineProperty(process.versions, "node", { value: "20.20.2" })`;
  const run = (cli: string) =>
    spawnSync(process.execPath, ["--import", `data:text/javascript,${older}`, cli, "--version"], {
      encoding: "utf8",
      timeout: 20_000,
    });

  it("runs with the Node that npm installed beside it", () => {
    expect(run(CLI)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^galley \d/), stderr: "" });
  });

  it("says which Node it needs where none was installed", () => {
    // This file alone: it must need no other to say so.
    const folder = path.join(temporaryFolder(), "server");
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "package.json"), '{"type": "module"}');
    fs.copyFileSync(path.join(import.meta.dirname, "../../../server/cli.ts"), path.join(folder, "cli.ts"));
    const { status, stderr } = run(path.join(folder, "cli.ts"));
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^Galley did not start\. It needs Node 24, and this is 20\.20\.2\. [^\n]*npm start[^\n]*\n$/,
    );
  });
});

describe("a data folder", () => {
  it("below a file is refused with the file's name", () => {
    const file = path.join(temporaryFolder(), "notes.txt");
    fs.writeFileSync(file, "");
    expect(start(["--data-dir", path.join(file, "data")])).toEqual(refusal(/a file is in the way \(.*notes\.txt\)/));
    expect(() => openDataFolder(file)).toThrow(/a file is in the way/);
  });

  it.runIf(process.platform === "linux")("below /proc, where no folder can be made, is refused at once", () => {
    expect(() => openDataFolder("/proc/galley/data")).toThrow(/No folder can be created/);
  });

  it("with a name that is too long is refused", () => {
    expect(() => openDataFolder(path.join(os.tmpdir(), "x".repeat(300)))).toThrow(/cannot be used/);
  });

  it.skipIf(process.getuid?.() !== 0)("of somebody else is refused with the missing right", () => {
    const folder = folderForAll();
    expect(start(["--data-dir", path.join(folder, "data")], { uid: NOBODY, cwd: "/" })).toEqual(refusal(/cannot use/));
    const open = path.join(folder, "open");
    fs.mkdirSync(open);
    fs.chmodSync(open, 0o777);
    expect(start(["--data-dir", open], { uid: NOBODY, cwd: "/" })).toEqual(refusal(/belongs to another user/));
  });

  it.skipIf(process.getuid?.() !== 0)("with somebody else's key in it is refused with the file's name", () => {
    const folder = folderForAll();
    fs.writeFileSync(path.join(folder, "secret.key"), "", { mode: 0o600 });
    fs.chownSync(folder, NOBODY, NOBODY);
    expect(start(["--data-dir", folder], { uid: NOBODY, cwd: "/" })).toEqual(refusal(/secret\.key/));
  });

  it("with a database that is none is refused", async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, "secret.key"), Buffer.alloc(32, 7).toString("base64url"));
    fs.writeFileSync(path.join(folder, "galley.db"), "no database at all, but a longer text than a header");
    await expect(startAppliance({ dataDir: folder })).rejects.toThrow(
      /galley\.db is damaged or not a database of Galley/,
    );
    fs.rmSync(path.join(folder, "galley.db"));
    fs.mkdirSync(path.join(folder, "galley.db"));
    await expect(startAppliance({ dataDir: folder })).rejects.toThrow(/galley\.db cannot be opened/);
  });

  it.each(["blobs", "tmp", "logs"])("with a file in the place of its folder %s is refused", async (name) => {
    const dataDir = temporaryFolder();
    fs.writeFileSync(path.join(dataDir, name), "");
    const sentence = new RegExp(`keeps a folder at .*${name}, and there is a file`);
    await expect(startAppliance({ dataDir })).rejects.toThrow(sentence);
  });

  it("with a folder in the place of its key is refused", () => {
    const folder = temporaryFolder();
    fs.mkdirSync(path.join(folder, "secret.key"));
    expect(start(["--data-dir", folder])).toEqual(refusal(/keeps a file at .*secret\.key, and there is a folder/));
  });

  it("with a restore whose marker is damaged is refused", async () => {
    const dataDir = temporaryFolder();
    fs.mkdirSync(path.join(dataDir, "restore"));
    fs.writeFileSync(path.join(dataDir, "restore", "apply.json"), "no JSON");
    await expect(startAppliance({ dataDir })).rejects.toThrow(/apply\.json is damaged/);
  });

  it("with a database that its header closes to writers is refused", async () => {
    const folder = temporaryFolder();
    await (await startAppliance({ dataDir: folder })).close();
    const file = fs.openSync(path.join(folder, "galley.db"), "r+");
    fs.writeSync(file, Buffer.from([0xff]), 0, 1, 18);
    fs.closeSync(file);
    await expect(startAppliance({ dataDir: folder })).rejects.toThrow(/galley\.db cannot be opened and written/);
  });

  it("may be named relative to where the command was typed", () => {
    expect(readConfig(["--data-dir", "some/where"], {}).dataDir).toBe(path.resolve("some/where"));
  });
});

describe("a flag", () => {
  it.each<[string[], RegExp]>([
    [["--port", "many"], /--port takes a number from 0 to 65535, not "many"/],
    [["--port="], /--port takes a number from 0 to 65535, not ""/],
    [["--port", "0x50"], /--port takes/],
    [["--port", "1e3"], /--port takes/],
    [["--port", " 80"], /--port takes/],
    [["--port", "65536"], /--port takes/],
    [["--console-port", "-1"], /ambiguous|--console-port takes/],
    [["--sandbox-port", "8.5"], /--sandbox-port takes/],
    [["--host", ""], /--host takes a name or an address/],
    [["--host", "http://127.0.0.1"], /--host takes a name or an address/],
    [["--host", "[::1]"], /--host takes a name or an address/],
    [["--console-host", "a b"], /--console-host takes/],
    [["--data-dir", ""], /--data-dir takes the path of a folder/],
    [["--data-dir", "a\0b"], /--data-dir takes the path of a folder/],
    [["--data-dir"], /data-dir/],
    [["--public-url", "galley.example.org"], /--public-url takes an http\(s\) URL/],
    [["--public-url", "https://:pw@galley.example.org"], /--public-url takes/],
    [["--public-url", "https://galley.example.org/?a=1"], /--public-url takes/],
    [["--trusted-proxies", "10.0.0.1, proxy"], /--trusted-proxies takes .*"proxy" is invalid/],
    [["--json=yes"], /--json/],
    [["--port", "8421", "--console-port", "8421"], /--port and --console-port are both 8421/],
    [["--nonsense"], /--nonsense.*Known flags: .*--help/],
    [["serve"], /serve/],
  ])("%j is refused with what it takes", (args, sentence) => {
    expect(() => readConfig(args, {})).toThrow(sentence);
  });

  it("that is a variable is held to the same", () => {
    expect(() => readConfig([], { GALLEY_PORT: "x" })).toThrow(/--port takes/);
    expect(() => readConfig([], { GALLEY_JSON: "perhaps" })).toThrow(/--json takes true or false/);
  });

  it("that names an address of another machine is refused with a sentence, after the variables that Galley does not have", () => {
    const dataDir = temporaryFolder();
    const unknown = { GALLEY_HOTS: "127.0.0.1", GALLEY_COLOUR: "green", GALLEY_SECRET: "s", GALLEY_PROT: "" };
    const ended = start(["--data-dir", dataDir, "--host", "192.0.2.1"], {
      env: { ...process.env, ...unknown, galley_x: "" },
    });
    expect(ended).toMatchObject({ status: 1, stdout: "", stderr: expect.stringMatching(/not an IP address of this/) });
    const said = ended.stderr.split("\n").filter((line) => line.includes("Galley has no variable"));
    expect(said).toEqual([
      expect.stringMatching(/GALLEY_COLOUR\. Remove it\.$/),
      expect.stringMatching(/GALLEY_HOTS\. Did you mean GALLEY_HOST\?$/),
    ]);
    const named = start(["--data-dir", dataDir, "--host", "no-such-name.invalid"]);
    expect(named).toEqual(refusal(/not an IP address of this/));
  });
});

describe("help", () => {
  it.each(["--help", "-h"])("%s names every flag on stdout, starts nothing and ends with 0", async (flag) => {
    const { code, stdout, stderr } = await command(flag, []);
    expect([code, stderr]).toEqual([0, ""]);
    const flags = "host port console-host console-port sandbox-port data-dir public-url trusted-proxies json";
    for (const name of [...flags.split(" "), "headless", "help", "version"]) expect(stdout).toContain(`--${name}`);
  });

  it.each(["--version", "-v"])("%s is one line", async (flag) => {
    expect(await command(flag, [])).toEqual({ code: 0, stdout: "galley 0.1.0\n", stderr: "" });
  });
});
