/** install.sh of the server package finds the data where the service's settings say they are. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/appliance.ts";

const RESOURCES = path.resolve(import.meta.dirname, "../../resources");

/** Installs below a folder that stands for a machine whose data were moved. */
function install(machine: string) {
  const unpacked = temporaryFolder();
  fs.copyFileSync(path.join(RESOURCES, "server/install.sh"), path.join(unpacked, "install.sh"));
  fs.copyFileSync(path.join(RESOURCES, "linux/galley.service"), path.join(unpacked, "galley.service"));
  fs.writeFileSync(path.join(unpacked, "RELEASE.json"), '{\n  "version": "9.9.9",\n  "arch": "x64"\n}\n');
  fs.symlinkSync(process.execPath, path.join(unpacked, "node"));
  const ended = spawnSync("sh", [path.join(unpacked, "install.sh"), "--root", machine, "--port", "9000"], {
    encoding: "utf8",
  });
  return { code: ended.status, err: ended.stderr };
}

it.runIf(process.platform === "linux")("data that were moved stay where they are, and are not begun anew", () => {
  const machine = temporaryFolder();
  const at = (name: string) => path.join(machine, name);
  fs.mkdirSync(at("etc/default"), { recursive: true });
  fs.writeFileSync(at("etc/default/galley"), '#GALLEY_DATA_DIR=/no\nGALLEY_DATA_DIR="/srv/galley-data"\n');

  const refused = install(machine);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("/srv/galley-data is not there")]);
  expect(fs.existsSync(at("opt/galley"))).toBe(false);

  fs.mkdirSync(at("srv/galley-data"), { recursive: true });
  expect(install(machine)).toEqual({ code: 0, err: "" });
  expect(JSON.parse(fs.readFileSync(at("srv/galley-data/config.json"), "utf8"))).toEqual({ port: 9000 });
  expect(fs.existsSync(at("var/lib/galley"))).toBe(false);
});
