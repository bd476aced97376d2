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
