/**
 * Copies the database's log and new files to the target so that no row arrives before its file. It lists what Litestream
 * has written, copies the blobs that the database refers to, then copies the listed files.
 */
import fs from "node:fs";
import path from "node:path";
import type { ReplicaView } from "../contracts/replica-api.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { pause } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { DATABASE_FILE } from "../storage/database.ts";
import { freeBytes, MIN_FREE_FOR_FILES, writeFileDurably } from "../storage/disk.ts";
import { createBlobCopying } from "./blob-copying.ts";
import type { Child } from "./child.ts";
import { createTerm, Fenced, type Head, Superseded, type TermParts } from "./epochs.ts";
import { listSpooledSegments, type Segment, SYNC_MS, startLitestream } from "./litestream.ts";
import { noteFault } from "./store.ts";

/** Interval between two checks of the spool. */
const INTERVAL_MS = 250;
/** The epochs are read this often even if there is nothing to copy. */
const IDLE_CHECK_MS = 5_000;
const RETRY_MS = 5_000;
/** Litestream hangs if it does not write a change for this long. */
const HANGS_MS = 30_000;
/** Bytes. If the log of the database or of the spool is longer, the replica starts again with a full copy. */
const MAX_LOG = 1_000_000_000;
const RETENTION_MS = 7 * 24 * 3_600_000;
/** Longest time between two snapshots. Files are kept for this much longer, because a snapshot may need them. */
const SNAPSHOT_MS = 24 * 3_600_000;

export interface CopierState {
  fault: Sentence | null;
  /** All commits up to this time are on the target, ms since the epoch; null before the first copy. */
  copiedTo: number | null;
  lastCopyAt: number | null;
  pending: number;
  progress: ReplicaView["progress"];
}

export const NOTHING_COPIED: CopierState = {
  fault: null,
  copiedTo: null,
  lastCopyAt: null,
  pending: 0,
  progress: null,
};

export interface CopierParts
  extends Pick<Services, "runtime" | "database" | "version">,
    Pick<TermParts, "record" | "target" | "store"> {
  dataDir: string;
  folder: string;
  litestream: string;
  env: NodeJS.ProcessEnv;
  onState(): void;
  /** Called once when another machine has taken over. */
  onFenced(by: Fenced): Promise<void>;
}

/** Copies until it is stopped or another machine takes over. */
export function startCopier(parts: CopierParts) {
  const { runtime, database, dataDir, folder, store, target, onState } = parts;
  const { clock, log } = runtime;
  const stopping = new AbortController();
  const { signal } = stopping;
  const contact = Promise.withResolvers<void>();
  const finishing = new AbortController();
  const untilEnd = AbortSignal.any([signal, finishing.signal]);
  const state = { ...NOTHING_COPIED };

  let isConnected = false;
  let engine: Child | null = null;
  let engineEnded: string | null = null;
  /** When Litestream last wrote, or had nothing to write. */
  let engineWrote = 0;
  /** When Litestream wrote the newest file. */
  let newestWritten = 0;
  /** The newest generation with a snapshot on the target. */
  let copied: { generation: string; last: string | null } | null = null;
  const snapshots = new Set<string>();
  let headNumber = 0;
  let checkedAt = 0;
  let prunedAt = 0;

  const put = async (name: string, content: object) => {
    const from = path.join(folder, "small.json");
    await writeFileDurably(from, JSON.stringify(content), 0o600);
    await store.put([{ from, name }], signal);
  };
  const term = createTerm({ ...parts, clock, put });
  const { inEpoch } = term;
  const blobs = createBlobCopying(parts, dataDir, store);

  const copyAllBlobs = async () => {
    const { bytes: blobBytes, files: total_files } = blobs.totals();
    const total_bytes = blobBytes + sizeOf(path.join(dataDir, DATABASE_FILE));
    const startedAt = clock.now();
    const show = ({ bytes, files }: { bytes: number; files: number }) => {
      const spent = clock.now() - startedAt;
      const remaining_ms = bytes === 0 ? null : Math.round((spent / bytes) * Math.max(0, total_bytes - bytes));
      state.progress = { bytes, total_bytes, files: Math.min(files, total_files), total_files, remaining_ms };
      onState();
    };
    show({ bytes: 0, files: 0 });
    await blobs.copyAll(show, signal);
  };

  /** Stops the engine if the disk is nearly full: the rest of its space is reserved for saves. */
  const requireSpace = async () => {
    if ((await freeBytes(folder)) >= MIN_FREE_FOR_FILES) return;
    isConnected = false;
    await endEngine(sentence("replica.little_space"));
  };
  const requireEngine = async () => {
    await requireSpace();
    if (engineEnded !== null || engine === null) {
      const ended = engineEnded;
      engineEnded = null;
      engine = await startLitestream({ ...parts, program: parts.litestream });
      engineWrote = clock.now();
      snapshots.clear();
      const started = engine;
      void engine.ended.then((last) => {
        if (engine === started) engineEnded = last;
      });
      if (ended !== null) throw new AppError("unavailable", sentence("replica.engine_ended", { detail: ended }));
    }
  };
  const stopEngine = async () => {
    const ending = engine;
    engine = null;
    await ending?.stop();
  };
  const endEngine = async (reason: Sentence) => {
    const ending = engine;
    engine = null;
    ending?.kill();
    await ending?.ended;
    await fs.promises.rm(path.join(folder, "spool"), { recursive: true, force: true });
    throw new AppError("unavailable", reason);
  };

  /** Lists the files of the spool that the target lacks. */
  const listPending = async () => {
    const logFile = path.join(dataDir, `${DATABASE_FILE}-wal`);
    const changedAt = fs.statSync(logFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const segments = (await listSpooledSegments(folder)).filter(({ name }) => !snapshots.has(name));
    const newest = Math.max(newestWritten, ...segments.map(({ writtenAt }) => writtenAt));
    const logBytes = segments.reduce((sum, { kind, bytes }) => sum + (kind === "log" ? bytes : 0), 0);
    // A file may lack a commit that is older than it by up to one sync interval.
    const isCaughtUp = newest >= changedAt && (newest - changedAt >= SYNC_MS || clock.now() - changedAt >= 2 * SYNC_MS);
    // The time of the last change does not count, because it is always recent under steady writes.
    if (isCaughtUp || newest > newestWritten) engineWrote = clock.now();
    newestWritten = newest;
    const longest = Math.max(logBytes, isCaughtUp ? 0 : sizeOf(logFile));
    if (longest > MAX_LOG) {
      // Starts again only once the target is reachable.
      isConnected = false;
      await endEngine(sentence("replica.log_too_long", { bytes: longest }));
    }
    if (engine !== null && clock.now() - engineWrote > HANGS_MS) await endEngine(sentence("replica.engine_hangs"));
    state.pending = segments.length + blobs.pending();
    return { segments, isCaughtUp };
  };

  const writeHead = async (segments: readonly Segment[], at: number) => {
    for (const { kind, generation, name } of segments) {
      if (kind === "snapshot" && copied?.generation !== generation) copied = { generation, last: null };
      if (kind === "log" && copied?.generation === generation) copied.last = path.posix.basename(name);
    }
    if (copied === null) return;
    const schema = database.pragma("user_version", { simple: true }) as number;
    const head: Head = { n: headNumber, at: new Date(at).toISOString(), ...copied, schema };
    await put(inEpoch(`head-${headNumber % 2}.json`), head);
    headNumber += 1;
    state.copiedTo = at;
    state.lastCopyAt = clock.now();
  };

  /** @param isLast whether Litestream has ended, after it wrote all commits */
  const pass = async (isLast = false) => {
    const begun = clock.now();
    if (!isLast) await requireEngine();
    const { segments, isCaughtUp } = await listPending();
    const hasWork = state.pending > 0;
    if (!hasWork && !isLast && begun - checkedAt < IDLE_CHECK_MS) {
      if (isCaughtUp && state.copiedTo !== null) state.copiedTo = begun;
      return;
    }
    await term.requireOurs(signal);
    checkedAt = clock.now();
    await blobs.copyNew(signal);
    await store.put(
      segments.map(({ name }) => ({ from: path.join(folder, "spool", name), name: inEpoch(name) })),
      signal,
    );
    const at = isCaughtUp || isLast ? begun : Math.max(newestWritten - SYNC_MS, state.copiedTo ?? 0);
    if (hasWork || copied !== null) await writeHead(segments, at);
    for (const { kind, name } of segments) {
      if (kind === "snapshot") snapshots.add(name);
      else await fs.promises.rm(path.join(folder, "spool", name), { force: true });
    }
    state.pending = 0;
    if (copied !== null) state.progress = null;
    if (segments.some(({ kind }) => kind === "snapshot")) await prune();
  };

  /** After a new snapshot, removes files that only older snapshots need. */
  const prune = async () => {
    if (clock.now() - prunedAt < SNAPSHOT_MS) return;
    prunedAt = clock.now();
    const before = prunedAt - RETENTION_MS - SNAPSHOT_MS;
    for (const name of await store.list("", signal))
      if (/^epoch-\d{4,9}\/$/.test(name)) await store.removeOlder(`${name}generations`, before, signal);
    await blobs.removeOlder(before, signal);
  };

  const work = async () => {
    if (!isConnected) {
      await term.begin(signal);
      contact.resolve();
      await copyAllBlobs();
      isConnected = true;
    }
    while (!finishing.signal.aborted) {
      await pass();
      if (state.fault !== null) log.info(`Copying the replica to ${target} works again.`);
      state.fault = null;
      onState();
      await pause(clock, INTERVAL_MS, untilEnd);
      signal.throwIfAborted();
    }
    // Litestream writes all commits before it ends.
    await stopEngine();
    await pass(true);
  };

  const run = async () => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    while (!untilEnd.aborted) {
      try {
        await work();
      } catch (error) {
        if (error instanceof Fenced) await parts.onFenced(error);
        contact.resolve();
        if (signal.aborted || error instanceof Fenced) return;
        noteFault(state, error, { target, log, failed: "The replica could not be copied." });
        onState();
        if (error instanceof Superseded) return;
        await pause(clock, RETRY_MS, untilEnd);
      }
    }
  };
  const runAndStopEngine = async () => {
    try {
      await run();
    } finally {
      await stopEngine();
    }
  };
  const done = runAndStopEngine();

  return {
    state,
    done,
    /** Resolves once reading the epochs has succeeded or failed. */
    contact: contact.promise,
    /** Copies all commits so far and ends, or stops waiting after `ms`. */
    async finish(ms: number): Promise<void> {
      finishing.abort();
      await Promise.race([done, new Promise((resolve) => clock.after(ms, () => resolve(null)))]);
    },
    /** Stops copying, ends Litestream and releases the database. */
    async stop(): Promise<void> {
      stopping.abort(new Error("The replica is stopped."));
      await done.catch(() => {});
    },
  };
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
