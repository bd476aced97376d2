import { JsonText } from "../../core/json-text.ts";
import { type Database, statements } from "../../storage/database.ts";
import { beginningOfColumn } from "../../storage/lists.ts";
import { Metadata } from "../sessions/metadata.ts";

/** Version number of the original, another editor's state (contract 10). It has no rendering, no files and no delivery. */
export const ORIGINAL_VERSION = 0;
/** The original's save id. Tabs send uuids, so it never collides. */
const ORIGINAL_SAVE_ID = "original:";

/** A version without its texts, for lists; times in ms. */
export interface VersionHead {
  id: string;
  sessionId: string;
  number: number;
  baseVersion: number | null;
  saveId: string;
  userEmail: string | null;
  userIp: string | null;
  /** Bytes of the document and all files. */
  size: number;
  files: number;
  createdAt: number;
}

export interface Version extends VersionHead {
  stateHash: string;
  metadata: Metadata;
  /** A `GalleyState`; for the original, the site's exact text. */
  vmsJson: JsonText;
  html: string;
  /** Names of files that are in neither archive nor page. */
  missingFiles: readonly string[];
}

/** A file of a version. `blob`: sha-256. */
export interface KeptFile {
  fileName: string;
  blob: string;
}

type Row = Omit<Version, "metadata" | "vmsJson" | "missingFiles"> &
  Record<"metadata" | "vmsJson" | "missingFiles", string>;

const HEAD = `id, session_id AS sessionId, number, base_version AS baseVersion, save_id AS saveId,
  ${beginningOfColumn("user_email", 320)} AS userEmail, user_ip AS userIp, size, files, created_at AS createdAt`;
const WHOLE = `${HEAD}, state_hash AS stateHash, metadata, vms_json AS vmsJson, html, missing_files AS missingFiles`;

const decode = (row: Row | null): Version | null =>
  row === null
    ? null
    : {
        ...row,
        metadata: new Metadata(row.metadata),
        vmsJson: new JsonText(row.vmsJson),
        missingFiles: JSON.parse(row.missingFiles) as string[],
      };

export function createVersionStore(database: Database) {
  const { run, row, rows, value } = statements(database);
  const insert = run(
    `INSERT INTO versions (id, session_id, number, base_version, save_id, user_email, user_ip, size, files, state_hash,
       created_at, metadata, vms_json, html, missing_files)
     VALUES (@id, @sessionId, @number, @baseVersion, @saveId, @userEmail, @userIp, @size, @files, @stateHash,
       @createdAt, @metadata, @vmsJson, @html, @missingFiles)`,
  );
  const insertFile = run<[string, string, string]>(
    "INSERT INTO version_files (version_id, file_name, blob) VALUES (?, ?, ?)",
  );
  const insertSource = run<[string, string, string]>(
    "INSERT INTO version_sources (version_id, file_name, blob) VALUES (?, ?, ?)",
  );
  const markAsset = run<[string, string]>(
    "UPDATE assets SET in_version = 1 WHERE session_id = ? AND file_name = ? AND in_version = 0",
  );
  const keepOriginal = run<[{ id: string; sessionId: string; number: number; saveId: string }]>(
    `INSERT INTO versions (id, session_id, number, save_id, size, files, state_hash, created_at, metadata, vms_json, html)
     SELECT @id, s.id, @number, @saveId, octet_length(o.vms_json), 0, o.state_hash, o.created_at, s.metadata, o.vms_json, ''
     FROM sessions s JOIN session_states o ON o.session_id = s.id AND o.kind = 'opening' WHERE s.id = @sessionId`,
  );
  const byId = row<[string], Row>(`SELECT ${WHOLE} FROM versions WHERE id = ?`);
  const byNumber = row<[string, number], Row>(`SELECT ${WHOLE} FROM versions WHERE session_id = ? AND number = ?`);
  const takenOverAt = database.prepare<[], number | null>("SELECT max(at) FROM takeovers").pluck().get() ?? null;
  const count = value<[string], number>("SELECT count(*) FROM versions WHERE session_id = ?");
  const metadata = value<[string], string>("SELECT metadata FROM versions WHERE id = ?");
  const missingFiles = value<[string], string>("SELECT missing_files FROM versions WHERE id = ?");
  return {
    /** @param sources originals of cropped pictures; kept with the version, never published */
    insert(version: Version, files: KeptFile[], sources: KeptFile[]) {
      insert({
        ...version,
        metadata: version.metadata.stored,
        vmsJson: version.vmsJson.text,
        missingFiles: JSON.stringify(version.missingFiles),
      });
      for (const [insertInto, kept] of [
        [insertFile, files],
        [insertSource, sources],
      ] as const)
        for (const { fileName, blob } of kept) {
          insertInto(version.id, fileName, blob);
          markAsset(version.sessionId, fileName);
        }
    },
    /** Makes the session's opening state its original, byte for byte. */
    keepOriginal: (id: string, sessionId: string) =>
      void keepOriginal({ id, sessionId, number: ORIGINAL_VERSION, saveId: ORIGINAL_SAVE_ID }),
    byId: (id: string) => decode(byId(id)),
    byNumber: (sessionId: string, number: number) => decode(byNumber(sessionId, number)),
    bySave: row<[string, string], VersionHead>(`SELECT ${HEAD} FROM versions WHERE session_id = ? AND save_id = ?`),
    headById: row<[string], VersionHead>(`SELECT ${HEAD} FROM versions WHERE id = ?`),
    headByNumber: row<[string, number], VersionHead>(
      `SELECT ${HEAD} FROM versions WHERE session_id = ? AND number = ?`,
    ),
    /** Versions with a number below `before`, newest first. */
    heads: rows<[string, number, number], VersionHead>(
      `SELECT ${HEAD} FROM versions WHERE session_id = +? AND number < +? ORDER BY number DESC LIMIT +?`,
    ),
    /** Whether a takeover of another machine's data happened after `createdAt`; null: no version yet. */
    precedesTakeover: (createdAt: number | null): boolean => takenOverAt !== null && (createdAt ?? 0) < takenOverAt,
    count: (sessionId: string): number => count(sessionId) ?? 0,
    missingFiles: (id: string) => JSON.parse(missingFiles(id) ?? "[]") as string[],
    metadata: (id: string) => new Metadata(metadata(id) ?? "{}"),
  };
}
