/**
 * A data folder that has lost its database or its key. Beginning anew in it would look like a healthy start: the articles
 * would be gone, their files would be cleaned away, and no secret would open.
 */
import fs from "node:fs";
import path from "node:path";
import { copiesBeforeUpdates } from "./copy-before-update.ts";

const DATABASE = "galley.db";
const KEYS = ["secret.key", "secret.key.sealed"];
export const RESTORE_ADVICE = "restore a backup: galley restore, in a clone npm run restore";

/** The sentence for a folder in which Galley has run and whose database is missing or empty, else null. */
export function lostDatabase(dataDir: string): string | null {
  if (sizeOf(dataDir, DATABASE) > 0 || !hasRun(dataDir)) return null;
  return `${path.join(dataDir, DATABASE)} is missing or empty, but other data of Galley is in the folder. Put the database back from a copy, or ${RESTORE_ADVICE}. To begin without data, name an empty folder with --data-dir.`;
}

/** The sentence for a folder that has a database and no key, else null. */
export function lostKey(dataDir: string): string | null {
  if (sizeOf(dataDir, DATABASE) === 0 || KEYS.some((name) => fs.existsSync(path.join(dataDir, name)))) return null;
  return `The key to the secrets of ${dataDir} is missing: neither ${KEYS.join(" nor ")} is there. Put it back from a copy, or ${RESTORE_ADVICE}. Without either, see "A lost key" in docs/operating.md.`;
}

/** A first start that was killed leaves a key alone; the rest is made once the database is there. */
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
