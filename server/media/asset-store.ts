/**
 * SQL of assets and blobs.
 *
 * Glossary. asset: a file of a session, under the name that archives give it. blob: its bytes, stored once however many
 * assets and versions use them. width: the same picture with fewer pixels, an asset of its own beside that of the picture.
 * clientUrl: the public URL that the site gave it; kept and handed on, never loaded.
 */

import { asMap, fileEntries, isSiteUrl, readWidths } from "../article/assets.ts";
import { filesNamedIn } from "../article/document.ts";
import { isStyleSheetName } from "../article/render.ts";
import type { GalleyState, PictureWidth } from "../article/vms-json.ts";
import type { Database } from "../storage/database.ts";
import { typeOfName } from "./media-types.ts";

/** A row of `assets` with the size of its blob. */
export interface Asset {
  fileName: string;
  /** sha-256, null for a file known only by its clientUrl. */
  blob: string | null;
  /** Bytes; 0 without a blob. */
  size: number;
  crc32: number;
  type: string;
  width: number | null;
  height: number | null;
  originalName: string;
  clientUrl: string | null;
}

/** Whether a file is named by a state of the site, but neither its bytes are here nor an address to fetch them from. */
export function isGone({ blob, clientUrl }: Pick<Asset, "blob" | "clientUrl">): boolean {
  return blob === null && clientUrl === null;
}

/** A file whose bytes are here. */
export type StoredFile = Omit<Asset, "blob" | "clientUrl"> & { blob: string };

export interface StoredFiles {
  files: readonly StoredFile[];
  /** The smaller files of pictures among them, by the picture's name; they are among them too where they are here. */
  widths: ReadonlyMap<string, readonly PictureWidth[]>;
}

/** A new asset whose blob row is made with it. */
export interface NewAsset extends Asset {
  sessionId: string;
  blob: string;
  createdAt: number;
}

interface Row {
  file_name: string;
  blob: string | null;
  size: number | null;
  crc32: number | null;
  type: string;
  width: number | null;
  height: number | null;
  original_name: string;
  client_url: string | null;
}

const decode = (row: Row): Asset => ({
  fileName: row.file_name,
  blob: row.blob,
  size: row.size ?? 0,
  crc32: row.crc32 ?? 0,
  type: row.type,
  width: row.width,
  height: row.height,
  originalName: row.original_name,
  clientUrl: row.client_url,
});

const COLUMNS = `a.file_name, a.blob, b.size, b.crc32, a.type, a.width, a.height, a.original_name, a.client_url
  FROM assets a LEFT JOIN blobs b ON b.sha256 = a.blob`;

/** An address that a state of the site gives, as it can be fetched and shown anywhere. */
function absolute(clientUrl: string, callbackUrl: string): string {
  return URL.canParse(clientUrl) ? clientUrl : (URL.parse(clientUrl, callbackUrl)?.href ?? clientUrl);
}

/** More files than one article holds. */
const MAX_FOREIGN_ASSETS = 5_000;
/** Characters of a MIME type. */
const MAX_TYPE = 100;

export type AssetStore = ReturnType<typeof createAssetStore>;

export function createAssetStore(database: Database) {
  const insertBlob = database.prepare<[string, number, number, number]>(
    "INSERT INTO blobs (sha256, size, crc32, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
  );
  const insert = database.prepare(
    `INSERT INTO assets (session_id, file_name, blob, type, width, height, original_name, client_url, created_at)
     VALUES (@sessionId, @fileName, @blob, @type, @width, @height, @originalName, @clientUrl, @createdAt)
     ON CONFLICT (session_id, file_name) DO UPDATE SET blob = excluded.blob, type = excluded.type,
       width = excluded.width, height = excluded.height, original_name = excluded.original_name`,
  );
  const insertForeign = database.prepare<[string, string, string, string, string | null, number]>(
    `INSERT INTO assets (session_id, file_name, type, original_name, client_url, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (session_id, file_name) DO NOTHING`,
  );
  const keepUrl = database.prepare<[string, string, string]>(
    "UPDATE assets SET client_url = ? WHERE session_id = ? AND file_name = ?",
  );
  const renew = database.prepare<[number, string, string]>(
    "UPDATE assets SET created_at = ? WHERE session_id = ? AND file_name = ?",
  );
  const foreign = database.prepare<[string], { count: number }>(
    "SELECT count(*) AS count FROM assets WHERE session_id = ? AND blob IS NULL",
  );
  const unfetched = database
    .prepare<[string], string>("SELECT file_name FROM restores WHERE session_id = ? AND state = 'failed'")
    .pluck();
  const insertWidth = database.prepare<[string, string, string, number]>(
    `INSERT INTO picture_widths (session_id, file_name, smaller, width) VALUES (?, ?, ?, ?)
     ON CONFLICT (session_id, file_name, smaller) DO NOTHING`,
  );
  const widths = database.prepare<[string], PictureWidth & { of: string }>(
    `SELECT file_name AS "of", smaller AS file, width FROM picture_widths WHERE session_id = ? ORDER BY file_name, width, smaller`,
  );
  const kept = database.prepare<[string], { files: number; unshownBytes: number }>(
    `SELECT count(*) AS files, coalesce(sum(b.size) FILTER (WHERE a.in_version = 0), 0) AS unshownBytes
     FROM assets a JOIN blobs b ON b.sha256 = a.blob WHERE a.session_id = +?`,
  );
  const ofSession = database.prepare<[string], Row>(`SELECT ${COLUMNS} WHERE a.session_id = +?`);
  const ofVersion = database.prepare<[string], Row>(
    `SELECT f.file_name, f.blob, b.size, b.crc32, a.type, a.width, a.height, a.original_name, a.client_url
     FROM version_files f JOIN versions v ON v.id = f.version_id JOIN blobs b ON b.sha256 = f.blob
       JOIN assets a ON a.session_id = v.session_id AND a.file_name = f.file_name
     WHERE f.version_id = +? ORDER BY f.file_name`,
  );
  const byName = database.prepare<[string, string], Row>(
    `SELECT ${COLUMNS} WHERE a.session_id = +? AND a.file_name = +?`,
  );
  /** The smaller files of a session's pictures by the picture's name, narrowest first. */
  const widthsOf = (sessionId: string): Map<string, PictureWidth[]> => {
    const found = new Map<string, PictureWidth[]>();
    for (const { of, file, width } of widths.all(sessionId)) {
      const others = found.get(of);
      if (others === undefined) found.set(of, [{ file, width }]);
      else others.push({ file, width });
    }
    return found;
  };

  return {
    add: database.transaction((asset: NewAsset) => {
      insertBlob.run(asset.blob, asset.size, asset.crc32, asset.createdAt);
      insert.run(asset);
    }),
    /** A smaller file of the session is published with a picture of it. @param width of the smaller one, in pixels */
    addWidth: (sessionId: string, fileName: string, smaller: string, width: number) =>
      void insertWidth.run(sessionId, fileName, smaller, width),
    widths: widthsOf,
    /**
     * Remembers the files that a state of the site names, so that a save may go on using them: by the site's address, or,
     * where it gave none (`dummy-…`), as gone. What is known already stays as it is.
     * @param callbackUrl what relative addresses are relative to
     * @param originals names that the site has for files, where they are others
     */
    adoptForeign: database.transaction(
      (
        sessionId: string,
        vmsJson: Record<string, unknown>,
        at: number,
        callbackUrl: string,
        originals: ReadonlyMap<string, string> = new Map(),
      ): void => {
        const entries = new Map(fileEntries((asMap(vmsJson.assets) ?? {}) as GalleyState["assets"]));
        const withAddress = [...entries]
          .filter(([name, entry]) => isSiteUrl(entry.clientUrl) && !isStyleSheetName(name))
          .map(([name]) => name);
        const names = new Set([...withAddress, ...filesNamedIn(vmsJson.doc)]);
        // States may come as often as a site likes; what they name is bounded in sum.
        const room = Math.max(0, MAX_FOREIGN_ASSETS - (foreign.get(sessionId)?.count ?? 0));
        for (const fileName of [...names].slice(0, room)) {
          const { clientUrl, type: said } = entries.get(fileName) ?? {};
          const type = typeof said === "string" ? said.slice(0, MAX_TYPE) : typeOfName(fileName);
          const url = isSiteUrl(clientUrl) ? absolute(clientUrl, callbackUrl) : null;
          insertForeign.run(sessionId, fileName, type, (originals.get(fileName) ?? fileName).slice(0, 300), url, at);
        }
        for (const [fileName, entry] of entries)
          for (const { file, width } of readWidths(entry.widths) ?? [])
            if (file !== fileName && byName.get(sessionId, fileName) && byName.get(sessionId, file))
              insertWidth.run(sessionId, fileName, file, width);
      },
    ),
    /** Files of a session that could not be fetched from their address. */
    unfetched: (sessionId: string): Set<string> => new Set(unfetched.all(sessionId)),
    /** An upload of what is here already counts as a new one for how long it is kept. */
    uploadedAgain: (sessionId: string, fileName: string, at: number) => void renew.run(at, sessionId, fileName),
    keepClientUrl: (sessionId: string, fileName: string, url: string) => void keepUrl.run(url, sessionId, fileName),
    /** How many files of a session are here, and the bytes of those that no version shows. */
    kept: (sessionId: string): { files: number; unshownBytes: number } =>
      kept.get(sessionId) ?? { files: 0, unshownBytes: 0 },
    /** Those of the named files whose bytes are here, the smaller files of pictures behind them. */
    stored(sessionId: string, names: readonly string[]): StoredFiles {
      const wanted = new Set(names);
      const widths = new Map([...widthsOf(sessionId)].filter(([picture]) => wanted.has(picture)));
      const smaller = [...widths.values()].flat().map(({ file }) => file);
      const files = [...new Set([...names, ...smaller])].flatMap((name) => {
        const row = byName.get(sessionId, name);
        return row?.blob == null ? [] : [{ ...decode(row), blob: row.blob }];
      });
      return { files, widths };
    },
    ofSession: (sessionId: string): Map<string, Asset> =>
      new Map(ofSession.all(sessionId).map((row) => [row.file_name, decode(row)])),
    /** The files of a version with its own blobs; those known only by a clientUrl are none of them. */
    ofVersion: (versionId: string): Asset[] => ofVersion.all(versionId).map(decode),
    byName: (sessionId: string, fileName: string): Asset | null => {
      const row = byName.get(sessionId, fileName);
      return row === undefined ? null : decode(row);
    },
  };
}
