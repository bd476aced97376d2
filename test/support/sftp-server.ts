/** Debian's openssh-server on a loopback port, for SFTP only, and a home folder with a key and known hosts. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { findRclone } from "../../server/replica/programs.ts";
import { temporaryFolder } from "./appliance.ts";
import { freePort, waitForPort } from "./listening.ts";

const SSHD = "/usr/sbin/sshd";

/** Why SFTP is not available, or null. The reason is printed, because the tests are skipped. */
export const whyNoSftp: string | null = findReason();

function findReason(): string | null {
  const missing = [
    ...(fs.existsSync(SSHD) ? [] : ["openssh-server"]),
    ...(findRclone(process.env) === null ? ["rclone"] : []),
  ];
  if (missing.length === 0) return null;
  const reason = `${missing.join(" and ")} is not installed`;
  process.stderr.write(`The tests over SFTP are skipped: ${reason}.\n`);
  return reason;
}

/** Starts a server that ends with the test. @param more lines of its configuration */
export async function startSftpServer(folder = temporaryFolder(), more: string[] = []) {
  const own = temporaryFolder();
  const home = path.join(own, "home");
  const ssh = path.join(home, ".ssh");
  fs.mkdirSync(ssh, { recursive: true, mode: 0o700 });
  const [hostKey, userKey, accepted] = [path.join(own, "host"), path.join(ssh, "id_ed25519"), path.join(own, "keys")];
  const newKey = (file: string) => {
    fs.rmSync(file, { force: true });
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]);
  };
  newKey(hostKey);
  newKey(userKey);
  const port = await freePort();
  const config = path.join(own, "sshd_config");
  const lines = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${accepted}`,
    "PidFile none",
    "StrictModes no",
    "UsePAM no",
    "PasswordAuthentication no",
    "PermitRootLogin yes",
    "Subsystem sftp internal-sftp",
    "ForceCommand internal-sftp",
    ...more,
  ];
  fs.writeFileSync(config, `${lines.join("\n")}\n`);
  let child: ChildProcess | null = null;

  const server = {
    port,
    /** Folder of the target's files. */
    folder,
    /** HOME of a user whose key the server accepts. */
    env: { HOME: home },
    /** @param at the folder or one inside it @param through port of a proxy */
    target: (at = folder, through = port) => `sftp://${os.userInfo().username}@127.0.0.1:${through}${at}`,
    /** Also ends the connections. */
    async stop() {
      if (child?.pid === undefined) return;
      const ended = once(child, "exit");
      for (const pid of [child.pid, ...descendants(child.pid)]) kill(pid);
      child = null;
      await ended;
    },
    async start() {
      // As root, sshd needs this folder for privilege separation.
      if (process.getuid?.() === 0) fs.mkdirSync("/run/sshd", { recursive: true });
      child = spawn(SSHD, ["-D", "-e", "-f", config], { stdio: "ignore" });
      await waitForPort(port);
    },
    /** Changes the host key from the next start on. */
    changeHostKey: () => newKey(hostKey),
    /** Accepts only this key, by default that of the user; existing connections stay. */
    accept: (key = fs.readFileSync(`${userKey}.pub`, "utf8")) => fs.writeFileSync(accepted, key),
    /** Adds the current host key to known_hosts, also for a proxy's ports. */
    makeKnown(...ports: number[]) {
      const key = fs.readFileSync(`${hostKey}.pub`, "utf8").trim();
      const known = [port, ...ports].map((at) => `[127.0.0.1]:${at} ${key}\n`);
      fs.writeFileSync(path.join(ssh, "known_hosts"), known.join(""));
    },
  };
  server.accept();
  server.makeKnown();
  await server.start();
  onTestFinished(server.stop);
  return server;
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Child processes of connections run in separate sessions, so killing the group would miss them. */
function descendants(pid: number): number[] {
  const text = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  const children = text.split(" ").filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}
