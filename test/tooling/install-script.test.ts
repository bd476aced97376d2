/** The server package's install.sh, as whoever makes the image of a machine runs it; scripts/package/check-server.mjs proves the rest. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/appliance.ts";

const SCRIPTS = path.resolve(import.meta.dirname, "..", "..", "resources");

/** What the script needs of an unpacked package, with this Node as the one in it. */
function unpacked() {
  const folder = temporaryFolder();
  const [tree, root] = [path.join(folder, "tree"), path.join(folder, "root")];
  fs.mkdirSync(tree);
  fs.copyFileSync(path.join(SCRIPTS, "server", "install.sh"), path.join(tree, "install.sh"));
  fs.copyFileSync(path.join(SCRIPTS, "linux", "galley.service"), path.join(tree, "galley.service"));
  fs.symlinkSync(process.execPath, path.join(tree, "node"));
  fs.writeFileSync(path.join(tree, "RELEASE.json"), JSON.stringify({ version: "1.2.3", arch: process.arch }, null, 2));
  const data = path.join(root, "var/lib/galley");
  fs.mkdirSync(data, { recursive: true });
  const install = (...flags: string[]) =>
    spawnSync("sh", [path.join(tree, "install.sh"), "--root", root, ...flags], { encoding: "utf8" });
  return { folder, data, install };
}

describe.runIf(process.platform === "linux")("install.sh", () => {
  it("writes the network of a first installation, for the service alone", () => {
    const { data, install } = unpacked();
    expect(install("--host", "0.0.0.0", "--port", "8080")).toMatchObject({ status: 0, stderr: "" });
    const file = path.join(data, "config.json");
    expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual({ host: "0.0.0.0", port: 8080 });
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(install("--port", "9090").stdout).toContain("The network stays as it is");
  });

  it("follows no link that the service's user has put in the place of its configuration", () => {
    const { folder, data, install } = unpacked();
    const elsewhere = path.join(folder, "elsewhere");
    fs.symlinkSync(elsewhere, path.join(data, "config.json"));
    install("--port", "8080");
    expect(fs.existsSync(elsewhere)).toBe(false);
  });

  it("refuses a port that is none before anything is written", () => {
    const { data, install } = unpacked();
    for (const port of ["http", "80 80", "123456"]) {
      const { status, stderr } = install("--port", port);
      expect([status, stderr]).toEqual([1, `Galley was not installed. --port takes a number, not ${port}.\n`]);
    }
    expect(fs.readdirSync(data)).toEqual([]);
  });
});
