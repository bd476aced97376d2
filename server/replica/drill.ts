/** Tests of a target: a probe that is written, read and restored, and a drill that restores the replica. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { inBackground } from "../backup/background.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { type Clock, closing, pause } from "../core/runtime.ts";
import { DATABASE_FILE } from "../storage/database.ts";
import { freeBytes, MIN_FREE_FOR_FILES } from "../storage/disk.ts";
import type { CopierParts } from "./copier.ts";
import { BLOBS, timeInWords } from "./epochs.ts";
import { listSpooledSegments, restoreDatabase, startLitestream } from "./litestream.ts";
import { fetchDatabase, newestCopy } from "./restored.ts";
import { faultOf, type Store } from "./store.ts";

export interface DrillOptions extends Pick<CopierParts, "litestream" | "env" | "store" | "target"> {
  clock: Clock;
  /** Local temporary folder; removed afterwards. */
  folder: string;
}

export interface DrillResult {
  ok: boolean;
  detail: Sentence;
}

const POLL_MS = 100;
const PROBE_LIMIT_MS = 60_000;

/** Runs a drill or probe: its failure becomes a result, and its folder is removed. @throws only the signal's reason */
export async function resultOf(
  { store, target, folder }: DrillOptions,
  work: () => Promise<DrillResult>,
  closing: AbortSignal,
): Promise<DrillResult> {
  try {
    return await work();
  } catch (error) {
    closing.throwIfAborted();
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return { ok: false, detail: isLate ? sentence("replica.timed_out", { target }) : faultOf(error, target) };
  } finally {
    await store.close();
    await fs.promises.rm(folder, { recursive: true, force: true });
  }
}

/** Writes a small database to the target, reads it back and restores it. */
export async function probeTarget(proof: DrillOptions, closing: AbortSignal): Promise<DrillResult> {
  const { store, folder } = proof;
  const signal = AbortSignal.any([closing, AbortSignal.timeout(PROBE_LIMIT_MS)]);
  const token = randomBytes(12).toString("hex");
  const name = `probe-${token}`;
  const [data, work, back] = ["data", "work", "back"].map((sub) => path.join(folder, sub)) as [string, string, string];
  for (const sub of [data, work, back]) fs.mkdirSync(sub, { recursive: true, mode: 0o700 });
  try {
    const segments = await writeProbe(proof, { data, work, token }, signal);
    await store.put(
      segments.map((segment) => ({ from: path.join(work, "spool", segment), name: `${name}/${segment}` })),
      signal,
    );
    await store.get(
      segments.map((segment) => `${name}/${segment}`),
      back,
      signal,
    );
    const generation = segments[0]?.split("/")[1] ?? "";
    const to = path.join(back, DATABASE_FILE);
    await restoreDatabase({ ...proof, program: proof.litestream, from: path.join(back, name), generation, to }, signal);
    const ok = readProbe(to) === token;
    return { ok, detail: sentence(ok ? "replica.test_ok" : "replica.test_differs") };
  } finally {
    await store.removeFolder(name, closing).catch(() => {});
  }
}

/** Lets Litestream write a database of one row. Returns the names of its files. */
async function writeProbe(
  { litestream, env, clock }: DrillOptions,
  { data, work, token }: { data: string; work: string; token: string },
  signal: AbortSignal,
): Promise<string[]> {
  using database = closing(new Sqlite(path.join(data, DATABASE_FILE)));
  database.pragma("journal_mode = WAL");
  database.exec("CREATE TABLE probe (token TEXT)");
  database.prepare<[string]>("INSERT INTO probe VALUES (?)").run(token);
  const child = await startLitestream({ program: litestream, dataDir: data, folder: work, env });
  try {
    for (;;) {
      const segments = await listSpooledSegments(work);
      if (segments.some(({ kind }) => kind === "log")) return segments.map(({ name }) => name);
      const lastLine = await Promise.race([child.ended, pause(clock, POLL_MS, signal)]);
      signal.throwIfAborted();
      if (lastLine !== undefined) throw new Error(`Litestream ended unexpectedly: ${lastLine}`);
    }
  } finally {
    child.kill();
    await child.ended;
  }
}

function readProbe(file: string): unknown {
  using database = closing(new Sqlite(file, { readonly: true }));
  return database.prepare("SELECT token FROM probe").pluck().get();
}

/** Restores the newest copy, checks the database, and finds missing files of current versions. */
export async function drill(proof: DrillOptions & { dataDir: string }, signal: AbortSignal): Promise<DrillResult> {
  const { store, target, folder, dataDir } = proof;
  await requireSpace(dataDir);
  const newest = await newestCopy(store, target, signal);
  const file = path.join(folder, DATABASE_FILE);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  await fetchDatabase({ ...proof, newest, mirror: path.join(folder, "mirror"), to: file }, signal);
  const { counts, blobs } = await inBackground("inspectReplica", { file, blobsDir: null }, signal);
  const missing = await missingBlobs(store, blobs, signal);
  const at = timeInWords(Date.parse(newest.head.at));
  if (missing.length > 0)
    return {
      ok: false,
      detail: sentence("replica.drill_files", { at, missing: missing.length, name: missing[0] ?? "" }),
    };
  const { sessions, versions, blobs: files } = counts;
  return { ok: true, detail: sentence("replica.drill_ok", { at, sessions, versions, files }) };
}

/** Requires space for two copies of the database, besides the reserve for saves. @throws AppError disk_full */
async function requireSpace(dataDir: string): Promise<void> {
  const { size } = await fs.promises.stat(path.join(dataDir, DATABASE_FILE));
  if ((await freeBytes(dataDir)) < 2 * size + MIN_FREE_FOR_FILES)
    throw new AppError("disk_full", sentence("replica.little_space"));
}

/** The given SHA-256 that have no file at the target. */
async function missingBlobs(store: Store, blobs: readonly string[], signal: AbortSignal): Promise<string[]> {
  const missing: string[] = [];
  const byPrefix = Map.groupBy(blobs, (sha256) => sha256.slice(0, 2));
  for (const [prefix, required] of byPrefix) {
    const present = new Set(await store.list(`${BLOBS}/${prefix}`, signal));
    missing.push(...required.filter((sha256) => !present.has(sha256.slice(2))));
  }
  return missing;
}
