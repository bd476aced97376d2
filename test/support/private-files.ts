/** Who may read a file. */
import fs from "node:fs";
import { expect } from "vitest";

/** False on Windows: what is in the person's profile is closed to others by the profile's own rights (docs/security.md). */
export const HAS_MODES = process.platform !== "win32";

/** Fails where anybody but its owner may do anything with a file. */
export function expectPrivate(...files: string[]): void {
  if (!HAS_MODES) return;
  for (const file of files) expect((fs.statSync(file).mode & 0o777).toString(8), file).toBe("600");
}
