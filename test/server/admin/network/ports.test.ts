/** Finding the program that uses a port, and another free port. */
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  failureAt,
  holderFromLsof,
  holderOf,
  listenersIn,
  pidFromNetstat,
  portTaken,
  programFromTasklist,
} from "../../../../server/admin/network/ports.ts";
import type { PortTaken } from "../../../../server/core/errors.ts";
import { startAppliance, temporaryFolder } from "../../../support/appliance.ts";
import { spawnCommand as command } from "../../../support/backups.ts";
import { listening } from "../../../support/listening.ts";
import { galley } from "../../../support/server.ts";

/** A port that this process uses until the test ends. */
async function takenPort(address = "127.0.0.1"): Promise<number> {
  const { port, close } = await listening(net.createServer(), 0, address);
  onTestFinished(close);
  return port;
}

it.runIf(process.platform === "linux").each(["127.0.0.1", "::1"])(
  "names the process that listens on %s",
  async (address) => {
    expect(await holderOf(await takenPort(address))).toEqual({
      pid: process.pid,
      program: path.basename(fs.readlinkSync("/proc/self/exe")),
      user: os.userInfo().username,
    });
  },
);

it("parses the output of lsof, netstat, tasklist and /proc", () => {
  expect(holderFromLsof("p812\ncnginx\nLwww\nf6\n")).toEqual({ pid: 812, program: "nginx", user: "www" });
  expect(holderFromLsof("")).toBeNull();
  const netstat = [
    "Aktive Verbindungen",
    "  Proto  Lokale Adresse         Remoteadresse          Status           PID",
    "  TCP    127.0.0.1:18420        0.0.0.0:0              ABHÖREN         1",
    "  TCP    127.0.0.1:8420         127.0.0.1:50000        HERGESTELLT     2",
    "  TCP    [::1]:8420             [::]:0                 ABHÖREN         4711",
  ].join("\r\n");
  expect(pidFromNetstat(netstat, 8420)).toBe(4711);
  expect(pidFromNetstat(netstat, 842)).toBeNull();
  expect(programFromTasklist('\r\n"nginx.exe","4711","Services","0","12.345 K"\r\n')).toBe("nginx.exe");
  expect(programFromTasklist("INFO: No tasks are running which match the specified criteria.\r\n")).toBeNull();
  const proc = [
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
    "   0: 0100007F:20E4 00000000:0000 0A 00000000:00000000 00:00000000 00000000    33        0 5150 1 0 100 0",
    "   1: 0100007F:20E4 0100007F:C350 01 00000000:00000000 00:00000000 00000000    33        0 5151 1 0 100 0",
  ].join("\n");
  expect(listenersIn(proc, 8420)).toEqual([{ uid: "33", inode: "5150" }]);
});

it("suggests a free port that no other listener uses", async () => {
  const port = await takenPort();
  const args = ["--data-dir", "/somewhere", "--console-port", String(port + 10), "--sandbox-port", "0"];
  const config = galley.readConfig([...args, "--port", String(port)], {});
  const { taken } = await portTaken("port", config);
  expect(taken).toMatchObject({ field: "port", host: "127.0.0.1", port });
  expect(taken.free).toBeGreaterThan(port + 10);
  expect(await failureAt("127.0.0.1", taken.free ?? 0)).toBeNull();
});

it.each(["port", "console_port", "sandbox_port"])("an in-process start reports a used %s", async (field) => {
  const port = await takenPort();
  const flag = `--${field.replace("_", "-")}`;
  const refused = (await startAppliance({ args: [flag, String(port)] }).catch((error) => error)) as PortTaken;
  expect(refused.constructor.name).toBe("PortTaken");
  expect(refused.taken).toMatchObject({ field, port });
  // The flag overrides the file, so the message does not suggest the file.
  expect(refused.message).toMatch(new RegExp(`is free: start with ${flag} ${refused.taken.free}\\.$`));
});

it("the command reports which program uses the port of config.json, and what to do", async () => {
  const port = await takenPort();
  const dataDir = temporaryFolder();
  const ports = { port: 0, console_port: port, sandbox_port: 0 };
  fs.writeFileSync(path.join(dataDir, "config.json"), JSON.stringify(ports), { mode: 0o600 });
  const { code, stdout, stderr } = await command("serve", ["--data-dir", dataDir]);
  expect([code, stdout]).toEqual([1, ""]);
  const holder = process.platform === "linux" ? `\\S+ \\(process ${process.pid}\\)` : ".+";
  expect(stderr).toMatch(
    new RegExp(
      `(?:^|\\n)Galley did not start\\. Port ${port} on 127\\.0\\.0\\.1 is in use by ${holder}\\. Port (\\d+) is free: start with --console-port \\1, or set "console_port" in \\S+config\\.json\\.\\n$`,
    ),
  );
});
