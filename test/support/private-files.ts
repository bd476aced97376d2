import fs from "node:fs";
import { expect } from "vitest";

/** False on Windows, where the permissions of the user's profile protect the files (docs/security.md). */
export const HAS_MODES = process.platform !== "win32";

/** Fails if others than the owner can access a file. */
export function expectPrivate(...files: string[]): void {
  if (!HAS_MODES) return;
  for (const file of files) expect((fs.statSync(file).mode & 0o777).toString(8), file).toBe("600");
}
