/** The server package's install.sh with --root, as for machine images. test/nightly/packages/check-server.ts proves the rest. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/appliance.ts";
import { ROOT } from "../support/project-files.ts";

const RESOURCES = path.join(ROOT, "resources");

/** Installs below a folder instead of a machine's root, with this Node instead of the package's. */
const install = (machine: string, ...flags: string[]) =>
  installVersion({ version: "9.9.9", schema: 22 }, machine, ...flags);

function installVersion(release: { version: string; schema: number }, machine: string, ...flags: string[]) {
  const unpacked = temporaryFolder();
  fs.copyFileSync(path.join(RESOURCES, "server/install.sh"), path.join(unpacked, "install.sh"));
  fs.copyFileSync(path.join(RESOURCES, "linux/galley.service"), path.join(unpacked, "galley.service"));
  const manual = path.join(unpacked, "share/man/man1/galley.1");
  fs.mkdirSync(path.dirname(manual), { recursive: true });
  fs.copyFileSync(path.join(RESOURCES, "linux/galley.1"), manual);
  fs.writeFileSync(path.join(unpacked, "RELEASE.json"), `${JSON.stringify({ ...release, arch: "x64" }, null, 2)}\n`);
  fs.symlinkSync(process.execPath, path.join(unpacked, "node"));
  const ended = spawnSync("sh", [path.join(unpacked, "install.sh"), "--root", machine, ...flags], { encoding: "utf8" });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
}

function machineWithData() {
  const machine = temporaryFolder();
  const data = path.join(machine, "var/lib/galley");
  fs.mkdirSync(data, { recursive: true });
  return { machine, data };
}

/** Writes the part of a SQLite header that install.sh reads. */
function writeDatabase(data: string, schema: number): void {
  const head = Buffer.alloc(100);
  head.writeUInt32BE(schema, 60);
  fs.writeFileSync(path.join(data, "galley.db"), head);
}

describe.runIf(process.platform === "linux")("install.sh", () => {
  it("uses a moved data folder with its existing permissions, and does not create a new one", () => {
    const machine = temporaryFolder();
    const at = (name: string) => path.join(machine, name);
    fs.mkdirSync(at("etc/default"), { recursive: true });
    fs.writeFileSync(at("etc/default/galley"), '#GALLEY_DATA_DIR=/no\nGALLEY_DATA_DIR="/srv/galley-data"\n');

    const refused = install(machine, "--port", "9000");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("/srv/galley-data, which does not exist")]);
    expect(fs.existsSync(at("opt/galley"))).toBe(false);

    // A user who can write to /srv could place a link there, and a chown by root would give away its target.
    fs.mkdirSync(at("srv/disk"), { recursive: true, mode: 0o755 });
    fs.symlinkSync("disk", at("srv/galley-data"));
    expect(install(machine, "--port", "9000")).toMatchObject({ code: 0, err: "" });
    expect(fs.statSync(at("srv/disk")).mode & 0o777).toBe(0o755);
    expect(fs.readlinkSync(at("usr/local/share/man/man1/galley.1"))).toBe(
      "/opt/galley/current/share/man/man1/galley.1",
    );
    expect(JSON.parse(fs.readFileSync(at("srv/galley-data/config.json"), "utf8"))).toEqual({ port: 9000 });
    expect(fs.existsSync(at("var/lib/galley"))).toBe(false);
  });

  it("writes the network settings, readable only by the service, until Galley has first started", () => {
    const { machine, data } = machineWithData();
    const file = path.join(data, "config.json");
    const network = () => JSON.parse(fs.readFileSync(file, "utf8"));
    expect(install(machine, "--host", "0.0.0.0", "--port", "8080")).toMatchObject({ code: 0, err: "" });
    expect(network()).toEqual({ host: "0.0.0.0", port: 8080 });
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(data)).toEqual(["config.json"]);

    expect(install(machine, "--port", "9")).toMatchObject({ code: 0, err: "" });
    expect(network()).toEqual({ host: "0.0.0.0", port: 9 });
    writeDatabase(data, 22);
    expect(install(machine, "--port", "9090").out).toContain("The network settings were not changed");
    expect(network()).toEqual({ host: "0.0.0.0", port: 9 });
  });

  it("refuses an older version for a database of a newer one, and changes nothing", () => {
    const { machine, data } = machineWithData();
    installVersion({ version: "0.2.0", schema: 22 }, machine);
    writeDatabase(data, 22);
    expect(installVersion({ version: "0.1.0", schema: 21 }, machine)).toMatchObject({
      code: 1,
      err: expect.stringContaining("(schema 22; Galley 0.1.0 supports 21). Install that version, or restore the copy"),
    });
    expect(fs.readlinkSync(path.join(machine, "opt/galley/current"))).toBe("0.2.0");
    expect(fs.existsSync(path.join(machine, "opt/galley/0.1.0"))).toBe(false);
    writeDatabase(data, 21);
    expect(installVersion({ version: "0.1.0", schema: 21 }, machine).out).not.toContain("galley.db.before");
  });

  it("prints a rollback command that restores the database copy and sets the newer one aside", () => {
    const { machine, data } = machineWithData();
    installVersion({ version: "0.1.0", schema: 21 }, machine);
    writeDatabase(data, 21);
    const { out } = installVersion({ version: "0.2.0", schema: 23 }, machine);
    const move = /sh -c '(mkdir after-0\.2\.0 .+)'$/m.exec(out)?.[1] ?? "";
    // Files after the update.
    const update = { "galley.db": "new", "galley.db-wal": "wal", "galley.db.before-0022": "old" };
    for (const [name, text] of Object.entries(update)) fs.writeFileSync(path.join(data, name), text);
    expect(spawnSync("sh", ["-c", move], { cwd: data, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
    const content = (name: string) => fs.readFileSync(path.join(data, name), "utf8");
    expect(content("galley.db")).toBe("old");
    expect(["galley.db", "galley.db-wal"].map((name) => content(`after-0.2.0/${name}`))).toEqual(["new", "wal"]);
    expect(fs.existsSync(path.join(data, "galley.db-wal"))).toBe(false);
    expect(installVersion({ version: "0.2.1", schema: 23 }, machine).out).not.toContain("galley.db.before");
  });

  it("does not follow a link in place of config.json", () => {
    const { machine, data } = machineWithData();
    const elsewhere = path.join(machine, "elsewhere");
    fs.symlinkSync(elsewhere, path.join(data, "config.json"));
    expect(install(machine, "--port", "8080")).toMatchObject({
      code: 1,
      err: expect.stringContaining("was not written"),
    });
    expect(fs.existsSync(elsewhere)).toBe(false);

    fs.rmSync(path.join(data, "config.json"));
    fs.writeFileSync(elsewhere, "of another user");
    fs.linkSync(elsewhere, path.join(data, "config.json"));
    expect(install(machine, "--port", "8080").err).toContain("it is not a regular file with one name");
    expect(fs.readFileSync(elsewhere, "utf8")).toBe("of another user");
  });

  it("refuses an invalid port before writing anything", () => {
    const { machine, data } = machineWithData();
    for (const port of ["http", "80 80", "123456", "99999", "65536"])
      expect(install(machine, "--port", port)).toMatchObject({
        code: 1,
        err: `Galley was not installed. --port requires a number from 0 to 65535, not ${port}.\n`,
      });
    expect(fs.readdirSync(data)).toEqual([]);
  });
});

const WITHOUT_A_DISPLAY = "--ozone-platform=headless --no-sandbox --disable-gpu --log-level=3";

/** Runs the wrapper in an installed folder with a program that prints its arguments. */
function galley(args: string[], env: NodeJS.ProcessEnv, user = 1000) {
  const app = temporaryFolder();
  for (const folder of ["bin", "system"]) fs.mkdirSync(path.join(app, folder));
  fs.copyFileSync(path.join(RESOURCES, "linux/galley.sh"), path.join(app, "bin", "galley"));
  fs.writeFileSync(path.join(app, "galley"), '#!/bin/sh\necho "$@"\n');
  fs.writeFileSync(path.join(app, "chrome-sandbox"), "");
  // Replaces the system's `id`, so that the result does not depend on the current user.
  fs.writeFileSync(path.join(app, "system", "id"), `#!/bin/sh\necho ${user}\n`);
  for (const name of ["bin/galley", "galley", "system/id"]) fs.chmodSync(path.join(app, name), 0o755);
  // Like the package does on systems that require it.
  fs.chmodSync(path.join(app, "chrome-sandbox"), 0o4755);
  const ended = spawnSync(path.join(app, "bin", "galley"), args, {
    encoding: "utf8",
    env: { PATH: `${path.join(app, "system")}:${process.env.PATH}`, ...env },
  });
  return { code: ended.status, out: ended.stdout.trim(), err: ended.stderr.trim() };
}

it.runIf(process.platform === "linux")("opens the window with a display, and runs commands without one", () => {
  expect(galley(["--port", "9000"], { DISPLAY: ":0" })).toEqual({ code: 0, out: "--port 9000", err: "" });
  expect(galley([], { WAYLAND_DISPLAY: "wayland-0" })).toEqual({ code: 0, out: "", err: "" });
  expect(galley(["doctor", "--json"], {})).toEqual({ code: 0, out: `${WITHOUT_A_DISPLAY} doctor --json`, err: "" });
});

it.runIf(process.platform === "linux")("without a display, starts headless, and refers root to the service", () => {
  expect(galley(["--port", "9000"], {})).toEqual({
    code: 0,
    out: `${WITHOUT_A_DISPLAY} --headless --port 9000`,
    err: expect.stringMatching(/^There is no display .*\. Galley starts without its window\.$/),
  });
  const asRoot = { code: 1, out: "", err: expect.stringContaining("systemctl enable --now galley") };
  expect(galley([], {}, 0)).toEqual(asRoot);
});
