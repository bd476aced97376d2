/** Finding the program that uses a port, and another free port. */
import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
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
import { galley } from "../../../support/server.ts";

async function listening(host = "127.0.0.1"): Promise<{ port: number; close(): void }> {
  const server = net.createServer().listen(0, host);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

it.runIf(process.platform === "linux")("names the listening process on IPv4 and IPv6", async () => {
  for (const host of ["127.0.0.1", "::1"]) {
    const other = await listening(host);
    expect(await holderOf(other.port)).toEqual({
      pid: process.pid,
      program: path.basename(fs.readlinkSync("/proc/self/exe")),
      user: os.userInfo().username,
    });
    other.close();
  }
});

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
  const other = await listening();
  const args = ["--data-dir", "/somewhere", "--console-port", String(other.port + 10), "--sandbox-port", "0"];
  const config = galley.readConfig([...args, "--port", String(other.port)], {});
  const { taken, message } = await portTaken("port", config);
  other.close();
  expect(taken).toMatchObject({ field: "port", host: "127.0.0.1", port: other.port });
  expect(taken.free).toBeGreaterThan(other.port + 10);
  expect(await failureAt("127.0.0.1", taken.free ?? 0)).toBeNull();
  // The flag overrides the file, so the message does not suggest the file.
  expect(message).toMatch(new RegExp(`is free: start with --port ${taken.free}\\.$`));
});

it.each([
  ["port", "--port"],
  ["console_port", "--console-port"],
  ["sandbox_port", "--sandbox-port"],
])("a start reports which program uses the %s of config.json, and what to do", async (field, flag) => {
  const other = await listening();
  const dataDir = temporaryFolder();
  const ports = { port: 0, console_port: 0, sandbox_port: 0, [field]: other.port };
  fs.writeFileSync(path.join(dataDir, "config.json"), JSON.stringify(ports), { mode: 0o600 });
  const { code, stdout, stderr } = await command("serve", ["--data-dir", dataDir]);
  other.close();
  expect([code, stdout]).toEqual([1, ""]);
  const holder = process.platform === "linux" ? `\\S+ \\(process ${process.pid}\\)` : ".+";
  expect(stderr).toMatch(
    new RegExp(
      `(?:^|\\n)Galley did not start\\. Port ${other.port} on 127\\.0\\.0\\.1 is in use by ${holder}\\. Port (\\d+) is free: start with ${flag} \\1, or set "${field}" in \\S+config\\.json\\.\\n$`,
    ),
  );
});

it("throws an error with the facts when the appliance runs in the caller's process", async () => {
  const other = await listening();
  const dataDir = temporaryFolder();
  const args = ["--data-dir", dataDir, "--port", "0", "--console-port", String(other.port), "--sandbox-port", "0"];
  const refused = await startAppliance({ dataDir, args }).catch((error: unknown) => error);
  other.close();
  expect((refused as PortTaken).constructor.name).toBe("PortTaken");
  expect((refused as PortTaken).taken).toMatchObject({ field: "console_port", port: other.port });
});
