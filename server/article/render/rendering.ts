/** The shared context of a rendering. */
import type { EmbedSettings } from "../embeds/settings.ts";
import type { PictureWidth } from "../vms-json.ts";
import type { StylePart } from "./style.ts";

/** Facts of a file that the renderer needs. */
export interface RenderedAsset {
  /** MIME type. An unknown type follows from the block; in a figure it is a picture. */
  type?: unknown;
  /** Bytes. */
  size?: unknown;
  /** Pixels. */
  width?: unknown;
  height?: unknown;
  /** The site's own URL of a file that no archive contains. Absent: the reference is `dummy-<file_name>`. */
  src?: string | null;
  /** Smaller copies of the picture, narrowest first; each is also a file of the version. */
  widths?: readonly PictureWidth[];
}

export interface RenderOptions {
  /**
   * Makes free HTML inert. The result is balanced markup without scripts and with safe URL schemes and nesting only.
   * The rendering rethrows its errors.
   */
  freeHtml(html: string): string;
  /** Absent: frames of the default providers load on a click. */
  embeds?: EmbedSettings;
  /** File name of the style sheet. Absent: the HTML contains the rules. */
  styleFile?: string;
}

/** One rendering: its input, and the style rules that its parts need. */
export interface Rendering {
  assets: Readonly<Record<string, RenderedAsset>>;
  freeHtml(html: string): string;
  embeds: EmbedSettings;
  /** Language of the article, "" if it is not set. */
  lang: string;
  /** Style parts that the document needs. */
  parts: Set<StylePart>;
  /** Whether a picture was rendered already: later pictures load lazily. */
  hasPicture: boolean;
}
