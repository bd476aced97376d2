/**
 * Follows a replica on a second machine, and takes over from it: fetches and checks the newest copy, then begins the next
 * epoch, which fences the first machine. Finally it fetches that machine's last copy and replaces the data in the data folder.
 */
import fs from "node:fs";
import path from "node:path";
import { inBackground } from "../backup/background.ts";
import { unwrapKey } from "../backup/passphrase.ts";
import type { InspectedReplica } from "../backup/replica-database.ts";
import { replaceData } from "../backup/staged-restore.ts";
import { readConfigFile, writeConfigFile } from "../config/config-file.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { pause } from "../core/runtime.ts";
import { BLOBS_FOLDER } from "../storage/blobs.ts";
import { DATABASE_FILE } from "../storage/database.ts";
import { orDiskFull, writeFileDurably } from "../storage/disk.ts";
import { KEY_BYTES, KEY_FILE, SEALED_KEY_FILE, writeKeyFile } from "../storage/secret-box.ts";
import type { CopierParts } from "./copier.ts";
import { BLOBS, epochFolder, newEpoch, newestEpoch, readKey, type SealedKey } from "./epochs.ts";
import { openReplicaRecord } from "./record.ts";
import { fetchDatabase, type Newest, newestCopy } from "./restored.ts";
import { noteFault } from "./store.ts";

/** Subfolder of the data folder for the fetched copy. */
const STANDBY_FOLDER = "standby";

/** A target to take over from, and the data folder, which this process holds. */
export type Source = Pick<CopierParts, "litestream" | "env" | "store" | "target" | "dataDir" | "runtime" | "version">;

export interface Fetched extends InspectedReplica {
  newest: Newest;
}

/** Fetches the newest copy into the standby folder and checks it. Skips files that are already there. */
async function fetchReplica(source: Source, signal: AbortSignal): Promise<Fetched> {
  const { store, target, dataDir } = source;
  const folder = path.join(dataDir, STANDBY_FOLDER);
  const blobsDir = path.join(folder, BLOBS_FOLDER);
  const file = path.join(folder, DATABASE_FILE);
  fs.mkdirSync(blobsDir, { recursive: true, mode: 0o700 });
  try {
    const newest = await newestCopy(store, target, signal);
    await fetchDatabase({ ...source, newest, mirror: path.join(folder, "mirror"), to: file }, signal);
    await store.getFolder(BLOBS, blobsDir, () => {}, signal);
    return { newest, ...(await inBackground("inspectReplica", { file, blobsDir }, signal)) };
  } catch (error) {
    throw orDiskFull(error, sentence("replica.no_space", { folder: dataDir }));
  }
}

export interface Secrets {
  passphrase: string | null;
  /** Text of the first machine's `secret.key`. */
  keyText: string | null;
}

export interface TakenOver extends Fetched {
  epoch: number;
  held: number;
  /** Folder with the previous data; may be missing. */
  aside: string;
}

/** @param confirm called with the fetched copy, before any change. Returns null if it was not confirmed. @throws AppError */
export async function takeOver(
  source: Source,
  secrets: Secrets,
  confirm: (found: Fetched) => Promise<boolean>,
  signal: AbortSignal,
): Promise<TakenOver | null> {
  const { store, target, dataDir, runtime } = source;
  const { clock, random, log } = runtime;
  // The key first: fetching the data may take minutes.
  const newest = await newestCopy(store, target, signal);
  const sealed = await readKey(store, newest.epoch.epoch, signal);
  const masterKey = await keyFor(dataDir, sealed, secrets);
  log.info("Fetching the newest copy of the replica.");
  const before = await fetchReplica(source, signal);
  const file = path.join(dataDir, STANDBY_FOLDER, DATABASE_FILE);
  await inBackground("checkReplicaKey", { file, masterKey }, signal);
  if (!(await confirm(before))) return null;

  const id = random.uuid();
  const epoch = await claim(source, before.newest, id, signal);
  log.info("Fetching the last changes of the first machine.");
  const last = await fetchReplica(source, signal);
  const folder = path.join(dataDir, STANDBY_FOLDER);
  const from = before.newest.epoch.machine;
  const { held } = await inBackground("prepareTakeOver", { file, epoch, from, at: clock.now() }, signal);
  await writeKeyFile(dataDir, masterKey);
  await writeConfigFile(dataDir, { ...readConfigFile(dataDir), replica: target });
  await openReplicaRecord(dataDir, runtime).put({ id, target, epoch, key: sealed, drill: null, fenced: null });
  const aside = await replaceData(dataDir, { database: file, blobs: path.join(folder, BLOBS_FOLDER) }, clock.now());
  await fs.promises.rm(folder, { recursive: true, force: true });
  return { ...last, epoch, held, aside: path.join(dataDir, aside) };
}

/** Begins an epoch, so that the previous machine stops at its next copy. @throws AppError if another machine took over */
async function claim(
  { store, target, dataDir, runtime, version }: Source,
  copy: Newest,
  id: string,
  signal: AbortSignal,
): Promise<number> {
  const number = Math.max(copy.epoch.epoch, (await newestEpoch(store, signal))?.epoch ?? 0) + 1;
  const from = path.join(dataDir, STANDBY_FOLDER, "epoch.json");
  await writeFileDurably(from, JSON.stringify(newEpoch(number, id, version, runtime.clock.now())), 0o600);
  await store.put([{ from, name: `${epochFolder(number)}/epoch.json` }], signal);
  const newest = await newestEpoch(store, signal);
  if (newest?.id === id) return number;
  throw new AppError("conflict", sentence("replica.taken", { machine: newest?.machine ?? target }));
}

/** The key of the first machine: from the target, from a file, or from this folder. @throws AppError */
async function keyFor(dataDir: string, sealed: SealedKey | null, { passphrase, keyText }: Secrets): Promise<Buffer> {
  const file = path.join(dataDir, KEY_FILE);
  const present = fs.existsSync(file) ? Buffer.from(fs.readFileSync(file, "utf8").trim(), "base64url") : null;
  const given = keyText === null ? null : Buffer.from(keyText.trim(), "base64url");
  if (given !== null && given.length !== KEY_BYTES) throw new AppError("conflict", sentence("replica.wrong_key"));
  const key = given ?? (sealed !== null && passphrase !== null ? unwrapKey(sealed, passphrase) : present);
  if (key === null)
    throw new AppError("conflict", sentence(sealed === null ? "replica.no_key" : "replica.passphrase_needed"));
  // A different key in this folder belongs to its current data.
  const other = present === null ? fs.existsSync(path.join(dataDir, SEALED_KEY_FILE)) : !present.equals(key);
  if (other) throw new AppError("conflict", sentence("replica.other_key", { file }));
  return key;
}

const INTERVAL_MS = 60_000;
const LONG_INTERVAL_MS = 5 * 60_000;
/** Size of a large database, bytes. */
const LARGE = 1_000_000_000;

export interface StandbyState {
  /** The newest fetched and checked copy; null if there is none yet. */
  fetched: Fetched | null;
  /** Why the last fetch failed; null if it succeeded. */
  fault: Sentence | null;
}

/** Fetches and checks the replica every minute, or every five minutes from 1 GB. */
export function startStandby(source: Source) {
  const { clock, log } = source.runtime;
  const stopping = new AbortController();
  const { signal } = stopping;
  const state: StandbyState = { fetched: null, fault: null };

  const fetch = async () => {
    try {
      state.fetched = await fetchReplica(source, signal);
      if (state.fault !== null) log.info(`Following ${source.target} works again.`);
      state.fault = null;
    } catch (error) {
      if (signal.aborted) return;
      noteFault(state, error, { target: source.target, log, failed: "The replica could not be fetched." });
    }
  };
  const isLarge = () => {
    const file = path.join(source.dataDir, STANDBY_FOLDER, DATABASE_FILE);
    return (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= LARGE;
  };
  const done = (async () => {
    while (!signal.aborted) {
      await fetch();
      await pause(clock, isLarge() ? LONG_INTERVAL_MS : INTERVAL_MS, signal);
    }
  })();
  return {
    state,
    async stop(): Promise<void> {
      stopping.abort(new Error("The standby stops."));
      await done;
    },
  };
}
