/**
 * Runs Litestream 0.3.13 as a child process. It writes only to a local spool, because its SFTP client stops without an
 * error when the server restarts. Without `max-checkpoint-page-count: 0`, one long reader would block all writes.
 */
import fs from "node:fs";
import path from "node:path";
import { DATABASE_FILE } from "../storage/database.ts";
import { namesIn, writeFileDurably } from "../storage/disk.ts";
import { type Child, type ChildOptions, killOrphan, startChild } from "./child.ts";

/** A smaller database is copied completely every few hours, so that a takeover reads fewer log files. */
const SMALL_DATABASE = 256 * 1024 * 1024;
/** Litestream copies the database's log this often. */
export const SYNC_MS = 500;
const SYNC = `${SYNC_MS}ms`;
/** As many pages as Galley's own limit of the log. After each checkpoint of Litestream, Galley must read all pages again. */
const CHECKPOINT_PAGES = 4_000;

export const GENERATION = /^[0-9a-f]{16}$/;
const SNAPSHOT = /^[0-9a-f]{8}\.snapshot\.lz4$/;
const SEGMENT = /^[0-9a-f]{8}_[0-9a-f]{8}\.wal\.lz4$/;

type Program = Pick<ChildOptions, "program" | "env">;

/** A file that Litestream wrote. */
export interface Segment {
  kind: "snapshot" | "log";
  generation: string;
  /** Relative to the spool, such as `generations/0123456789abcdef/wal/00000000_00000000.wal.lz4`. */
  name: string;
  bytes: number;
  /** ms since the epoch. */
  writtenAt: number;
}

interface LitestreamOptions extends Program {
  dataDir: string;
  folder: string;
}

/** Starts Litestream with a new generation, because it usually loses its position at a restart. @param folder of the spool; emptied */
export async function startLitestream({ program, env, dataDir, folder }: LitestreamOptions): Promise<Child> {
  for (const name of ["spool", "litestream"]) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  fs.mkdirSync(path.join(folder, "spool"), { recursive: true, mode: 0o700 });
  const database = path.join(dataDir, DATABASE_FILE);
  const snapshotHours = fs.statSync(database).size < SMALL_DATABASE ? 4 : 24;
  const config = {
    dbs: [
      {
        path: database,
        "meta-path": path.join(folder, "litestream"),
        "monitor-interval": SYNC,
        "max-checkpoint-page-count": 0,
        "min-checkpoint-page-count": CHECKPOINT_PAGES,
        replicas: [
          {
            type: "file",
            path: path.join(folder, "spool"),
            "sync-interval": SYNC,
            "snapshot-interval": `${snapshotHours}h`,
            retention: `${snapshotHours}h`,
          },
        ],
      },
    ],
  };
  const file = path.join(folder, "litestream.yml");
  // JSON is YAML.
  await writeFileDurably(file, JSON.stringify(config, null, 2), 0o600);
  const args = ["replicate", "-config", file, "-no-expand-env"];
  return startChild({ program, args, env, pidFile: pidFileOf(folder) });
}

/** Ends a Litestream left by a killed Galley. @param folder of the spool */
export function endOrphanedLitestream(folder: string): void {
  killOrphan(pidFileOf(folder), "litestream");
}

const pidFileOf = (folder: string) => path.join(folder, "litestream.pid");

/** The files in the spool, snapshots first. */
export async function listSpooledSegments(folder: string): Promise<Segment[]> {
  const root = path.join(folder, "spool", "generations");
  const found: Segment[] = [];
  for (const generation of (await namesIn(root)).filter((name) => GENERATION.test(name)))
    for (const [kind, sub, pattern] of [
      ["snapshot", "snapshots", SNAPSHOT],
      ["log", "wal", SEGMENT],
    ] as const)
      for (const base of (await namesIn(path.join(root, generation, sub)))
        .filter((name) => pattern.test(name))
        .sort()) {
        const name = `generations/${generation}/${sub}/${base}`;
        const stats = await fs.promises.stat(path.join(folder, "spool", name)).catch(() => null);
        if (stats !== null) found.push({ kind, generation, name, bytes: stats.size, writtenAt: stats.mtimeMs });
      }
  return found;
}

/** Restores a generation from a local folder in Litestream's layout. @throws Error with Litestream's last line */
export async function restoreDatabase(
  { program, env, from, generation, to }: Program & { from: string; generation: string; to: string },
  signal: AbortSignal,
): Promise<void> {
  const child = await startChild({
    program,
    args: ["restore", "-o", to, "-generation", generation, `file://${from}`],
    env,
    pidFile: `${to}.pid`,
  });
  const stop = () => child.kill();
  signal.addEventListener("abort", stop);
  const last = await child.ended;
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  if (!fs.existsSync(to)) throw new Error(last);
  for (const ending of [".tmp-shm", ".tmp-wal"]) fs.rmSync(to + ending, { force: true });
}
