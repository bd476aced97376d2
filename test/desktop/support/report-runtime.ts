/** Says before the first spec which runtime all of them run on. */
import { desktopRuntime } from "./runtime.ts";

export default function sayRuntime(): void {
  const { executable, isStandIn } = desktopRuntime();
  if (isStandIn && process.platform === "win32")
    throw new Error("There is no Electron runtime here (npx install-electron), and the stand-in needs a POSIX shell.");
  process.stderr.write(
    isStandIn
      ? "Desktop specs run on the stand-in: no Electron runtime is here (test/desktop/stand-in/electron.ts says what that leaves out).\n"
      : `Desktop specs run on the Electron runtime ${executable}.\n`,
  );
}
