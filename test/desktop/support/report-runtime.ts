/** Reports the runtime of the specs before the first one runs. */
import { desktopRuntime } from "./runtime.ts";

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
