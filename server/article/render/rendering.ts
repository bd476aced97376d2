import { fileSize } from "../../contracts/file-size.ts";
import type { EmbedSettings } from "../embeds/settings.ts";
import { dummyReference, isAssetName, isPixels, type PictureWidth } from "../vms-json.ts";
import { attribute, escapeText, safeSource } from "./safe.ts";
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

type FileKind = "image" | "video" | "audio" | "other";

export interface ShownFile {
  name: string;
  /** Safe, not yet escaped. */
  src: string;
  asset: RenderedAsset;
  kind: FileKind;
}

/** Null without a file of that name or a safe URL. `assumed`: the kind if the type is unknown. */
export function fileOf(name: unknown, rendering: Rendering, assumed: FileKind): ShownFile | null {
  if (typeof name !== "string" || !isAssetName(name) || !Object.hasOwn(rendering.assets, name)) return null;
  const asset = rendering.assets[name];
  if (asset === undefined) return null;
  const src = asset.src == null ? dummyReference(name) : safeSource(asset.src);
  return src === null ? null : { name, src, asset, kind: kindOf(asset.type, assumed) };
}

function kindOf(type: unknown, assumed: FileKind): FileKind {
  if (typeof type !== "string") return assumed;
  return (["image", "video", "audio"] as const).find((kind) => type.startsWith(`${kind}/`)) ?? "other";
}

interface PicturePlace {
  /** `sizes` of HTML. */
  sizes: string;
  /** Escaped attributes. */
  more?: string;
}

/** The article's first picture does not load lazily. */
export function renderPicture(
  file: ShownFile,
  alt: string,
  rendering: Rendering,
  { sizes, more = "" }: PicturePlace,
): string {
  const { src, asset } = file;
  const loading = rendering.hasPicture ? ' loading="lazy"' : "";
  rendering.hasPicture = true;
  return `<img${attribute("src", src)}${sourceSet(file, rendering, sizes)} alt="${escapeText(alt)}"${pixelSize(asset)}${more}${loading} decoding="async">`;
}

function sourceSet({ name, src, asset }: ShownFile, rendering: Rendering, sizes: string): string {
  const whole = asset.width;
  if (!isPixels(whole)) return "";
  const smaller = (asset.widths ?? []).flatMap(({ file, width }) => {
    const found = file === name || width >= whole ? null : fileOf(file, rendering, "image");
    return found?.kind === "image" ? [`${inList(found.src)} ${width}w`] : [];
  });
  if (smaller.length === 0) return "";
  const all = [...smaller, `${inList(src)} ${whole}w`].join(", ");
  return `${attribute("srcset", all)}${attribute("sizes", sizes)}`;
}

/** In `srcset`, a space or a comma at the end would end the URL. */
function inList(src: string): string {
  return src.replace(/\s/g, encodeURIComponent).replace(/^,+|,+$/g, (commas) => "%2C".repeat(commas.length));
}

export function renderPlayer(
  { src, asset, kind }: ShownFile & { kind: "video" | "audio" },
  label: string,
  poster: ShownFile | null,
): string {
  const own = kind === "video" ? pixelSize(asset) + attribute("poster", poster?.src ?? "") : "";
  return `<${kind}${attribute("src", src)}${own} controls preload="metadata"${attribute("aria-label", label)}></${kind}>`;
}

export function isPlayable(file: ShownFile): file is ShownFile & { kind: "video" | "audio" } {
  return file.kind === "video" || file.kind === "audio";
}

export function renderDownload({ name, src }: ShownFile, label: string): string {
  return `<a class="galley-file"${attribute("href", src)} download>${escapeText(label === "" ? name : label)}</a>`;
}

function pixelSize(asset: RenderedAsset): string {
  return pixels("width", asset.width) + pixels("height", asset.height);
}

function pixels(name: string, value: unknown): string {
  return isPixels(value) ? ` ${name}="${value}"` : "";
}

/** Extension, and size in the article's language. */
export function fileFacts({ name, asset }: ShownFile, lang: string): string {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toUpperCase() ?? "";
  const size =
    Number.isSafeInteger(asset.size) && (asset.size as number) > 0 ? fileSize(asset.size as number, lang) : "";
  return [extension, size].filter((fact) => fact !== "").join(", ");
}

/** Values of `sizes` for a text width of some 720 px; docs/integrating.md names them, so that a site can replace them. */
export const SIZES = {
  text: "(min-width: 800px) 720px, 100vw",
  wide: "(min-width: 1200px) 1080px, 100vw",
  full: "100vw",
} as const;

/** In a gallery: the share of the row, and of the row on a phone; 0 to 1. */
export function sizesInRow(inRow: number, inPair: number): string {
  return `(min-width: 800px) ${Math.ceil(720 * inRow)}px, ${Math.ceil(100 * inPair)}vw`;
}
