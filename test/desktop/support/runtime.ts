/** The Electron that the desktop specs run on: the real runtime if it is installed, else the stand-in. */
import fs from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "..", "..", "..");

const STAND_IN = path.join(ROOT, "test", "desktop", "stand-in", "electron");

interface DesktopRuntime {
  executable: string;
  isStandIn: boolean;
}

/** `ELECTRON_PATH`, else the runtime that the npm package downloaded, else the stand-in. */
export function desktopRuntime(): DesktopRuntime {
  const named = process.env.ELECTRON_PATH;
  if (named !== undefined && named !== "")
    return { executable: path.resolve(named), isStandIn: path.resolve(named) === STAND_IN };
  const downloaded = downloadedRuntime();
  return downloaded === null ? { executable: STAND_IN, isStandIn: true } : { executable: downloaded, isStandIn: false };
}

function downloadedRuntime(): string | null {
  const folder = path.join(ROOT, "node_modules", "electron");
  const pathFile = path.join(folder, "path.txt");
  if (!fs.existsSync(pathFile)) return null;
  const executable = path.join(folder, "dist", fs.readFileSync(pathFile, "utf8").trim());
  return fs.existsSync(executable) ? executable : null;
}

export default function reportRuntime(): void {
  const { executable, isStandIn } = desktopRuntime();
  if (isStandIn && process.platform === "win32")
    throw new Error("The stand-in needs a POSIX shell. Install the Electron runtime with: npx install-electron");
  process.stderr.write(
    isStandIn
      ? "Desktop specs run on the stand-in, since no Electron runtime is installed. test/desktop/stand-in/electron.ts lists its limits.\n"
      : `Desktop specs run on the Electron runtime ${executable}.\n`,
  );
}
