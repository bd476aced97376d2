/**
 * The replica of this data folder: its target, its state, tests and drills. If another machine takes over, this appliance
 * is fenced: it copies nothing, sends nothing, and refuses changes.
 */
import path from "node:path";
import { inBackground } from "../backup/background.ts";
import { readConfigFile, writeConfigFile } from "../config/config-file.ts";
import type { ReplicaTest, ReplicaView } from "../contracts/replica-api.ts";
import { type Sentence, sentence, storedSentence, toStored, withSentence } from "../contracts/sentences/index.ts";
import { AppError, ConfigError } from "../core/errors.ts";
import { isoTime } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { keyFingerprint } from "../storage/secret-box.ts";
import { type CopierState, NOTHING_COPIED, startCopier } from "./copier.ts";
import { type DrillOptions, type DrillResult, drill, probeTarget, resultOf } from "./drill.ts";
import { type Fenced, timeInWords } from "./epochs.ts";
import { endOrphanedLitestream } from "./litestream.ts";
import { findLitestream, findRclone } from "./programs.ts";
import { openReplicaRecord } from "./record.ts";
import type { Store } from "./store.ts";
import { openTarget, parseTarget, requireOutside, type Target } from "./target.ts";

const FOLDER = "replica";
/** The state is `behind` if the target lacks commits older than this. */
const BEHIND_MS = 60_000;
const DRILL_INTERVAL_MS = 7 * 24 * 3_600_000;
const FIRST_DRILL_MS = 10 * 60_000;
const CHECK_INTERVAL_MS = 10_000;
/** Longest wait for the last commits to be copied when closing. */
const FINISH_MS = 3_000;
/** Longest wait for the target at start. */
const CONTACT_MS = 3_000;

export function createReplica(
  services: Pick<Services, "config" | "runtime" | "database" | "events" | "audit" | "version" | "sender">,
  masterKey: Buffer,
) {
  const { config, runtime, events, audit, sender } = services;
  const { clock, log } = runtime;
  const { dataDir, environment: env } = config;
  const folder = path.join(dataDir, FOLDER);
  const record = openReplicaRecord(dataDir, runtime);
  const litestream = findLitestream(env);
  const closing = new AbortController();

  let targetText: string | null = null;
  let target: Target | null = null;
  let faultOfTarget: Sentence | null = null;
  let store: Store | null = null;
  let copier: ReturnType<typeof startCopier> | null = null;
  let busy: ReplicaView["busy"] = null;
  let working: Promise<unknown> = Promise.resolve();
  let startedAt = 0;
  let announced = "";
  let cancelCheck = () => {};

  const stateOf = (): Pick<ReplicaView, "state"> & { detail: Sentence } => {
    const { fenced } = record.get();
    const copying: CopierState | undefined = copier?.state;
    if (fenced !== null) return { state: "fenced", detail: fencedSentence(fenced) };
    if (faultOfTarget !== null) return { state: "failing", detail: faultOfTarget };
    if (litestream === null) return { state: "off", detail: sentence("replica.no_litestream") };
    if (target === null) return { state: "off", detail: sentence("replica.off") };
    if (copying === undefined) return { state: "behind", detail: sentence("replica.starting") };
    if (copying.fault !== null) return { state: "failing", detail: copying.fault };
    if (copying.progress !== null) return { state: "behind", detail: sentence("replica.first_copy") };
    if (copying.copiedTo === null) return { state: "behind", detail: sentence("replica.starting") };
    const lag = clock.now() - copying.copiedTo;
    return lag > BEHIND_MS
      ? { state: "behind", detail: sentence("replica.behind") }
      : { state: "ok", detail: sentence("replica.ok") };
  };

  const announce = () => {
    const { state, detail } = stateOf();
    if (announced === `${state} ${detail.detail}`) return;
    announced = `${state} ${detail.detail}`;
    events.publish("replica", { state, detail: detail.detail });
  };

  /** @param sub subfolder for rclone: two of its processes must not share one */
  const open = (next: Target, sub: string): Store => openTarget(next, { folder: path.join(folder, sub), clock, env });

  const begin = (text: string | null) => {
    targetText = text;
    target = null;
    faultOfTarget = null;
    if (text === null || record.get().fenced !== null) return;
    try {
      target = parseTarget(text);
      requireOutside(target, dataDir);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faultOfTarget = error.sentence;
      log.error(error.message);
      return;
    }
    if (litestream === null) return log.warn(sentence("replica.no_litestream").detail);
    store = open(target, "carrier");
    startedAt = clock.now();
    copier = startCopier({
      ...services,
      dataDir,
      folder,
      litestream,
      env,
      store,
      target: target.shown,
      record,
      onState: announce,
      onFenced: fence,
    });
    copier.done.catch((error: unknown) => log.error("The replica stopped.", error));
    cancelCheck = clock.after(CHECK_INTERVAL_MS, check);
  };

  const fence = async ({ by, at }: Fenced) => {
    const fenced = { by, at };
    log.error(fencedSentence(fenced).detail);
    await record.put({ fenced }).catch(() => {});
    announce();
    await sender.close(0);
  };

  const end = async () => {
    cancelCheck();
    await copier?.stop();
    await store?.close();
    copier = null;
    store = null;
  };

  const requireIdle = () => {
    if (busy !== null) throw new AppError("conflict", sentence("replica.busy"));
  };
  const requireEngine = (): string => {
    if (litestream === null) throw new AppError("unavailable", sentence("replica.no_litestream"));
    return litestream;
  };
  /** Runs one drill or test at a time, with its own store. */
  const prove = async (
    kind: "drill" | "test",
    at: Target | null,
    work: (proof: DrillOptions) => Promise<DrillResult>,
  ): Promise<DrillResult> => {
    const program = requireEngine();
    if (at === null) throw new AppError("conflict", sentence("replica.off"));
    requireIdle();
    busy = kind;
    announce();
    const proof = {
      litestream: program,
      env,
      clock,
      store: open(at, `${kind}-carrier`),
      target: at.shown,
      folder: path.join(folder, kind),
    };
    const done = resultOf(proof, () => work(proof), closing.signal).finally(() => {
      busy = null;
    });
    working = done.catch(() => {});
    return done;
  };

  const runDrill = (): Promise<DrillResult> =>
    prove("drill", target, async (proof) => {
      const proven = await drill({ ...proof, dataDir }, closing.signal);
      await record.put({ drill: { at: clock.now(), ok: proven.ok, detail: toStored(proven.detail) } });
      if (!proven.ok) log.error(`The replica's drill failed. ${proven.detail.detail}`);
      events.publish("replica", { state: stateOf().state, detail: proven.detail.detail, drill: proven.ok });
      return proven;
    });

  const check = () => {
    announce();
    const { drill: last } = record.get();
    const due = last === null ? startedAt + FIRST_DRILL_MS : last.at + DRILL_INTERVAL_MS;
    if (busy === null && stateOf().state === "ok" && clock.now() >= due)
      runDrill().catch((error) => {
        if (!closing.signal.aborted) log.error("The replica's drill could not run.", error);
      });
    cancelCheck = clock.after(CHECK_INTERVAL_MS, check);
  };

  const isSetByFlag = () => config.sources.replica === "flag" || config.sources.replica === "environment";
  const requireChangeable = () => {
    if (!isSetByFlag()) return;
    const source = config.sources.replica === "flag" ? "--replica" : "GALLEY_REPLICA";
    throw new AppError("conflict", sentence("replica.held_by_flag", { source }));
  };
  const storeTarget = async (text: string | undefined) => {
    const { replica: _, ...kept } = readConfigFile(dataDir);
    await writeConfigFile(dataDir, text === undefined ? kept : { ...kept, replica: text });
  };

  /** Parses a target that the admin typed. @throws AppError invalid */
  const readTarget = (text: string): Target => {
    try {
      const read = parseTarget(text);
      requireOutside(read, dataDir);
      if (read.kind === "rclone" && findRclone(env) === null)
        throw new AppError("unavailable", sentence("replica.no_rclone"));
      return read;
    } catch (error) {
      throw error instanceof ConfigError ? new AppError("invalid", error.sentence) : error;
    }
  };

  return {
    /** Resolves once it is known whether another machine took over, or after a few seconds without a response. */
    async start(): Promise<void> {
      // Even if replication is off: a leftover Litestream would keep the log from being reset.
      endOrphanedLitestream(folder);
      begin(config.replica);
      const { fenced } = record.get();
      if (fenced !== null) log.error(fencedSentence(fenced).detail);
      announce();
      await Promise.race([copier?.contact, new Promise<void>((resolve) => clock.after(CONTACT_MS, resolve))]);
    },
    async close(): Promise<void> {
      cancelCheck();
      await copier?.finish(FINISH_MS);
      closing.abort(new AppError("unavailable", sentence("api.closing")));
      await Promise.all([working, end()]);
    },
    /** The target as the admin wrote it; null if there is none. */
    target: (): string | null => target?.shown ?? null,
    isFenced: (): boolean => record.get().fenced !== null,
    /** @throws AppError unavailable if another machine took over */
    requireOurs(): void {
      const { fenced } = record.get();
      if (fenced !== null) throw new AppError("unavailable", fencedSentence(fenced));
    },
    view(): ReplicaView {
      const { state, detail } = stateOf();
      const { epoch, key, drill: last, fenced } = record.get();
      const { copiedTo, lastCopyAt, pending, progress } = copier?.state ?? NOTHING_COPIED;
      return {
        state,
        target: target?.shown ?? targetText,
        source: isSetByFlag() ? config.sources.replica : targetText === null ? "default" : "file",
        lag_ms: copiedTo === null ? null : Math.max(0, clock.now() - copiedTo),
        last_copy_at: lastCopyAt === null ? null : isoTime(lastCopyAt),
        pending_files: pending,
        epoch,
        with_key: key !== null,
        progress,
        last_drill: last && {
          at: isoTime(last.at),
          ok: last.ok,
          ...withSentence("detail", storedSentence(last.detail)),
        },
        busy,
        fenced: fenced && { by: fenced.by, at: isoTime(fenced.at) },
        ...withSentence("detail", detail),
        engines: { litestream: litestream !== null, rclone: findRclone(env) !== null },
      };
    },
    /** Changes the target. @param passphrase of its key; null: no key, undefined: unchanged @throws AppError invalid, conflict */
    async put(text: string, passphrase: string | null | undefined): Promise<void> {
      requireIdle();
      const next = readTarget(text);
      // The key can change even if a flag sets the target.
      if (next.shown !== target?.shown) requireChangeable();
      const key =
        passphrase === undefined
          ? record.get().key
          : passphrase && {
              fingerprint: keyFingerprint(masterKey),
              wrapped: await inBackground("wrapKey", { key: masterKey, passphrase }, closing.signal),
            };
      if (!isSetByFlag()) await storeTarget(next.shown);
      await end();
      // The epoch is read from the target again, which may have been emptied.
      const isNew = record.get().target !== next.shown;
      await record.put({ key: key || null, target: null, epoch: null, ...(isNew ? { drill: null } : {}) });
      audit.record("replica changed", "appliance", { target: next.shown, with_key: key !== null });
      begin(next.shown);
      announce();
    },
    /** Turns replication off; the target keeps its content. Also ends a fence, so that this machine works after a restart. */
    async remove(): Promise<void> {
      requireChangeable();
      requireIdle();
      await storeTarget(undefined);
      await end();
      await record.put({ target: null, epoch: null, key: null, fenced: null });
      audit.record("replica removed", "appliance", {});
      begin(null);
      announce();
    },
    /** Probes a target. @param text a new target; undefined: the current one */
    async test(text: string | undefined): Promise<ReplicaTest> {
      requireEngine();
      const at = text === undefined ? target : readTarget(text);
      const startedAt = clock.now();
      const proven = await prove("test", at, (proof) => probeTarget(proof, closing.signal));
      return { ok: proven.ok, duration_ms: clock.now() - startedAt, ...withSentence("detail", proven.detail) };
    },
    drill: runDrill,
  };
}

export function fencedSentence({ by, at }: { by: string; at: number }): Sentence {
  return sentence("replica.fenced", { machine: by, at: timeInWords(at) });
}
