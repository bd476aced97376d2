/** The command line and `config.json` of the appliance: accepted values, precedence, messages and exit codes. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig, readDataDir } from "../../../server/config/config.ts";
import { openDataFolder } from "../../../server/storage/data-folder.ts";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { command, newFile } from "../../support/backups.ts";
import { CLI } from "../../support/server.ts";

const UNPRIVILEGED = 65_534;

function start(args: string[], as: { uid?: number; cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [CLI, "--port", "0", "--console-port", "0", "--sandbox-port", "0", ...args],
    { encoding: "utf8", timeout: 20_000, ...as },
  );
  return { code: status, stdout, stderr };
}

/** One or two sentences without a stack. */
const refusal = (sentence: RegExp) => ({
  code: 1,
  stdout: "",
  stderr: expect.stringMatching(new RegExp(`^Galley did not start\\. [^\\n]*${sentence.source}[^\\n]*\\n$`)),
});

describe("on an older Node", () => {
  const older = `Object.defineProperty(process.versions, "node", { value: "20.20.2" })`;
  const run = (cli: string) =>
    spawnSync(process.execPath, ["--import", `data:text/javascript,${older}`, cli, "--version"], {
      encoding: "utf8",
      timeout: 20_000,
    });

  it("runs with the Node that npm installed", () => {
    expect(run(CLI)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^galley \d/), stderr: "" });
  });

  it("names the required Node if none is installed", () => {
    // Copies this file alone: the message must not depend on another file.
    const folder = path.join(temporaryFolder(), "server");
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "package.json"), '{"type": "module"}');
    fs.copyFileSync(path.join(import.meta.dirname, "../../../server/cli.ts"), path.join(folder, "cli.ts"));
    const { status, stderr } = run(path.join(folder, "cli.ts"));
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^Galley did not start\. It needs Node 24, but this is 20\.20\.2\. [^\n]*npm start[^\n]*\n$/,
    );
  });
});

describe("a data folder", () => {
  it("is refused below a file, which the error names", async () => {
    const file = newFile("notes.txt", "");
    const below = await command("serve", ["--data-dir", path.join(file, "data")]);
    expect(below).toEqual(refusal(/a file is in the way \(.*notes\.txt\)/));
    expect(() => openDataFolder(file)).toThrow(/a file is in the way/);
  });

  it.runIf(process.platform === "linux")("is refused below /proc, where no folder can be created", () => {
    expect(() => openDataFolder("/proc/galley/data")).toThrow(/No folder can be created/);
  });

  it("is refused with a name that is too long", () => {
    expect(() => openDataFolder(path.join(os.tmpdir(), "x".repeat(300)))).toThrow(/cannot be used/);
  });

  it.skipIf(process.getuid?.() !== 0)("is refused if it or its key belongs to another user", () => {
    // Outside the folder of the tests, which other users cannot enter.
    const folder = fs.mkdtempSync("/tmp/galley-for-all-");
    fs.chmodSync(folder, 0o755);
    const [missing, open, own] = ["missing", "open", "own"].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    fs.mkdirSync(open);
    fs.chmodSync(open, 0o777);
    fs.mkdirSync(own);
    fs.writeFileSync(path.join(own, "secret.key"), "", { mode: 0o600 });
    fs.chownSync(own, UNPRIVILEGED, UNPRIVILEGED);
    const startIn = (dataDir: string) => start(["--data-dir", dataDir], { uid: UNPRIVILEGED, cwd: "/" });
    expect(startIn(missing)).toEqual(refusal(/cannot use/));
    expect(startIn(open)).toEqual(refusal(/belongs to another user/));
    expect(startIn(own)).toEqual(refusal(/secret\.key/));
    fs.rmSync(folder, { recursive: true });
  });

  it("is refused with an invalid database", async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, "secret.key"), Buffer.alloc(32, 7).toString("base64url"));
    fs.writeFileSync(path.join(folder, "galley.db"), "no database at all, but a longer text than a header");
    await expect(startAppliance({ dataDir: folder })).rejects.toThrow(/galley\.db is damaged or not a Galley database/);
    fs.rmSync(path.join(folder, "galley.db"));
    fs.mkdirSync(path.join(folder, "galley.db"));
    await expect(startAppliance({ dataDir: folder })).rejects.toThrow(/galley\.db cannot be opened/);
  });

  it.each([
    ["blobs", "folder"],
    ["tmp", "folder"],
    ["logs", "folder"],
    ["secret.key", "file"],
  ])("is refused if its %s is not a %s", (name, kind) => {
    const dataDir = temporaryFolder();
    if (kind === "folder") fs.writeFileSync(path.join(dataDir, name), "");
    else fs.mkdirSync(path.join(dataDir, name));
    expect(() => openDataFolder(dataDir)).toThrow(`, but Galley needs a ${kind} there`);
  });

  it("is refused if the marker of a restore is damaged", async () => {
    const dataDir = temporaryFolder();
    fs.mkdirSync(path.join(dataDir, "restore"));
    fs.writeFileSync(path.join(dataDir, "restore", "apply.json"), "no JSON");
    await expect(startAppliance({ dataDir })).rejects.toThrow(/apply\.json is damaged/);
  });

  it("is refused if the database header forbids writing", async () => {
    const folder = temporaryFolder();
    await (await startAppliance({ dataDir: folder })).close();
    const file = fs.openSync(path.join(folder, "galley.db"), "r+");
    fs.writeSync(file, Buffer.from([0xff]), 0, 1, 18);
    fs.closeSync(file);
    await expect(startAppliance({ dataDir: folder })).rejects.toThrow(/galley\.db cannot be opened for writing/);
  });

  it("can be relative to the working directory", () => {
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
  ])("%j is refused with the accepted values", (args, sentence) => {
    expect(() => readConfig(args, {})).toThrow(sentence);
  });

  it("is validated the same way when set by a variable", () => {
    expect(() => readConfig([], { GALLEY_PORT: "x" })).toThrow(/--port takes/);
    expect(() => readConfig([], { GALLEY_JSON: "perhaps" })).toThrow(/--json takes true or false/);
  });

  it("is refused with a foreign host, after warnings about unknown variables", () => {
    const unknown = { GALLEY_HOTS: "127.0.0.1", GALLEY_COLOUR: "green", GALLEY_SECRET: "s", GALLEY_PROT: "" };
    const ended = start(["--data-dir", temporaryFolder(), "--host", "no-such-name.invalid"], {
      env: { ...process.env, ...unknown, galley_x: "" },
    });
    const lines = ended.stderr.split(/(?<=\n)/);
    expect({ ...ended, stderr: lines.at(-1) }).toEqual(refusal(/not an IP address of this/));
    expect(lines.filter((line) => line.includes("Unknown variable"))).toEqual([
      expect.stringMatching(/GALLEY_COLOUR\. Remove it\.$/m),
      expect.stringMatching(/GALLEY_HOTS\. Did you mean GALLEY_HOST\?$/m),
    ]);
  });
});

const write = (dataDir: string, content: string) => fs.writeFileSync(path.join(dataDir, "config.json"), content);
function folderWith(content: string): string {
  const dataDir = temporaryFolder();
  write(dataDir, content);
  return dataDir;
}

const read = (dataDir: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  readConfig(["--data-dir", dataDir, ...args], env);

describe("config.json", () => {
  it("is not required and not created: without it, the defaults apply", () => {
    const dataDir = temporaryFolder();
    expect(read(dataDir)).toMatchObject({
      public: { host: "127.0.0.1", port: 8420 },
      console: { host: "127.0.0.1", port: 8421 },
      sandbox: { host: "127.0.0.1", port: 8422 },
      publicUrl: null,
      trustedProxies: [],
    });
    expect(new Set(Object.values(read(dataDir).sources))).toEqual(new Set(["default"]));
    expect(fs.readdirSync(dataDir)).toEqual([]);
  });

  it("is overridden by a variable, and both by a flag", () => {
    const trusted_proxies = ["127.0.0.1", "10.1.0.0/16"];
    const kept = { port: 9000, public_url: "https://a.example.org/", trusted_proxies };
    const dataDir = folderWith(JSON.stringify(kept));
    expect(read(dataDir)).toMatchObject({
      public: { port: 9000 },
      publicUrl: "https://a.example.org",
      trustedProxies: trusted_proxies,
      sources: { port: "file", host: "default", public_url: "file" },
    });
    const env = { GALLEY_PORT: "9001", GALLEY_PUBLIC_URL: "https://b.example.org" };
    expect(read(dataDir, [], env)).toMatchObject({
      public: { port: 9001 },
      publicUrl: "https://b.example.org",
      sources: { port: "environment", public_url: "environment" },
    });
    expect(read(dataDir, ["--port", "9002"], env)).toMatchObject({
      public: { port: 9002 },
      sources: { port: "flag", public_url: "environment" },
    });
  });

  it("may begin with a byte order mark", () => {
    expect(read(folderWith(`\uFEFF${JSON.stringify({ port: 9000 })}`)).public.port).toBe(9000);
  });

  it.each<[string, RegExp]>([
    ['{\n  "port": 9000\n  "host": "x"\n}', /config\.json is not JSON \(line 3, column 3: /],
    ["", /config\.json is not JSON \(line 1, column 1: /],
    ["[]", /config\.json must be an object/],
    ['{"prot": 9000}', /config\.json has an unknown key: "prot"\. Known keys: host, port, /],
    ['{"port": "9000"}', /"port" in .*config\.json takes a number from 0 to 65535, without quotes, not "9000"/],
    ['{"port": 65536}', /"port" in .*config\.json takes a number from 0 to 65535, not "65536"/],
    ['{"host": "http://x"}', /"host" in .*config\.json takes a name or an address/],
    ['{"console_port": 8420}', /--port and "console_port" in .*config\.json are both 8420/],
    ['{"public_url": "galley.example.org"}', /"public_url" in .*config\.json takes an http\(s\) URL/],
    ['{"trusted_proxies": "127.0.0.1"}', /"trusted_proxies" in .*config\.json takes a list/],
    ['{"trusted_proxies": ["proxy"]}', /"trusted_proxies" in .*config\.json takes .*"proxy" is invalid/],
    [" ".repeat(70_000), /config\.json is longer than 64 kB/],
  ])("%j is refused with the key and the accepted values", (content, sentence) => {
    expect(() => read(folderWith(content))).toThrow(sentence);
  });

  it("does not prevent finding the data folder when it is invalid", () => {
    const dataDir = folderWith("{");
    expect(readDataDir(["--data-dir", dataDir], {})).toBe(dataDir);
  });

  it("is read again on reread(), while the flags stay the same", () => {
    const dataDir = folderWith(JSON.stringify({ port: 9000 }));
    const config = read(dataDir, ["--console-port", "9100"]);
    write(dataDir, JSON.stringify({ port: 9003, console_port: 9101 }));
    expect(config.reread()).toMatchObject({ public: { port: 9003 }, console: { port: 9100 } });
  });
});

it.each(["--version", "-v"])("%s prints one line", async (flag) => {
  expect(await command(flag, [])).toEqual({ code: 0, stdout: "galley 0.1.0\n", stderr: "" });
});
