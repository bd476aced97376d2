/** The editor state `vms_json` of Galley (contract 2.4, `galley/1`), and the depth of JSON values. */

/** A smaller file of a picture; `width` in pixels. */
export interface PictureWidth {
  file: string;
  width: number;
}

/** By file name. `clientUrl` is `dummy-<file_name>` before the site has responded. */
export interface AssetEntry {
  clientUrl: string;
  /** MIME type from the bytes. */
  type?: string;
  size?: number;
  /** Pixels; absent for other files. */
  width?: number;
  height?: number;
  /** Smaller files of the picture, narrowest first, each with an entry of its own. */
  widths?: PictureWidth[];
  /** Keys that a site added. */
  [key: string]: unknown;
}

/** A ProseMirror node as JSON. */
export interface DocumentNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: DocumentNode[];
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  text?: string;
}

/** A `vms_json` that the editor can open. Unknown keys are kept. */
export interface GalleyState {
  format: "galley/1";
  doc: DocumentNode;
  assets: Record<string, AssetEntry>;
  [key: string]: unknown;
}

/** Any `vms_json`, perhaps another editor's. */
export type VmsJson = Record<string, unknown>;

/** At most `limit` levels of objects and arrays. Iterative, so that no input exhausts the stack. */
export function isWithinDepth(value: unknown, limit: number): boolean {
  const stack: [unknown, number][] = [[value, 1]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [at, depth] = top;
    if (typeof at !== "object" || at === null) continue;
    if (depth > limit) return false;
    for (const child of Object.values(at))
      if (typeof child === "object" && child !== null) stack.push([child, depth + 1]);
  }
  return true;
}

/** A file's properties as Galley determined them; they override those in a state. Sizes in bytes and pixels. */
export interface AssetFacts {
  /** MIME type from the bytes. */
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  widths?: readonly PictureWidth[];
}

/** Smaller files per picture. */
export const MAX_WIDTHS = 6;

/** Valid `widths` of an entry, narrowest first; null for other values. */
export function readWidths(value: unknown): PictureWidth[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const widths = value.slice(0, MAX_WIDTHS).flatMap((each) => {
    const { file, width } = asMap(each) ?? {};
    return typeof file === "string" && isAssetName(file) && isPixels(width) ? [{ file, width }] : [];
  });
  return widths.length === 0 ? null : widths.sort((one, other) => one.width - other.width);
}

/** A width or height that a file can have. */
export function isPixels(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= 1_000_000;
}

/** The reference to a file before the site has given it a URL. Contract 2.4. */
export function dummyReference(fileName: string): string {
  return `dummy-${fileName}`;
}

/** A clientUrl from a site: neither empty nor temporary. Contract 2.4. */
export function isSiteUrl(clientUrl: unknown): clientUrl is string {
  return typeof clientUrl === "string" && clientUrl !== "" && !clientUrl.startsWith("dummy-");
}

/**
 * Reads `assets`: an empty array is the empty map (PHP), and an entry without a usable `clientUrl` gets the temporary
 * reference. Entries that do not belong to files stay unchanged. Null for other values.
 */
export function readAssets(value: unknown): Record<string, AssetEntry> | null {
  const map = asMap(value ?? {});
  if (map === null) return null;
  const entries = Object.entries(map).map(([fileName, raw]) => {
    const entry = isAssetName(fileName) ? asMap(raw) : null;
    if (entry === null) return [fileName, raw];
    return [fileName, { ...entry, clientUrl: isSiteUrl(entry.clientUrl) ? entry.clientUrl : dummyReference(fileName) }];
  });
  return Object.fromEntries(entries);
}

export function fileEntries(assets: Record<string, AssetEntry>): [string, AssetEntry][] {
  return Object.entries(assets).filter(isFileEntry);
}

/** The site's own entries. */
export function otherEntries(assets: Record<string, AssetEntry>): [string, AssetEntry][] {
  return Object.entries(assets).filter((entry) => !isFileEntry(entry));
}

function isFileEntry([key, entry]: [string, unknown]): boolean {
  return isAssetName(key) && asMap(entry) !== null;
}

/** Allowed under `vms_media/`: ASCII letters, digits, dots, hyphens, underscores; at most 200. */
export function isAssetName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(name) && !name.startsWith("dummy-");
}

/** A JSON object, or the empty array of PHP; else null. */
export function asMap(value: unknown): Record<string, unknown> | null {
  if (Array.isArray(value)) return value.length === 0 ? {} : null;
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

/**
 * The state in an archive: exactly the given files, each with its temporary reference and the keys that a site added. Other
 * assets are left out, because the site could give them no URL and its response would fail (contract 6.3).
 */
export function withDummyUrls(state: GalleyState, files: ReadonlyMap<string, AssetFacts>): GalleyState {
  const assets = [...files].map(([fileName, facts]): [string, AssetEntry] => {
    const {
      width: _width,
      height: _height,
      widths,
      ...kept
    } = (Object.hasOwn(state.assets, fileName) ? asMap(state.assets[fileName]) : null) ?? {};
    // A site may use the key for something else.
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
