/**
 * Copies the database's log and new files to the target, in an order in which no row arrives before its file: it notes
 * what Litestream has written, copies the files that the database then names, and copies what it noted.
 */
import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import fs from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import type { ReplicaView } from "../contracts/replica-api.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { pause } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { BLOBS_FOLDER } from "../storage/blobs.ts";
import { DATABASE_FILE } from "../storage/database.ts";
import { writeFileDurably } from "../storage/disk.ts";
import type { Child } from "./child.ts";
import { BLOBS, epochFolder, type Head, machineOf, newEpoch, newestEpoch, otherWriters, writerFile } from "./epochs.ts";
import { type Segment, spooled, startLitestream } from "./litestream.ts";
import type { ReplicaRecord } from "./record.ts";
import type { Store } from "./store.ts";

/** Between two looks at the spool. */
const INTERVAL_MS = 200;
/** Without anything to copy, the epochs are still read this often. */
const IDLE_CHECK_MS = 5_000;
const RETRY_MS = 5_000;
/** A change that Litestream does not write for this long: it hangs. */
const HANGS_MS = 30_000;
/** Bytes of the database's log, or of the spool's, beyond which the replica starts again with a full copy. */
const LONGEST_LOG = 1_000_000_000;
/** Newest rows that are looked at again: SQLite may give the row number of a deleted row once more. */
const OVERLAP = 1_000;
const RETENTION_MS = 7 * 24 * 3_600_000;
/** A snapshot is at most this old when the next one is made, so what it needs is kept for that much longer. */
const SNAPSHOT_MS = 24 * 3_600_000;

/** Another process writes to the target: only a restart begins again. */
class Superseded extends AppError {}

/** Another machine took over. */
export class Fenced extends Error {
  readonly by: string;
  readonly at: number;
  constructor(by: string, at: number) {
    super(by);
    this.by = by;
    this.at = at;
  }
}

export interface CopierState {
  fault: Sentence | null;
  /** Whether the last pass left nothing behind. */
  isCaughtUp: boolean;
  /** All commits up to this time are on the target, ms since the epoch; null before the first copy. */
  copiedTo: number | null;
  lastCopyAt: number | null;
  pending: number;
  progress: ReplicaView["progress"];
}

export interface CopierParts extends Pick<Services, "runtime" | "database" | "version"> {
  dataDir: string;
  /** Of the spool, in the data folder. */
  folder: string;
  litestream: string;
  env: NodeJS.ProcessEnv;
  store: Store;
  target: string;
  record: { get(): Readonly<ReplicaRecord>; put(part: Partial<ReplicaRecord>): Promise<void> };
  onState(): void;
}

/** Runs until it is stopped, or until `done` rejects with `Fenced`. */
export function startCopier(parts: CopierParts) {
  const { runtime, database, dataDir, folder, store, target, record, onState } = parts;
  const { clock, log } = runtime;
  const stopping = new AbortController();
  const { signal } = stopping;
  const passes = new EventEmitter();
  const token = randomBytes(9).toString("base64url");
  const state: CopierState = {
    fault: null,
    isCaughtUp: false,
    copiedTo: null,
    lastCopyAt: null,
    pending: 0,
    progress: null,
  };

  let isConnected = false;
  let engine: Child | null = null;
  let engineEnded: string | null = null;
  let engineSince = 0;
  /** When Litestream wrote the newest file, and the newest generation with a snapshot on the target. */
  let newestWritten = 0;
  let copied: { generation: string; last: string | null } | null = null;
  const snapshots = new Set<string>();
  let blobRow = -1;
  let recentBlobs = new Set<string>();
  let headNumber = 0;
  let checkedAt = 0;
  let prunedAt = 0;

  const newBlobs = database.prepare<[number], { row: number; sha256: string }>(
    "SELECT rowid AS row, sha256 FROM blobs WHERE rowid > ? ORDER BY rowid LIMIT 5000",
  );
  const lastRow = database.prepare<[], number>("SELECT coalesce(max(rowid), 0) FROM blobs").pluck();
  const blobTotals = database.prepare<[], { bytes: number; files: number }>(
    "SELECT coalesce((SELECT value FROM sums WHERE name = 'blob_bytes'), 0) AS bytes, (SELECT count(*) FROM blobs) AS files",
  );
  const removedBlobs = database.prepare<[number], { sha256: string }>(
    `SELECT sha256 FROM removed_blobs WHERE removed_at < ? AND NOT EXISTS (SELECT 1 FROM blobs b WHERE b.sha256 = removed_blobs.sha256)
     ORDER BY removed_at LIMIT 1000`,
  );
  const forgetRemoved = database.prepare<[string]>("DELETE FROM removed_blobs WHERE sha256 = ?");

  const epoch = () => record.get().epoch ?? 0;
  const inEpoch = (name: string) => `${epochFolder(epoch())}/${name}`;
  const put = async (name: string, content: object) => {
    const from = path.join(folder, "small.json");
    await writeFileDurably(from, JSON.stringify(content), 0o600);
    await store.put([{ from, name }], signal);
  };

  /** @throws Fenced; AppError where the target is another Galley's, or gone */
  const connect = async () => {
    const known = record.get();
    const newest = await newestEpoch(store, signal);
    if (known.target === target && known.epoch !== null) requireOwnEpoch(newest, known);
    else if (newest === null) {
      await record.put({ target, epoch: 1 });
      await put(inEpoch("epoch.json"), newEpoch(1, known.id, parts.version, clock.now()));
    } else if (newest.id === known.id) await record.put({ target, epoch: newest.epoch });
    else throw new AppError("conflict", sentence("replica.foreign", { target, machine: newest.machine }));
    if (known.key !== null) await put(inEpoch("key.json"), known.key);
    await put(inEpoch(writerFile(token)), { machine: hostname(), since: new Date(clock.now()).toISOString() });
    const others = await otherWriters(store, epoch(), token, signal);
    await store.remove(others.map(inEpoch), signal);
  };

  const requireOwnEpoch = (newest: Awaited<ReturnType<typeof newestEpoch>>, known: Readonly<ReplicaRecord>) => {
    if (newest === null) throw new AppError("unavailable", sentence("replica.lost", { target }));
    if (newest.id === known.id) return;
    if (newest.epoch >= (known.epoch ?? 0)) throw new Fenced(newest.machine, Date.parse(newest.since));
    throw new AppError("conflict", sentence("replica.foreign", { target, machine: newest.machine }));
  };

  /** Before each pass. A newer epoch, or a newer writer of this one, ends the copying. */
  const requireOurs = async () => {
    const entries = await store.list("", signal);
    const numbers = entries.flatMap((name) => /^epoch-(\d{4,9})\/$/.exec(name)?.[1] ?? []).map(Number);
    if (!numbers.includes(epoch()) || Math.max(...numbers) > epoch())
      requireOwnEpoch(await newestEpoch(store, signal), record.get());
    const [other] = await otherWriters(store, epoch(), token, signal);
    if (other !== undefined)
      throw new Superseded(
        "conflict",
        sentence("replica.two_writers", { target, machine: await machineOf(store, inEpoch(other), signal) }),
      );
    checkedAt = clock.now();
  };

  const copyAllBlobs = async () => {
    const { bytes: blobBytes, files: total_files } = blobTotals.get() ?? { bytes: 0, files: 0 };
    const row = lastRow.get() ?? 0;
    const total_bytes = blobBytes + sizeOf(path.join(dataDir, DATABASE_FILE));
    const begun = clock.now();
    const show = ({ bytes, files }: { bytes: number; files: number }) => {
      const spent = clock.now() - begun;
      const remaining_ms = bytes === 0 ? null : Math.round((spent / bytes) * Math.max(0, total_bytes - bytes));
      state.progress = { bytes, total_bytes, files: Math.min(files, total_files), total_files, remaining_ms };
      onState();
    };
    show({ bytes: 0, files: 0 });
    await store.putFolder(path.join(dataDir, BLOBS_FOLDER), BLOBS, show, signal);
    blobRow = row;
  };

  const blobsToCopy = () => {
    blobRow = Math.min(blobRow, lastRow.get() ?? 0);
    const rows = newBlobs.all(Math.max(0, blobRow - OVERLAP));
    return { rows, names: rows.map(({ sha256 }) => sha256).filter((sha256) => !recentBlobs.has(sha256)) };
  };
  const blobName = (sha256: string) => `${sha256.slice(0, 2)}/${sha256.slice(2)}`;

  const copyBlobs = async () => {
    for (;;) {
      const { rows, names } = blobsToCopy();
      if (names.length > 0) {
        const blobs = path.join(dataDir, BLOBS_FOLDER);
        const files = names.map(blobName).map((name) => ({ from: path.join(blobs, name), name: `${BLOBS}/${name}` }));
        await store.put(files, signal);
      }
      recentBlobs = new Set(rows.slice(-2 * OVERLAP).map(({ sha256 }) => sha256));
      const before = blobRow;
      blobRow = rows.at(-1)?.row ?? blobRow;
      if (rows.length < 5_000 || blobRow === before) return names.length;
    }
  };

  const requireEngine = async () => {
    if (engineEnded !== null || engine === null) {
      const ended = engineEnded;
      engineEnded = null;
      engine = await startLitestream({ ...parts, program: parts.litestream });
      engineSince = clock.now();
      snapshots.clear();
      const started = engine;
      void engine.ended.then((last) => {
        if (engine === started) engineEnded = last;
      });
      if (ended !== null) throw new AppError("unavailable", sentence("replica.engine_ended", { detail: ended }));
    }
  };
  const endEngine = async (why: Sentence) => {
    const ending = engine;
    engine = null;
    ending?.kill();
    await ending?.ended;
    throw new AppError("unavailable", why);
  };

  /** The files of the spool that the target lacks. */
  const note = async () => {
    const logFile = path.join(dataDir, `${DATABASE_FILE}-wal`);
    const changedAt = fs.statSync(logFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const noted = (await spooled(folder)).filter(({ name }) => !snapshots.has(name));
    newestWritten = Math.max(newestWritten, ...noted.map(({ writtenAt }) => writtenAt));
    const logBytes = noted.reduce((sum, { kind, bytes }) => sum + (kind === "log" ? bytes : 0), 0);
    const isCaughtUp = newestWritten >= changedAt;
    const longest = Math.max(logBytes, isCaughtUp ? 0 : sizeOf(logFile));
    if (longest > LONGEST_LOG) {
      // Begins again only once the target can be reached.
      isConnected = false;
      await endEngine(sentence("replica.log_too_long", { bytes: longest }));
    }
    if (!isCaughtUp && clock.now() - Math.max(changedAt, newestWritten, engineSince) > HANGS_MS)
      await endEngine(sentence("replica.engine_hangs"));
    state.pending = noted.length + blobsToCopy().names.length;
    return { noted, isCaughtUp };
  };

  const writeHead = async (noted: readonly Segment[], at: number) => {
    for (const { kind, generation, name } of noted) {
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

  const pass = async () => {
    const begun = clock.now();
    await requireEngine();
    const { noted, isCaughtUp } = await note();
    const hasWork = noted.length > 0 || blobsToCopy().names.length > 0;
    state.isCaughtUp = false;
    if (!hasWork && begun - checkedAt < IDLE_CHECK_MS) {
      state.isCaughtUp = isCaughtUp;
      if (isCaughtUp && state.copiedTo !== null) state.copiedTo = begun;
      return;
    }
    await requireOurs();
    await copyBlobs();
    await store.put(
      noted.map(({ name }) => ({ from: path.join(folder, "spool", name), name: inEpoch(name) })),
      signal,
    );
    const at = isCaughtUp ? begun : Math.max(newestWritten - INTERVAL_MS, state.copiedTo ?? 0);
    if (hasWork || copied !== null) await writeHead(noted, at);
    for (const { kind, name } of noted) {
      if (kind === "snapshot") snapshots.add(name);
      else await fs.promises.rm(path.join(folder, "spool", name), { force: true });
    }
    state.pending = 0;
    state.isCaughtUp = isCaughtUp;
    if (copied !== null) state.progress = null;
    if (noted.some(({ kind }) => kind === "snapshot")) await prune();
  };

  /** After a new snapshot: what only older ones need. */
  const prune = async () => {
    if (clock.now() - prunedAt < SNAPSHOT_MS) return;
    prunedAt = clock.now();
    const before = prunedAt - RETENTION_MS - SNAPSHOT_MS;
    for (const name of await store.list("", signal))
      if (/^epoch-\d{4,9}\/$/.test(name)) await store.removeOlder(`${name}generations`, before, signal);
    const blobs = removedBlobs.all(before).map(({ sha256 }) => sha256);
    await store.remove(
      blobs.map((sha256) => `${BLOBS}/${blobName(sha256)}`),
      signal,
    );
    database.transaction(() => {
      for (const sha256 of blobs) forgetRemoved.run(sha256);
    })();
  };

  const work = async () => {
    if (!isConnected) {
      await connect();
      await copyAllBlobs();
      isConnected = true;
    }
    for (;;) {
      await pass();
      if (state.fault !== null) log.info(`The replica is copied to ${target} again.`);
      state.fault = null;
      onState();
      passes.emit("pass");
      await pause(clock, INTERVAL_MS, signal);
      signal.throwIfAborted();
    }
  };

  const run = async () => {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    while (!signal.aborted) {
      try {
        await work();
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Fenced) throw error;
        const fault = error instanceof AppError ? error.sentence : null;
        if (fault === null) log.error("The replica could not be copied.", error);
        const said = fault ?? sentence("replica.other", { target, detail: `${(error as Error).message}.` });
        if (state.fault?.detail !== said.detail) log.warn(said.detail);
        state.fault = said;
        onState();
        if (error instanceof Superseded) return;
        await pause(clock, RETRY_MS, signal);
      }
    }
  };
  const runToTheEnd = async () => {
    try {
      await run();
    } finally {
      const ending = engine;
      engine = null;
      await ending?.stop();
    }
  };
  const done = runToTheEnd();

  return {
    state,
    done,
    /** Resolves when the target has all that is committed now, or after `ms`. */
    async flush(ms: number): Promise<void> {
      const limit = AbortSignal.timeout(ms);
      // The pass under way may have begun before the last commit.
      for (let passed = 0; state.fault === null && (passed < 2 || !state.isCaughtUp); passed += 1) {
        const ended = await Promise.race([
          once(passes, "pass", { signal: limit }).then(
            () => false,
            () => true,
          ),
          done.catch(() => true),
        ]);
        if (ended !== false) return;
      }
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
