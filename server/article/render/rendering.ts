/** What every part of a rendering shares. */
import type { EmbedSettings } from "../embeds/settings.ts";
import type { PictureWidth } from "../vms-json.ts";
import type { StylePart } from "./style.ts";

/** What the rendering needs to know of a file. */
export interface RenderedAsset {
  /** MIME type; a file of unknown type is what its block says, in a figure a picture. */
  type?: unknown;
  /** Bytes. */
  size?: unknown;
  /** Pixels. */
  width?: unknown;
  height?: unknown;
  /** The site's own address, of a file that no archive carries. Absent: the reference is `dummy-<file_name>`. */
  src?: string | null;
  /** The same picture with fewer pixels, narrowest first; each is a file of the version too. */
  widths?: readonly PictureWidth[];
}

export interface RenderOptions {
  /**
   * Makes free HTML inert: the answer is balanced markup that runs, loads from schemes and nests only what may stand on
   * any page. What it throws, the rendering throws.
   */
  freeHtml(html: string): string;
  /** Absent: frames load on a click, of the providers that everybody may show. */
  embeds?: EmbedSettings;
  /** Name of the file that has the style sheet. Absent: the rules are in the HTML. */
  styleFile?: string;
}

/** One rendering: what it is given, and the rules that its parts turned out to need. */
export interface Rendering {
  assets: Readonly<Record<string, RenderedAsset>>;
  freeHtml(html: string): string;
  embeds: EmbedSettings;
  /** Language of the article, "" where it is not set. */
  lang: string;
  /** The style of the parts that occur in the document. */
  parts: Set<StylePart>;
  /** Whether a picture was rendered already: those after the first are loaded when the reader comes near them. */
  hasPicture: boolean;
}
