/** Fetches and restores the database of a replica, for drills, standbys and takeovers. */
import fs from "node:fs";
import path from "node:path";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { CopierParts } from "./copier.ts";
import { type Epoch, epochFolder, type Head, newestEpoch, readEpoch, readHead } from "./epochs.ts";
import { restoreDatabase } from "./litestream.ts";
import type { Store } from "./store.ts";

export interface Newest {
  epoch: Epoch;
  head: Head;
}

/** @throws AppError if the target has no complete copy */
export async function newestCopy(store: Store, target: string, signal: AbortSignal): Promise<Newest> {
  const newest = await newestEpoch(store, signal);
  if (newest === null) throw new AppError("not_found", sentence("replica.empty", { target }));
  // If the newest takeover was interrupted or has not copied yet, the previous epoch has the data.
  for (let number = newest.epoch; number > 0; number -= 1) {
    const head = await readHead(store, number, signal);
    const epoch = head && (await readEpoch(store, number, signal));
    if (head !== null && epoch !== null) return { epoch, head };
  }
  throw new AppError("conflict", sentence("replica.not_ready"));
}

interface FetchReplica extends Pick<CopierParts, "litestream" | "env" | "store" | "target"> {
  newest: Newest;
  /** Local folder of the fetched files; kept, so that the next fetch copies only new files. */
  mirror: string;
  /** Absolute path of the restored database; replaced. */
  to: string;
}

/** Fetches the files that a head needs, and restores the database up to it. @throws AppError */
export async function fetchDatabase(request: FetchReplica, signal: AbortSignal): Promise<void> {
  const { litestream, env, store, target, newest, mirror, to } = request;
  const { generation, last } = newest.head;
  const folder = `${epochFolder(newest.epoch.epoch)}/generations/${generation}`;
  const filesIn = async (sub: string) =>
    (await store.list(`${folder}/${sub}`, signal)).filter((name) => name.endsWith(".lz4")).sort();
  const logs = (await filesIn("wal")).filter((name) => last !== null && name <= last);
  // After the head, the copy may have gaps.
  const lastIndex = last === null ? "00000000" : last.slice(0, 8);
  const snapshot = (await filesIn("snapshots")).filter((name) => name.slice(0, 8) <= lastIndex).at(-1);
  if (snapshot === undefined) throw incomplete(target, "it has no snapshot.");
  const names = [
    `snapshots/${snapshot}`,
    ...logs.filter((name) => name.slice(0, 8) >= snapshot.slice(0, 8)).map((name) => `wal/${name}`),
  ];
  const local = path.join(mirror, folder);
  removeOthers(mirror, local, new Set(names));
  const missing = names.filter((name) => !fs.existsSync(path.join(local, name)));
  await store.get(
    missing.map((name) => `${folder}/${name}`),
    mirror,
    signal,
  );
  await fs.promises.rm(to, { force: true });
  try {
    const from = path.dirname(path.dirname(local));
    await restoreDatabase({ program: litestream, from, generation, to, env }, signal);
  } catch (error) {
    signal.throwIfAborted();
    // The damage may be only in the local files, so they are fetched again next time.
    await fs.promises.rm(mirror, { recursive: true, force: true });
    throw incomplete(target, `${(error as Error).message}.`);
  }
}

/** Removes leftover snapshots and logs, which Litestream would use. */
function removeOthers(mirror: string, local: string, kept: ReadonlySet<string>): void {
  if (!fs.existsSync(local)) fs.rmSync(mirror, { recursive: true, force: true });
  for (const sub of ["snapshots", "wal"]) {
    fs.mkdirSync(path.join(local, sub), { recursive: true, mode: 0o700 });
    for (const name of fs.readdirSync(path.join(local, sub)))
      if (!kept.has(`${sub}/${name}`)) fs.rmSync(path.join(local, sub, name));
  }
}

function incomplete(target: string, detail: string): AppError {
  return new AppError("unavailable", sentence("replica.incomplete", { target, detail }));
}
