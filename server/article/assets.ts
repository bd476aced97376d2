/**
 * The `assets` map of an editor state (contract 2.4): one entry a file, with the site's public URL once it is known.
 */
import type { AssetEntry, GalleyState, PictureWidth } from "./vms-json.ts";

/** What the appliance itself knows of a file; it wins over what a state says. Sizes in bytes and pixels. */
export interface AssetFacts {
  /** MIME type, found from the bytes. */
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  /** The smaller files that a picture is published with. */
  widths?: readonly PictureWidth[];
}

/** More smaller files than a picture needs. */
export const MAX_WIDTHS = 6;

/** Reads the `widths` of an entry: those of them that may be a picture's, narrowest first; null where it is something else. */
export function readWidths(value: unknown): PictureWidth[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const widths = value.slice(0, MAX_WIDTHS).flatMap((each) => {
    const { file, width } = asMap(each) ?? {};
    const isWidth = Number.isInteger(width) && (width as number) > 0 && (width as number) <= 1_000_000;
    return typeof file === "string" && isAssetName(file) && isWidth ? [{ file, width: width as number }] : [];
  });
  return widths.length === 0 ? null : widths.sort((one, other) => one.width - other.width);
}

/** The reference to a file in HTML and JSON before the site has given it a public URL. Contract 2.4. */
export function dummyReference(fileName: string): string {
  return `dummy-${fileName}`;
}

/** Whether a clientUrl is one that a site gave: not empty and no temporary reference. Contract 2.4. */
export function isSiteUrl(clientUrl: unknown): clientUrl is string {
  return typeof clientUrl === "string" && clientUrl !== "" && !clientUrl.startsWith("dummy-");
}

/**
 * Reads an `assets` value: an empty array is the empty map (PHP), an entry without a usable `clientUrl` gets the
 * temporary reference. What cannot be the entry of a file in an archive is the site's own and stays unchanged. Null
 * where it is no map.
 */
export function readAssets(value: unknown): Record<string, AssetEntry> | null {
  const map = asMap(value ?? {});
  if (map === null) return null;
  const entries: [string, AssetEntry][] = [];
  for (const [fileName, raw] of Object.entries(map)) {
    const entry = asMap(raw);
    if (entry === null || !isAssetName(fileName)) {
      entries.push([fileName, raw as AssetEntry]);
      continue;
    }
    const clientUrl = isSiteUrl(entry.clientUrl) ? entry.clientUrl : dummyReference(fileName);
    entries.push([fileName, { ...entry, clientUrl }]);
  }
  return Object.fromEntries(entries);
}

/** The entries of files; not what a site keeps beside them. */
export function fileEntries(assets: Record<string, AssetEntry>): [string, AssetEntry][] {
  return Object.entries(assets).filter(isFileEntry);
}

/** What a site keeps beside the entries of files. */
export function otherEntries(assets: Record<string, AssetEntry>): [string, AssetEntry][] {
  return Object.entries(assets).filter((entry) => !isFileEntry(entry));
}

function isFileEntry([key, entry]: [string, unknown]): boolean {
  return isAssetName(key) && asMap(entry) !== null;
}

/** Whether a name is allowed under `vms_media/`: ASCII letters, digits, dots, hyphens, underscores; at most 200. */
export function isAssetName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(name) && !name.startsWith("dummy-");
}

/** A JSON object, or an empty array in its place as PHP writes it; else null. */
export function asMap(value: unknown): Record<string, unknown> | null {
  if (Array.isArray(value)) return value.length === 0 ? {} : null;
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

/**
 * The state as an archive carries it: exactly the files given (file name → facts), each with its temporary reference;
 * keys that a site added to an entry are kept. An asset that is not among the files is left out, for the site could
 * give it no URL and its answer would fail (contract 7); so is an entry of the site's own that has none.
 */
export function withDummyUrls(state: GalleyState, files: ReadonlyMap<string, AssetFacts>): GalleyState {
  const assets = [...files].map(([fileName, facts]): [string, AssetEntry] => {
    const {
      width: _width,
      height: _height,
      widths,
      ...kept
    } = (Object.hasOwn(state.assets, fileName) ? asMap(state.assets[fileName]) : null) ?? {};
    // A site may mean something else by that word.
    if (widths !== undefined && readWidths(widths) === null) kept.widths = widths;
    const entry: AssetEntry = { ...kept, clientUrl: dummyReference(fileName), type: facts.type, size: facts.size };
    if (facts.width !== null) entry.width = facts.width;
    if (facts.height !== null) entry.height = facts.height;
    if (facts.widths !== undefined && facts.widths.length > 0) entry.widths = [...facts.widths];
    return [fileName, entry];
  });
  const others = otherEntries(state.assets).filter(([, entry]) => isSiteUrl(asMap(entry)?.clientUrl));
  return { ...state, assets: Object.fromEntries([...others, ...assets]) };
}
