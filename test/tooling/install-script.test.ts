/** The server package's install.sh, as whoever makes the image of a machine runs it; scripts/package/check-server.mjs proves the rest. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/appliance.ts";

const RESOURCES = path.resolve(import.meta.dirname, "../../resources");

/** Installs below a folder that stands for a machine, with this Node in the place of the package's. */
function install(machine: string, ...flags: string[]) {
  const unpacked = temporaryFolder();
  fs.copyFileSync(path.join(RESOURCES, "server/install.sh"), path.join(unpacked, "install.sh"));
  fs.copyFileSync(path.join(RESOURCES, "linux/galley.service"), path.join(unpacked, "galley.service"));
  fs.writeFileSync(path.join(unpacked, "RELEASE.json"), '{\n  "version": "9.9.9",\n  "arch": "x64"\n}\n');
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

describe.runIf(process.platform === "linux")("install.sh", () => {
  it("leaves data that were moved where they are, with the rights that they have, and does not begin them anew", () => {
    const machine = temporaryFolder();
    const at = (name: string) => path.join(machine, name);
    fs.mkdirSync(at("etc/default"), { recursive: true });
    fs.writeFileSync(at("etc/default/galley"), '#GALLEY_DATA_DIR=/no\nGALLEY_DATA_DIR="/srv/galley-data"\n');

    const refused = install(machine, "--port", "9000");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("/srv/galley-data is not there")]);
    expect(fs.existsSync(at("opt/galley"))).toBe(false);

    // Whoever may write into /srv could put a link there, and root would hand over what it leads to.
    fs.mkdirSync(at("srv/disk"), { recursive: true, mode: 0o755 });
    fs.symlinkSync("disk", at("srv/galley-data"));
    expect(install(machine, "--port", "9000")).toMatchObject({ code: 0, err: "" });
    expect(fs.statSync(at("srv/disk")).mode & 0o777).toBe(0o755);
    expect(JSON.parse(fs.readFileSync(at("srv/galley-data/config.json"), "utf8"))).toEqual({ port: 9000 });
    expect(fs.existsSync(at("var/lib/galley"))).toBe(false);
  });

  it("writes the network of a first installation, for the service alone", () => {
    const { machine, data } = machineWithData();
    expect(install(machine, "--host", "0.0.0.0", "--port", "8080")).toMatchObject({ code: 0, err: "" });
    const file = path.join(data, "config.json");
    expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual({ host: "0.0.0.0", port: 8080 });
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(install(machine, "--port", "9090").out).toContain("The network stays as it is");
  });

  it("follows no link that the service's user has put in the place of its configuration", () => {
    const { machine, data } = machineWithData();
    const elsewhere = path.join(machine, "elsewhere");
    fs.symlinkSync(elsewhere, path.join(data, "config.json"));
    install(machine, "--port", "8080");
    expect(fs.existsSync(elsewhere)).toBe(false);
  });

  it("refuses a port that is none before anything is written", () => {
    const { machine, data } = machineWithData();
    for (const port of ["http", "80 80", "123456"])
      expect(install(machine, "--port", port)).toMatchObject({
        code: 1,
        err: `Galley was not installed. --port takes a number, not ${port}.\n`,
      });
    expect(fs.readdirSync(data)).toEqual([]);
  });
});
