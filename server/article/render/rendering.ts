/** The shared context of a rendering. */
import type { EmbedSettings } from "../embeds/settings.ts";
import type { PictureWidth } from "../vms-json.ts";
import type { StylePart } from "./style.ts";

/** Properties of a file that the renderer uses. */
export interface RenderedAsset {
  /** MIME type. If unknown, the block determines how the file is shown. */
  type?: unknown;
  /** Bytes. */
  size?: unknown;
  /** Pixels. */
  width?: unknown;
  height?: unknown;
  /** The site's URL, for a file that no archive contains. Absent: `dummy-<file_name>`. */
  src?: string | null;
  /** Smaller files, narrowest first. */
  widths?: readonly PictureWidth[];
}

export interface RenderOptions {
  /** Makes free HTML inert: balanced markup without scripts, with safe URL schemes. Errors are rethrown. */
  freeHtml(html: string): string;
  /** Absent: frames of the default providers load on a click. */
  embeds?: EmbedSettings;
  /** Absent: the HTML contains the rules. */
  styleFile?: string;
}

export interface Rendering {
  assets: Readonly<Record<string, RenderedAsset>>;
  freeHtml(html: string): string;
  embeds: EmbedSettings;
  /** "" if it is not set. */
  lang: string;
  parts: Set<StylePart>;
  /** Later pictures load lazily. */
  hasPicture: boolean;
}
