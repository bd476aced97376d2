/** Debian's packages that tests need, installed where this process may do so. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { run, say } from "./project.mjs";

export function canUseApt() {
  return process.platform === "linux" && process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get");
}

let isUpdated = false;

/**
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether they are installed; the last lines of a failure are printed
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

/** Installs PHP with its zip extension where apt can; elsewhere the tests that need it are skipped by name. */
export async function ensurePhp() {
  if (hasPhp() || !canUseApt()) return;
  say("Installing PHP for the tests (apt-get install php-cli php-zip).");
  await aptInstall(["php-cli", "php-zip"]);
}

/**
 * What a replica is copied to in the fault tests: SFTP, and S3 as OpenStack Swift speaks it.
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

/** The same for the servers of the fault tests. */
export async function ensureReplicaTargets() {
  const missing = TARGETS.flatMap(([file, name]) => (fs.existsSync(file) ? [] : [name]));
  if (missing.length === 0 || !canUseApt()) return;
  say(`Installing servers for the tests of a replica (apt-get install ${missing.join(" ")}).`);
  await aptInstall(missing);
}

function hasPhp() {
  try {
    return execFileSync("php", ["-m"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).includes("zip");
  } catch {
    return false;
  }
}
