/**
 * The editor state `vms_json` as this appliance writes it (contract 2.4, `galley/1`), and how deep a JSON value may be.
 */

/** A smaller file that a picture is published with. */
export interface PictureWidth {
  /** Its name. */
  file: string;
  /** Pixels. */
  width: number;
}

/** One entry of `assets`, keyed by the file name. `clientUrl` is `dummy-<file_name>` until the site has answered. */
export interface AssetEntry {
  clientUrl: string;
  /** MIME type, found from the bytes. */
  type?: string;
  /** Bytes. */
  size?: number;
  /** Pixels; absent where the file has no picture size. */
  width?: number;
  height?: number;
  /** The same picture with fewer pixels, narrowest first: files of their own, with entries of their own. */
  widths?: PictureWidth[];
  /** What a site added to an entry is kept. */
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

/** A `vms_json` that this appliance can open in its editor. Keys it does not know are kept. */
export interface GalleyState {
  format: "galley/1";
  doc: DocumentNode;
  assets: Record<string, AssetEntry>;
  [key: string]: unknown;
}

/** Any `vms_json`: a JSON object, perhaps another editor's. */
export type VmsJson = Record<string, unknown>;

/** Whether a JSON value has at most `limit` levels of objects and arrays. Iterative, so that no input exhausts the stack. */
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
