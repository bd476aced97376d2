/**
 * RELEASE.json, as scripts/package/release-facts.mjs writes it: what a package is, to be read without starting it. It comes
 * from a file that anybody may have made, so it is bounded, and its words are made fit for a box before they are shown.
 */
import { z } from "zod";

export const RELEASE_FILE = "RELEASE.json";

/** Bytes; a longer one is none of ours. */
export const MAX_RELEASE_BYTES = 256 * 1024;
const MAX_VERSIONS = 50;
const MAX_LINES = 500;
const MAX_LINE = 2_000;

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,40})?$/;
const version = z.string().regex(VERSION);

const schema = z.object({
  name: z.string().max(100),
  version,
  /** As `process.platform` and `process.arch`; null beside packages of several. */
  system: z.string().max(20).nullable(),
  arch: z.string().max(20).nullable(),
  /** The newest database that it knows. */
  schema: z.int().min(0).max(1_000_000),
  /** Newest first. */
  changes: z.array(z.object({ version, lines: z.array(z.string().max(MAX_LINE)).max(MAX_LINES) })).max(MAX_VERSIONS),
});

export type Release = z.output<typeof schema>;

/** Null for what is no RELEASE.json. */
export function readRelease(bytes: Buffer): Release | null {
  if (bytes.length > MAX_RELEASE_BYTES) return null;
  try {
    return schema.safeParse(JSON.parse(bytes.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** The version in a file's name or a package's field, such as 1.2.0 in `galley_1.2.0-1_amd64.deb`; null where none is. */
export function versionIn(text: string): string | null {
  return /(?<![\d.])\d{1,6}\.\d{1,6}\.\d{1,6}(?:-(?:alpha|beta|rc)[0-9A-Za-z.]{0,20})?(?![\d])/.exec(text)?.[0] ?? null;
}

/** Below 0: `a` is older than `b`; above 0: newer. What is on the way to a version is older than the version. */
export function compareVersions(a: string, b: string): number {
  const [left, leftStage] = partsOf(a);
  const [right, rightStage] = partsOf(b);
  for (const [index, number] of left.entries()) if (number !== right[index]) return number - (right[index] ?? 0);
  if (leftStage === rightStage) return 0;
  if (leftStage === "" || rightStage === "") return leftStage === "" ? 1 : -1;
  return leftStage.localeCompare(rightStage, "en", { numeric: true });
}

function partsOf(text: string): [numbers: number[], stage: string] {
  const [numbers = "", ...stage] = text.split("-");
  return [numbers.split(".").map(Number), stage.join("-")];
}
