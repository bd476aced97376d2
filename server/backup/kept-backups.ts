/**
 * Backups that the appliance keeps in a folder: made by hand or by a plan, read back before they count, listed, and the
 * plan's older ones removed once a newer one is whole. A turn that was missed, because the machine slept or was off, is
 * made up for.
 */
import fs from "node:fs";
import path from "node:path";
import type { BackupPlan, BackupRow, BackupsView } from "../contracts/backups-api.ts";
import type { ConsoleEvents } from "../contracts/console-api.ts";
import type { Overview } from "../contracts/overview-api.ts";
import { AppError } from "../core/errors.ts";
import type { EventHub } from "../core/events.ts";
import { isoTime, type Runtime } from "../core/runtime.ts";
import type { AuditLog } from "../storage/audit-log.ts";
import type { SecretBox } from "../storage/secret-box.ts";
import { FAILED, inFolder, isOnDiskOf, NAME, openFolder, requireFolder, sentenceOf } from "./backup-folder.ts";
import { lastDue, nextDue } from "./backup-plan.ts";
import { type BackupEntry, MAX_ENTRIES, openBackupRecord } from "./backup-record.ts";
import type { Backups, Restored } from "./backups.ts";
import type { SecretsChoice } from "./passphrase.ts";

const DEFAULT_FOLDER = "backups";
const PURPOSE = "backup passphrase";
/** After a start: late enough not to be in its way. */
const FIRST_AFTER_MS = 60_000;
/** Timers stand still while a machine sleeps, so the clock is looked at this often. */
const LOOK_EVERY_MS = 10 * 60_000;
/** One that failed, because a disk was not there or another was under way, is tried again, this often a turn. */
const AGAIN_AFTER_MS = 3_600_000;
const TRIES = 3;

type By = BackupEntry["by"];
/** What is told of a piece of work; null where Galley closes meanwhile. */
type Outcome = ConsoleEvents["backup"] | null;

export function createKeptBackups({
  runtime,
  events,
  audit,
  backups,
  secretBox,
  madeByHand,
  dataDir,
}: {
  runtime: Runtime;
  events: EventHub;
  audit: AuditLog;
  backups: Backups;
  secretBox: SecretBox;
  /** The last that an admin asked for, as the audit log has it: all there is of those of older versions. */
  madeByHand: () => Overview["backup"];
  dataDir: string;
}) {
  const { clock, log } = runtime;
  const record = openBackupRecord(dataDir, log);
  const folder = () => record.get().plan.folder ?? path.join(dataDir, DEFAULT_FOLDER);
  let busy: BackupsView["busy"] = null;
  let closing = false;
  let cancel = () => {};
  let failedTries = 0;
  let notBefore = 0;

  const passphrase = (): string | null => {
    const { passphrase: sealed } = record.get();
    return sealed === null ? null : secretBox.open(Buffer.from(sealed, "base64"), PURPOSE);
  };
  const note = (entry: BackupEntry) => record.put({ entries: [entry, ...record.get().entries] });
  const change = (id: string, part: Partial<BackupEntry>) =>
    record.put({ entries: record.get().entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)) });

  /** One at a time, told at its beginning, and with what came of it once all is done. */
  const working = async (what: NonNullable<BackupsView["busy"]>, work: () => Promise<Outcome>): Promise<void> => {
    busy = what;
    events.publish("backup", { change: "begun", file: null, error: null });
    let outcome: Outcome = null;
    try {
      outcome = await work();
    } finally {
      busy = null;
    }
    if (outcome !== null) events.publish("backup", outcome);
  };

  /** Reserves the backups at once, before it waits for anything. What went wrong is written down. */
  const make = async (by: By): Promise<Outcome> => {
    const at = clock.now();
    const name = `galley-${by === "schedule" ? "auto-" : ""}${fileTime(at)}.zip`;
    const file = path.join(folder(), name);
    try {
      const secret = passphrase();
      const isOwn = record.get().plan.folder === null;
      const { manifest, bytes } = await backups.write(file, secret, () => openFolder(path.dirname(file), isOwn, at));
      const missing = manifest.missing.length;
      await note({
        id: name,
        file,
        bytes,
        created_at: at,
        by,
        verified_at: clock.now(),
        with_secrets: secret !== null,
        missing_files: missing,
        error: null,
      });
      if (by === "hand") audit.record("backup kept", "appliance", { file: name, missing, secrets: secret !== null });
      return { change: "made", file: name, error: null };
    } catch (error) {
      if (closing) return null;
      const sentence = sentenceOf(error, folder());
      log.error(`The backup was not made. ${sentence}`, error instanceof AppError ? undefined : error);
      await note({ ...FAILED, id: runtime.random.uuid(), created_at: at, by, error: sentence });
      return { change: "failed", file: null, error: sentence };
    }
  };

  /** The plan's own that are too many, the oldest first. Called once a newer one is whole. */
  const removeOld = async () => {
    const { entries, plan } = record.get();
    const old = entries
      .filter(
        ({ by, file, error }) =>
          by === "schedule" && error === null && file !== null && path.dirname(file) === folder(),
      )
      .slice(plan.keep);
    for (const { id, file } of old) {
      try {
        if (file !== null) await fs.promises.rm(file, { force: true });
        await record.put({ entries: record.get().entries.filter((entry) => entry.id !== id) });
      } catch (error) {
        log.warn(`The old backup ${file} could not be removed (${(error as Error).message}).`);
      }
    }
  };

  const isDue = (now: number): boolean => {
    const { plan, planned_at, turn_at } = record.get();
    const due = lastDue(plan, now);
    return due !== null && due > Math.max(planned_at, turn_at ?? 0) && now >= notBefore;
  };
  const takeTurn = async () => {
    const now = clock.now();
    if (closing || busy !== null || backups.isBusy() || !isDue(now)) return;
    await working("making", async () => {
      const outcome = await make("schedule");
      if (outcome !== null) await endTurn(now, outcome.change === "made");
      return outcome;
    });
  };
  const endTurn = async (now: number, isMade: boolean) => {
    failedTries = isMade ? 0 : failedTries + 1;
    notBefore = isMade ? 0 : clock.now() + AGAIN_AFTER_MS;
    if (isMade || failedTries >= TRIES) {
      failedTries = 0;
      notBefore = 0;
      await record.put({ turn_at: now });
    }
    if (isMade) await removeOld();
  };
  let turn: Promise<void> = Promise.resolve();
  const look = () => {
    cancel();
    turn = turn
      .then(takeTurn)
      .catch((error) => log.error("The backup of the plan could not be written down; it is tried again.", error))
      .then(() => lookLater(LOOK_EVERY_MS));
  };
  const lookLater = (longest: number) => {
    if (closing) return;
    cancel();
    const now = clock.now();
    const next = nextDue(record.get().plan, now) ?? Number.POSITIVE_INFINITY;
    cancel = clock.after(Math.min(longest, next - now), look);
  };

  /** @throws AppError not_found */
  const fileOf = async (id: string): Promise<{ file: string; bytes: number }> => {
    const file = path.join(folder(), id);
    const stats = NAME.test(id) ? await fs.promises.stat(file).catch(() => null) : null;
    if (stats === null || !stats.isFile())
      throw new AppError("not_found", "This backup is no longer in the folder of the backups.");
    return { file, bytes: stats.size };
  };

  const verify = async (id: string, { file, bytes }: { file: string; bytes: number }): Promise<Outcome> => {
    let found: Pick<BackupEntry, "verified_at" | "error" | "with_secrets" | "missing_files">;
    try {
      const manifest = await backups.check(file);
      found = {
        verified_at: clock.now(),
        error: null,
        with_secrets: manifest.key.wrapped !== null,
        missing_files: manifest.missing.length,
      };
    } catch (error) {
      if (closing) return null;
      const sentence = sentenceOf(error, folder());
      found = { verified_at: null, error: sentence, with_secrets: null, missing_files: null };
    }
    if (record.get().entries.some((entry) => entry.id === id)) await change(id, { bytes, ...found });
    else {
      const [known] = (await inFolder(folder())).filter((each) => each.id === id);
      if (known !== undefined) await note({ ...known, ...found });
    }
    return { change: found.error === null ? "verified" : "failed", file: id, error: found.error };
  };

  /** What lies in the folder, with what is known of it; and the failed ones. */
  const list = async (): Promise<{ rows: BackupEntry[]; fault: string | null }> => {
    const { entries } = record.get();
    const failed = entries.filter(({ file }) => file === null);
    let present: BackupEntry[] = [];
    let fault: string | null = null;
    try {
      present = await inFolder(folder());
    } catch (error) {
      const isNotMadeYet = record.get().plan.folder === null && (error as NodeJS.ErrnoException).code === "ENOENT";
      if (!isNotMadeYet) fault = sentenceOf(error, folder());
    }
    const known = new Map(entries.map((entry) => [entry.file, entry]));
    const rows = present.map((found) => {
      const entry = known.get(found.file);
      return entry === undefined ? found : { ...entry, bytes: found.bytes };
    });
    rows.push(...failed);
    return { rows: rows.sort((a, b) => b.created_at - a.created_at).slice(0, MAX_ENTRIES), fault };
  };

  /** The newest of those that are kept and those that were taken along; null: never. */
  const newestOf = (kept: BackupEntry[]): BackupsView["last"] => {
    const made = kept.find(({ file, error }) => file !== null && error === null);
    const { taken } = record.get();
    const audited = madeByHand();
    const all = [
      ...(made === undefined ? [] : [{ file: made.id, at: made.created_at }]),
      ...(taken === null ? [] : [taken]),
      ...(audited === null ? [] : [{ file: audited.file, at: Date.parse(audited.last_at) }]),
    ].sort((a, b) => b.at - a.at);
    return all[0] === undefined ? null : { file: all[0].file, at: isoTime(all[0].at) };
  };

  return {
    start(): void {
      lookLater(FIRST_AFTER_MS);
    },
    /** The machine was asleep: what became due meanwhile is made. */
    wake: look,
    async close(): Promise<void> {
      closing = true;
      cancel();
      await turn;
    },
    /** The passphrase of the plan in the clear, for looking whether it stands where it must not. */
    secrets: (): string[] => [passphrase() ?? ""].filter((secret) => secret !== ""),
    /** The newest that is whole, as far as is written down; null: never. */
    last(): Overview["backup"] {
      const newest = newestOf(record.get().entries);
      return newest === null ? null : { last_at: newest.at, file: newest.file };
    },
    async view(): Promise<BackupsView> {
      const { rows, fault } = await list();
      const { plan, passphrase: sealed } = record.get();
      const next = nextDue(plan, clock.now());
      return {
        items: rows.map(rowOf),
        plan: { ...plan, with_secrets: sealed !== null },
        folder: folder(),
        same_disk: await isOnDiskOf(dataDir, folder()),
        folder_fault: fault,
        last: newestOf(rows),
        next_at: next === null ? null : isoTime(next),
        busy,
      };
    },
    /**
     * Changes the plan; `passphrase` undefined leaves it as it is.
     * @throws ValidationFailed where the folder cannot be used
     */
    async patch({ passphrase: secret, ...part }: Partial<BackupPlan> & { passphrase?: string | null }): Promise<void> {
      const before = record.get();
      const plan = { ...before.plan, ...part };
      if (part.folder !== undefined && part.folder !== null) await requireFolder(part.folder, dataDir);
      const isNewTime = (["schedule", "hour", "weekday"] as const).some((key) => plan[key] !== before.plan[key]);
      await record.put({
        plan,
        ...(isNewTime ? { planned_at: clock.now() } : {}),
        ...(secret === undefined
          ? {}
          : { passphrase: secret === null ? null : secretBox.seal(secret, PURPOSE).toString("base64") }),
      });
      failedTries = 0;
      notBefore = 0;
      audit.record("backup plan changed", "appliance", {
        ...part,
        ...(secret === undefined ? {} : { secrets: secret !== null }),
      });
      if (!closing) lookLater(LOOK_EVERY_MS);
    },
    /** Begins one by hand. @throws AppError conflict while a backup or restore is under way; unavailable */
    begin(): void {
      backups.requireIdle();
      void working("making", () => make("hand")).catch((error) =>
        log.error("The backup could not be written down.", error),
      );
    },
    /** Begins to read one back, from its first byte to its last. @throws AppError not_found, conflict, unavailable */
    async beginVerifying(id: string): Promise<void> {
      const found = await fileOf(id);
      backups.requireIdle();
      void working("verifying", () => verify(id, found)).catch((error) =>
        log.error("What was found of a backup could not be written down.", error),
      );
    },
    fileOf,
    /** @throws BackupRefused; AppError not_found, conflict, disk_full */
    async restore(id: string, choice: SecretsChoice): Promise<Restored> {
      const { file, bytes } = await fileOf(id);
      const source = fs.createReadStream(file, { highWaterMark: 256 * 1024 });
      try {
        return await backups.restore(source, bytes, choice);
      } finally {
        source.destroy();
      }
    },
    /** Removes one, or the note of one that failed. @throws AppError not_found, conflict while one is under way */
    async remove(id: string): Promise<void> {
      backups.requireIdle();
      const { entries } = record.get();
      const failed = entries.find((entry) => entry.id === id && entry.file === null);
      if (failed === undefined) await fs.promises.rm((await fileOf(id)).file);
      await record.put({ entries: entries.filter((entry) => entry.id !== id) });
      audit.record("backup deleted", "appliance", { file: failed === undefined ? id : null });
      events.publish("backup", { change: "deleted", file: id, error: null });
    },
    /** Somebody took one with him, whole. */
    async noteTaken(file: string): Promise<void> {
      await record.put({ taken: { file, at: clock.now() } });
      events.publish("backup", { change: "made", file, error: null });
    },
  };
}

/** `2026-11-20T10-15-00Z` */
function fileTime(at: number): string {
  return new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
}

function rowOf(entry: BackupEntry): BackupRow {
  return {
    ...entry,
    file: entry.file === null ? null : path.basename(entry.file),
    created_at: isoTime(entry.created_at),
    verified_at: entry.verified_at === null ? null : isoTime(entry.verified_at),
  };
}
