/** The passphrase and the report of commands for backups and replicas. */
import fs from "node:fs";
import type { Manifest } from "../backup/format.ts";
import { MAX_PASSPHRASE, MIN_PASSPHRASE } from "../backup/passphrase.ts";
import { UsageError } from "./command.ts";

/** Returns the first line of the file of --passphrase-file; null without the flag. @throws UsageError */
export function readPassphrase({ "passphrase-file": file }: { "passphrase-file"?: string | undefined }): string | null {
  if (file === undefined) return null;
  const [passphrase = ""] = readSecretFile("passphrase", file).split(/\r?\n/, 1);
  if (passphrase.length < MIN_PASSPHRASE || passphrase.length > MAX_PASSPHRASE)
    throw new UsageError(
      `The passphrase in the first line of ${file} must have ${MIN_PASSPHRASE} to ${MAX_PASSPHRASE} characters.`,
    );
  return passphrase;
}

export function readSecretFile(what: "passphrase" | "key", file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`Cannot read the ${what} file: ${(error as Error).message}`);
  }
}

/** "2 projects, 14 sessions, 31 versions and 12 files" */
export function countsInWords({ counts, missing }: Pick<Manifest, "counts" | "missing">): string {
  const words = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  const files = words(counts.blobs - missing.length, "file");
  return `${words(counts.projects, "project")}, ${words(counts.sessions, "session")}, ${words(counts.versions, "version")} and ${files}`;
}

export function missingInWords({ missing }: Manifest): string[] {
  if (missing.length === 0) return [];
  return [
    `Warning: ${missing.length} article files are missing or damaged on the disk, so the backup lacks them, such as blobs/${missing[0]?.slice(0, 2)}/${missing[0]?.slice(2)}.`,
  ];
}
