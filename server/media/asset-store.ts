/**
 * SQL of assets and blobs. asset: a file of a session, with its name in archives. blob: its bytes, stored once. width:
 * the same picture with fewer pixels, as another asset. clientUrl: the public URL from the site.
 */
import { filesNamedIn } from "../article/document.ts";
import { isStyleSheetName } from "../article/render.ts";
import { asMap, fileEntries, type GalleyState, isSiteUrl, type PictureWidth, readWidths } from "../article/vms-json.ts";
import { type Database, statements } from "../storage/database.ts";
import { typeOfName } from "./media-types.ts";

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

/** Whether Galley has neither the bytes nor a URL of a file that a site's state names. */
export function isUnavailable({ blob, clientUrl }: Pick<Asset, "blob" | "clientUrl">): boolean {
  return blob === null && clientUrl === null;
}

/** With bytes. */
export type StoredFile = Omit<Asset, "blob" | "clientUrl"> & { blob: string };

export interface StoredFiles {
  files: readonly StoredFile[];
  /** The smaller files of pictures, by the picture's name; `files` has them too, if their bytes exist. */
  widths: ReadonlyMap<string, readonly PictureWidth[]>;
}

interface NewAsset extends Asset {
  sessionId: string;
  blob: string;
  createdAt: number;
}

const FIELDS = `coalesce(b.size, 0) AS size, coalesce(b.crc32, 0) AS crc32, a.type, a.width, a.height,
  a.original_name AS originalName, a.client_url AS clientUrl`;
const SELECT = `SELECT a.file_name AS fileName, a.blob, ${FIELDS}
  FROM assets a LEFT JOIN blobs b ON b.sha256 = a.blob`;

function absolute(clientUrl: string, callbackUrl: string): string {
  return URL.canParse(clientUrl) ? clientUrl : (URL.parse(clientUrl, callbackUrl)?.href ?? clientUrl);
}

/** More than one article has. */
const MAX_FOREIGN_ASSETS = 5_000;
/** Characters of a MIME type. */
const MAX_TYPE = 100;

export function createAssetStore(database: Database) {
  const { run, row, rows, values } = statements(database);
  const insertBlob = run<[string, number, number, number]>(
    "INSERT INTO blobs (sha256, size, crc32, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
  );
  const insert = run(
    `INSERT INTO assets (session_id, file_name, blob, type, width, height, original_name, client_url, created_at)
     VALUES (@sessionId, @fileName, @blob, @type, @width, @height, @originalName, @clientUrl, @createdAt)
     ON CONFLICT (session_id, file_name) DO UPDATE SET blob = excluded.blob, type = excluded.type,
       width = excluded.width, height = excluded.height, original_name = excluded.original_name`,
  );
  const insertForeign = run<[string, string, string, string, string | null, number]>(
    `INSERT INTO assets (session_id, file_name, type, original_name, client_url, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (session_id, file_name) DO NOTHING`,
  );
  const keepUrl = run<[string, string, string]>(
    "UPDATE assets SET client_url = ? WHERE session_id = ? AND file_name = ?",
  );
  const renew = run<[number, string, string]>(
    "UPDATE assets SET created_at = ? WHERE session_id = ? AND file_name = ?",
  );
  const foreign = row<[string], { count: number }>(
    "SELECT count(*) AS count FROM assets WHERE session_id = ? AND blob IS NULL",
  );
  const unfetched = values<[string], string>(
    "SELECT file_name FROM restores WHERE session_id = ? AND state = 'failed'",
  );
  const insertWidth = run<[string, string, string, number]>(
    `INSERT INTO picture_widths (session_id, file_name, smaller, width) VALUES (?, ?, ?, ?)
     ON CONFLICT (session_id, file_name, smaller) DO NOTHING`,
  );
  const widths = rows<[string], PictureWidth & { of: string }>(
    `SELECT file_name AS "of", smaller AS file, width FROM picture_widths WHERE session_id = ? ORDER BY file_name, width, smaller`,
  );
  const kept = row<[string], { files: number; unshownBytes: number }>(
    `SELECT count(*) AS files, coalesce(sum(b.size) FILTER (WHERE a.in_version = 0), 0) AS unshownBytes
     FROM assets a JOIN blobs b ON b.sha256 = a.blob WHERE a.session_id = +?`,
  );
  const ofSession = rows<[string], Asset>(`${SELECT} WHERE a.session_id = +?`);
  const byName = row<[string, string], Asset>(`${SELECT} WHERE a.session_id = +? AND a.file_name = +?`);
  /** By the picture's name, narrowest first. */
  const widthsOf = (sessionId: string): Map<string, PictureWidth[]> => {
    const byPicture = Map.groupBy(widths(sessionId), ({ of }) => of);
    return new Map([...byPicture].map(([of, all]) => [of, all.map(({ file, width }) => ({ file, width }))]));
  };

  return {
    add: database.transaction((asset: NewAsset) => {
      insertBlob(asset.blob, asset.size, asset.crc32, asset.createdAt);
      insert(asset);
    }),
    /** `smaller` is published with the picture; `width` is its own, in pixels. */
    addWidth: (sessionId: string, fileName: string, smaller: string, width: number) =>
      void insertWidth(sessionId, fileName, smaller, width),
    widths: widthsOf,
    /**
     * Adds the files that a site's state names: with the site's URL, or as gone. Known files stay. @param callbackUrl base of relative URLs
     * @param originals the site's names
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
        const withUrl = [...entries]
          .filter(([name, entry]) => isSiteUrl(entry.clientUrl) && !isStyleSheetName(name))
          .map(([name]) => name);
        const names = new Set([...withUrl, ...filesNamedIn(vmsJson.doc)]);
        // The site may send any number of states, so the total is limited.
        const room = Math.max(0, MAX_FOREIGN_ASSETS - (foreign(sessionId)?.count ?? 0));
        for (const fileName of [...names].slice(0, room)) {
          const { clientUrl, type: given } = entries.get(fileName) ?? {};
          const type = typeof given === "string" ? given.slice(0, MAX_TYPE) : typeOfName(fileName);
          const url = isSiteUrl(clientUrl) ? absolute(clientUrl, callbackUrl) : null;
          insertForeign(sessionId, fileName, type, (originals.get(fileName) ?? fileName).slice(0, 300), url, at);
        }
        for (const [fileName, entry] of entries)
          for (const { file, width } of readWidths(entry.widths) ?? [])
            if (file !== fileName && byName(sessionId, fileName) && byName(sessionId, file))
              insertWidth(sessionId, fileName, file, width);
      },
    ),
    /** Files that could not be fetched from their URL. */
    unfetched: (sessionId: string): Set<string> => new Set(unfetched(sessionId)),
    /** A repeated upload restarts the retention. */
    uploadedAgain: (sessionId: string, fileName: string, at: number) => void renew(at, sessionId, fileName),
    keepClientUrl: (sessionId: string, fileName: string, url: string) => void keepUrl(url, sessionId, fileName),
    /** The number of files with bytes, and the bytes of those that no version shows. */
    kept: (sessionId: string): { files: number; unshownBytes: number } =>
      kept(sessionId) ?? { files: 0, unshownBytes: 0 },
    /** The named files with bytes, and the smaller files of pictures. */
    stored(sessionId: string, names: readonly string[]): StoredFiles {
      const requested = new Set(names);
      const widths = new Map([...widthsOf(sessionId)].filter(([picture]) => requested.has(picture)));
      const smaller = [...widths.values()].flat().map(({ file }) => file);
      const files = [...new Set([...names, ...smaller])].flatMap((name) => {
        const asset = byName(sessionId, name);
        return asset?.blob == null ? [] : [{ ...asset, blob: asset.blob }];
      });
      return { files, widths };
    },
    ofSession: (sessionId: string): Map<string, Asset> =>
      new Map(ofSession(sessionId).map((asset) => [asset.fileName, asset])),
    /** The files of a version that have bytes. */
    ofVersion: rows<[string], Asset>(
      `SELECT f.file_name AS fileName, f.blob, ${FIELDS}
     FROM version_files f JOIN versions v ON v.id = f.version_id JOIN blobs b ON b.sha256 = f.blob
       JOIN assets a ON a.session_id = v.session_id AND a.file_name = f.file_name
     WHERE f.version_id = +? ORDER BY f.file_name`,
    ),
    byName,
  };
}
