/** Compares a data folder with the acknowledged writes, and counts lost ones. Reads database and files directly. */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import type { RunningAppliance } from "../../../support/appliance.ts";
import { atConsoleEvents } from "../../../support/deliveries.ts";
import { type Ledger, sha256 } from "./ledger.ts";
import type { Receiver } from "./receiver.ts";

/** Opens the database for one read, because an open connection would share the log's index with the next process. */
export function readDatabase<T>(dataDir: string, read: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(path.join(dataDir, "galley.db"), { readonly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

export function blobFiles(dataDir: string): string[] {
  return fs
    .readdirSync(path.join(dataDir, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.basename(entry.parentPath) + entry.name);
}

export function unfinishedFiles(dataDir: string): string[] {
  return fs.readdirSync(path.join(dataDir, "tmp"));
}

export function filesWithoutRow(dataDir: string): string[] {
  const known = new Set(
    readDatabase(dataDir, (database) => database.prepare("SELECT sha256 FROM blobs").pluck().all()),
  );
  return blobFiles(dataDir).filter((hash) => !known.has(hash));
}

/** Ids of the versions that the site accepted. */
const acceptedBy = ({ calls }: Receiver) =>
  new Set(calls.flatMap(({ accepted, versionId }) => (accepted ? versionId : [])));

export type Traces = ReturnType<typeof tracesOf>;

/** Traces of a kill, which prove at which point it happened. */
export function tracesOf(dataDir: string, receiver: Receiver) {
  const accepted = acceptedBy(receiver);
  const deliveries = (where: string) =>
    readDatabase(dataDir, (database) =>
      database.prepare<[], string>(`SELECT version_id FROM deliveries WHERE ${where}`).pluck().all(),
    );
  const sending = deliveries("state = 'sending'");
  return {
    /** Files in blobs/ without a row. */
    filesWithoutRow: filesWithoutRow(dataDir).length,
    unfinishedFiles: unfinishedFiles(dataDir).length,
    /** Saves whose callback was not started. */
    rowsWithoutAttempt: deliveries("state = 'pending' AND attempts = 0").length,
    sending: sending.length,
    /** Callbacks that the site accepted and whose response was not stored. */
    responsesWithoutMerge: sending.filter((id) => accepted.has(id)).length,
  };
}

/** Waits until no delivery is pending; sends deliveries that wait for a retry immediately. */
export async function waitUntilSettled(appliance: RunningAppliance): Promise<void> {
  const sent = new Set<string>();
  await atConsoleEvents(appliance, async () => {
    const open = readDatabase(appliance.dataDir, (database) =>
      database
        .prepare<[], { id: string; state: string; at: number }>(
          "SELECT id, state, next_attempt_at AS at FROM deliveries WHERE state IN ('pending', 'sending')",
        )
        .all(),
    );
    for (const { id, state, at } of open) {
      if (state !== "pending" || at <= Date.now() || sent.has(id)) continue;
      sent.add(id);
      await appliance.console("POST", `/deliveries/${id}/retry`);
    }
    return open.length === 0 ? true : null;
  });
}

/** Acknowledged writes that are not stored. */
function lostWrites(database: Sqlite.Database, { uploads, promised, drafts, opens }: Ledger) {
  const value = (sql: string) => {
    const statement = database.prepare<string[], string>(sql).pluck();
    return (key: string) => statement.get(...key.split("/"));
  };
  const [blob, version, draft, url] = [
    value("SELECT blob FROM assets WHERE session_id = ? AND file_name = ?"),
    value("SELECT save_id FROM versions WHERE id = ?"),
    value("SELECT vms_json FROM drafts WHERE session_id = ? AND client_id = ?"),
    value("SELECT callback_url FROM sessions WHERE id = ?"),
  ];
  const missing = <T>(kind: string, writes: Map<string, T>, isStored: (key: string, write: T) => boolean) =>
    [...writes]
      .filter(([key, write]) => !isStored(key, write))
      .map(([key]) => ({ kind, key, forget: () => writes.delete(key) }));
  return [
    ...missing("upload", uploads, (key, hash) => blob(key) === hash),
    ...missing("save", promised, (_, { versionId }) => version(versionId) !== undefined),
    ...missing("draft", drafts, (key, marker) => draft(key)?.includes(marker) === true),
    ...missing("open", opens, (session, serial) => Number(url(session)?.split("?")[1] ?? -1) >= serial),
  ];
}

export interface Losses {
  rows: number;
  /** Age of the oldest missing write at the kill; 0 if none is missing. */
  ms: number;
}

/** Counts missing writes and removes them from the ledger, so that the rest can be verified. */
export function countLosses(dataDir: string, ledger: Ledger, killedAt: number): Losses {
  const lost = readDatabase(dataDir, (database) => lostWrites(database, ledger));
  for (const { forget } of lost) forget();
  const times = lost.map(({ kind, key }) => ledger.respondedAt.get(`${kind} ${key}`) ?? 0);
  return { rows: lost.length, ms: Math.max(0, ...times.map((at) => killedAt - at)) };
}

export function createVerifier(dataDir: string, ledger: Ledger, receiver: Receiver) {
  const comparedFiles = new Set<string>();
  const comparedVersions = new Set<string>();

  /** The file of every blob row must exist with the right content. */
  const wrongFiles = (database: Sqlite.Database): string[] => {
    const rows = database.prepare<[], { sha256: string; size: number }>("SELECT sha256, size FROM blobs").all();
    return rows.flatMap(({ sha256: hash, size }) => {
      if (comparedFiles.has(hash)) return [];
      comparedFiles.add(hash);
      const file = path.join(dataDir, "blobs", hash.slice(0, 2), hash.slice(2));
      if (!fs.existsSync(file)) return [`The file of blob ${hash} is missing.`];
      const bytes = fs.readFileSync(file);
      return bytes.length === size && sha256(bytes) === hash ? [] : [`The file of blob ${hash} has other bytes.`];
    });
  };

  /** Versions that differ from their save. */
  const wrongSaves = (database: Sqlite.Database): string[] => {
    const byId = database.prepare<[string], Record<"session_id" | "vms_json" | "html", string> & { number: number }>(
      "SELECT session_id, number, vms_json, html FROM versions WHERE id = ?",
    );
    const filesOf = database.prepare<[string], { file_name: string; blob: string }>(
      "SELECT file_name, blob FROM version_files WHERE version_id = ?",
    );
    return [...ledger.promised.values()].flatMap((promised) => {
      if (comparedVersions.has(promised.versionId)) return [];
      const version = byId.get(promised.versionId);
      if (version === undefined) return [];
      comparedVersions.add(promised.versionId);
      const files = new Map(filesOf.all(promised.versionId).map(({ file_name, blob }) => [file_name, blob]));
      const isComplete =
        version.number === promised.number &&
        version.session_id === promised.sessionId &&
        version.vms_json.includes(promised.marker) &&
        version.html.includes(promised.marker) &&
        files.size === promised.files.size &&
        [...promised.files].every(([file, hash]) => files.get(file) === hash);
      const { number, saveId, materialId } = promised;
      return isComplete ? [] : [`Version ${number} (${saveId} of ${materialId}) differs from the save.`];
    });
  };

  /** Version numbers have no gaps, and each version has one delivery. */
  const wrongRows = (database: Sqlite.Database): string[] => {
    const faults = (sql: string, sentence: string) =>
      database.prepare(sql).pluck().all().length === 0 ? [] : [sentence];
    return [
      ...faults(
        `SELECT s.id FROM sessions s LEFT JOIN versions v ON v.session_id = s.id GROUP BY s.id
         HAVING count(v.id) <> coalesce(s.current_version, 0) OR coalesce(max(v.number), 0) <> coalesce(s.current_version, 0)`,
        "The versions of a session have gaps, or its current version is not the newest.",
      ),
      ...faults(
        "SELECT v.id FROM versions v WHERE (SELECT count(*) FROM deliveries d WHERE d.version_id = v.id) <> 1",
        "A version has no delivery, or several.",
      ),
      ...faults(
        "SELECT d.id FROM deliveries d WHERE NOT EXISTS (SELECT 1 FROM versions v WHERE v.id = d.version_id)",
        "A delivery has no version.",
      ),
      ...faults(
        `SELECT v.id FROM versions v WHERE v.files <> (SELECT count(*) FROM version_files f WHERE f.version_id = v.id)`,
        "A version lacks files.",
      ),
      ...(database.pragma("foreign_key_check") as unknown[]).map(() => "A row refers to a missing row."),
      ...faults("SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'", "integrity_check"),
    ];
  };

  const wrongDeliveries = (database: Sqlite.Database): string[] => {
    const rows = database.prepare<[], { id: string; number: number; state: string; isNewest: number }>(
      `SELECT v.id, v.number, d.state, v.number = s.current_version AS isNewest
       FROM deliveries d JOIN versions v ON v.id = d.version_id JOIN sessions s ON s.id = d.session_id`,
    );
    const accepted = acceptedBy(receiver);
    return rows.all().flatMap(({ id, number, state, isNewest }) => {
      const name = `Version ${number} (${id})`;
      if (state === "superseded" && isNewest === 0) return [];
      if (state !== "delivered") return [`${name} is ${isNewest === 1 ? "the newest and " : ""}${state}.`];
      return accepted.has(id) ? [] : [`${name} is delivered, but the site did not accept it.`];
    });
  };

  const outOfOrder = (database: Sqlite.Database): string[] => {
    const rows = database.prepare<[], [id: string, number: number]>("SELECT id, number FROM versions").raw();
    const numbers = new Map(rows.all());
    const reached = new Map<string, number>();
    return receiver.calls.flatMap(({ materialId, versionId }) => {
      const number = numbers.get(versionId);
      if (number === undefined) return [`The site was sent version ${versionId}, which is not stored.`];
      const before = reached.get(materialId) ?? 0;
      reached.set(materialId, Math.max(before, number));
      return number < before ? [`${materialId}: version ${number} was sent after version ${before}.`] : [];
    });
  };

  const wrongClientUrls = (database: Sqlite.Database): string[] =>
    database
      .prepare<[], { version_id: string; file_name: string; client_url: string | null }>(
        `SELECT v.id AS version_id, f.file_name, a.client_url FROM sessions s
         JOIN versions v ON v.session_id = s.id AND v.number = s.current_version
         JOIN version_files f ON f.version_id = v.id
         JOIN assets a ON a.session_id = s.id AND a.file_name = f.file_name`,
      )
      .all()
      .filter(({ version_id, file_name, client_url }) => client_url !== receiver.clientUrl(version_id, file_name))
      .map(({ file_name, client_url }) => `The site's URL of ${file_name} was not kept (${client_url}).`);

  return {
    /** Faults of the stored data, regardless of deliveries. */
    stored: () =>
      readDatabase(dataDir, (database) => [
        ...wrongRows(database),
        ...wrongFiles(database),
        ...lostWrites(database, ledger).map(({ kind, key }) => `The ${kind} ${key} was acknowledged and is lost.`),
        ...wrongSaves(database),
      ]),
    /** Faults of the deliveries, when none is pending. */
    delivered: () =>
      readDatabase(dataDir, (database) => [
        ...wrongDeliveries(database),
        ...outOfOrder(database),
        ...wrongClientUrls(database),
        ...unfinishedFiles(dataDir).map((name) => `tmp/${name} is left.`),
      ]),
    /** Files are compared only once; this compares all of them again. */
    recheckAll() {
      comparedFiles.clear();
      comparedVersions.clear();
    },
  };
}
