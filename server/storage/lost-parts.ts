/** Detects a data folder without database or key. Starting on it would delete all article files or lose all secrets. */
import fs from "node:fs";
import path from "node:path";
import { copiesBeforeUpdates } from "./copy-before-update.ts";

const DATABASE = "galley.db";
const KEYS = ["secret.key", "secret.key.sealed"];
export const RESTORE_ADVICE = "restore a backup: galley restore, or npm run restore in a clone";

/** The error for a used folder whose database is missing or empty; null otherwise. */
export function lostDatabase(dataDir: string): string | null {
  if (sizeOf(dataDir, DATABASE) > 0 || !hasRun(dataDir)) return null;
  return `${path.join(dataDir, DATABASE)} is missing or empty, but the folder contains other Galley data. Restore a copy of the database, or ${RESTORE_ADVICE}. To start without data, name an empty folder with --data-dir.`;
}

/** The error for a folder with a database but no key; null otherwise. */
export function lostKey(dataDir: string): string | null {
  if (sizeOf(dataDir, DATABASE) === 0 || KEYS.some((name) => fs.existsSync(path.join(dataDir, name)))) return null;
  return `The key to the secrets of ${dataDir} is missing: there is neither ${KEYS.join(" nor ")}. Restore a copy of it, or ${RESTORE_ADVICE}. Without either, see "A lost key" in docs/operating.md.`;
}

/** Whether Galley has used the folder. A first start that was killed leaves only a key. */
function hasRun(dataDir: string): boolean {
  const isThere = (name: string) => fs.existsSync(path.join(dataDir, name));
  return (
    holdsBlobs(path.join(dataDir, "blobs")) ||
    sizeOf(dataDir, `${DATABASE}-wal`) > 0 ||
    copiesBeforeUpdates(dataDir).length > 0 ||
    (KEYS.some(isThere) && isThere("console-token") && isThere("blobs"))
  );
}

function holdsBlobs(folder: string): boolean {
  try {
    return fs.readdirSync(folder).some((name) => /^[0-9a-f]{2}$/.test(name));
  } catch {
    return false;
  }
}

function sizeOf(dataDir: string, name: string): number {
  return fs.statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
}
