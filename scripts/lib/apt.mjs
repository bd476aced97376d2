/** Installs Debian packages that tests need, if this process has the rights. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { run, say } from "./project.mjs";

export function canUseApt() {
  return process.platform === "linux" && process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get");
}

let isUpdated = false;

/**
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether they are installed; prints the last lines of a failure
 */
export async function aptInstall(packages) {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, collect: true };
  const flags = ["-q", "-o", "DPkg::Lock::Timeout=300"];
  if (!isUpdated) await run("apt-get", ["update", ...flags], options);
  isUpdated = true;
  const { code, output } = await run("apt-get", ["install", "-y", ...flags, ...packages], options);
  if (code !== 0) say(output.trimEnd().split("\n").slice(-10).join("\n"));
  return code === 0;
}

/** Installs PHP with its zip extension if apt can; otherwise the tests that need it are skipped. */
export async function ensurePhp() {
  if (hasPhp() || !canUseApt()) return;
  say("Installing PHP for the tests (apt-get install php-cli php-zip).");
  await aptInstall(["php-cli", "php-zip"]);
}

/**
 * Servers that the fault tests copy a replica to: SFTP, and S3 by OpenStack Swift.
 * @type {[program: string, package: string][]}
 */
const TARGETS = [
  ["/usr/sbin/sshd", "openssh-server"],
  ["/usr/bin/rclone", "rclone"],
  ["/usr/bin/swift-proxy-server", "swift-proxy"],
  ["/usr/bin/swift-account-server", "swift-account"],
  ["/usr/bin/swift-container-server", "swift-container"],
  ["/usr/bin/swift-object-server", "swift-object"],
];

/** Installs the servers of the fault tests if apt can. */
export async function ensureReplicaTargets() {
  const missing = TARGETS.flatMap(([file, name]) => (fs.existsSync(file) ? [] : [name]));
  if (missing.length === 0 || !canUseApt()) return;
  say(`Installing servers for the replica tests (apt-get install ${missing.join(" ")}).`);
  await aptInstall(missing);
}

function hasPhp() {
  try {
    return execFileSync("php", ["-m"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).includes("zip");
  } catch {
    return false;
  }
}
