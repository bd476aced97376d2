/** The PHP that runs the receiver example of resources/examples. */
import { execFileSync } from "node:child_process";
import { aptInstall, canUseApt } from "./apt.mjs";
import { say } from "./project.mjs";

/** Installs PHP with its zip extension where apt can; elsewhere the tests that need it are skipped by name. */
export async function ensurePhp() {
  if (hasPhp() || !canUseApt()) return;
  say("Installing PHP for the tests (apt-get install php-cli php-zip).");
  await aptInstall(["php-cli", "php-zip"]);
}

function hasPhp() {
  try {
    return execFileSync("php", ["-m"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).includes("zip");
  } catch {
    return false;
  }
}
