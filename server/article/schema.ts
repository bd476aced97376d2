/**
 * The document schema: the one definition that the editor, the validation of a save and the HTML rendering share.
 *
 * It is data: content expressions and attributes, without a word about the DOM. The editor builds its Tiptap
 * extensions from these specs (and a test holds both equal); the server checks every incoming document against them.
 *
 * Glossary. document: the ProseMirror tree under `doc`. block: a node between others. figure: a block that
 * shows one file, its content is the caption. file: the name of an asset of the session, never a URL. container: a
 * wrapper that the site defined in `metadata.customContainers` (contract 2.5).
 */
import { type AttributeSpec, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";
import { isAssetName } from "./assets.ts";
import { definitionFault } from "./containers.ts";
import { isEmbedShape } from "./embeds/shapes.ts";

/** Longest text accepted in one attribute (alt text, link target), in UTF-16 units. */
export const MAX_ATTRIBUTE_LENGTH = 4_000;
/** Longest markup accepted in one free HTML block, in UTF-16 units. */
export const MAX_FREE_HTML_LENGTH = 100_000;

/** The width of a figure: that of the text, wider, or that of the page. */
export const FIGURE_WIDTHS = ["text", "wide", "full"] as const;
/** What a callout is for. */
export const CALLOUT_TONES = ["note", "tip", "warning"] as const;
export const MAX_GALLERY_COLUMNS = 6;
/** Columns side by side: the block's content expression says the same. */
export const MIN_COLUMNS = 2;
export const MAX_COLUMNS = 4;

const text = (fallback: string, longest = MAX_ATTRIBUTE_LENGTH): AttributeSpec => ({
  default: fallback,
  validate(value) {
    if (typeof value !== "string") throw new RangeError("must be a string");
    if (value.length > longest) throw new RangeError(`must be at most ${longest} characters`);
  },
});

const integer = (fallback: number, min: number, max: number): AttributeSpec => ({
  default: fallback,
  validate(value) {
    if (!Number.isInteger(value) || (value as number) < min || (value as number) > max)
      throw new RangeError(`must be an integer from ${min} to ${max}`);
  },
});

const oneOf = <const T extends string>(values: readonly T[], fallback: T): AttributeSpec => ({
  default: fallback,
  validate(value) {
    if (!(values as readonly unknown[]).includes(value)) throw new RangeError(`must be one of ${values.join(", ")}`);
  },
});

const flag = (fallback: boolean): AttributeSpec => ({
  default: fallback,
  validate(value) {
    if (typeof value !== "boolean") throw new RangeError("must be true or false");
  },
});

const embedShape: AttributeSpec = {
  default: "",
  validate(value) {
    if (!isEmbedShape(value)) throw new RangeError("must be a ratio such as 16:9 or a height such as 400px");
  },
};

/** A BCP 47 tag such as `ru` or `pt-BR`; "" where it is not set. */
const language: AttributeSpec = {
  default: "",
  validate(value) {
    if (typeof value !== "string" || !/^(?:[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})?$/.test(value))
      throw new RangeError("must be a language tag such as en or pt-BR");
  },
};

/** Widths of a cell's columns in pixels, null where they are not set. */
const columnWidths: AttributeSpec = {
  default: null,
  validate(value) {
    const isWidth = (width: unknown) =>
      Number.isInteger(width) && (width as number) >= 0 && (width as number) <= 10_000;
    if (value !== null && !(Array.isArray(value) && value.length <= 100 && value.every(isWidth)))
      throw new RangeError("must be null or a list of widths in pixels");
  },
};

/** An item of `metadata.customContainers` as the site wrote it, unknown fields kept; null only in a new, empty one. */
const containerDefinition: AttributeSpec = {
  default: null,
  validate(value) {
    const fault = definitionFault(value);
    if (fault !== null) throw new RangeError(fault);
  },
};

/**
 * What a picture was cut from: the file, quarter turns clockwise in degrees, and the part that is kept, in pixels of the
 * turned picture. Null for a picture that is whole. The file is kept beside the version and never published.
 */
export interface Crop {
  file: string;
  turn: 0 | 90 | 180 | 270;
  x: number;
  y: number;
  width: number;
  height: number;
}

const CROP_KEYS = ["file", "turn", "x", "y", "width", "height"];
/** Pixels of a side. */
const LARGEST_SIDE = 100_000;

const crop: AttributeSpec = {
  default: null,
  validate(value) {
    if (value === null) return;
    const given = (typeof value === "object" ? value : {}) as Record<string, unknown>;
    const { file, turn, ...pixels } = given;
    const isWhole = Object.keys(given).length === CROP_KEYS.length && CROP_KEYS.every((key) => key in given);
    const isPixels = ([name, each]: [string, unknown]) =>
      Number.isInteger(each) &&
      (each as number) >= (name === "x" || name === "y" ? 0 : 1) &&
      (each as number) <= LARGEST_SIDE;
    const isTurn = ([0, 90, 180, 270] as unknown[]).includes(turn);
    if (
      !isWhole ||
      !isTurn ||
      typeof file !== "string" ||
      !isAssetName(file) ||
      !Object.entries(pixels).every(isPixels)
    )
      throw new RangeError("must be null or a file, a turn and a part of it in pixels");
  },
};

const cell = { content: "(paragraph | bulletList | orderedList)+", isolating: true } satisfies NodeSpec;
const cellAttributes = () => ({
  colspan: integer(1, 1, 100),
  rowspan: integer(1, 1, 1_000),
  colwidth: columnWidths,
});

/** Node specs by name, in the order in which the schema tries them. Names and attributes are Tiptap's where it has them. */
export const nodeSpecs = {
  /** `lang`: the language of the article, which spelling, quotes and the page's `lang` follow. */
  doc: { content: "block+", attrs: { lang: language } },
  paragraph: { group: "block", content: "inline*" },
  heading: { group: "block", content: "inline*", defining: true, attrs: { level: integer(2, 2, 4) } },
  bulletList: { group: "block list", content: "listItem+" },
  orderedList: { group: "block list", content: "listItem+", attrs: { start: integer(1, 0, 1_000_000) } },
  listItem: { content: "paragraph block*", defining: true },
  blockquote: { group: "block", content: "block+", defining: true },
  /** A pull quote. `source`: its author, "" for none. */
  pullQuote: { group: "block", content: "inline*", defining: true, attrs: { source: text("") } },
  /**
   * `file` names an asset of the session; `alt` is what a screen reader says, "" for a decorative picture. `credit`:
   * who made it. `href`: where the picture leads, "" for nowhere. Focus: the point, in percent of width and height, that
   * stays in sight where the picture is cut. `crop`: the file that the picture was cropped from, and how.
   */
  figure: {
    group: "block",
    content: "inline*",
    draggable: true,
    isolating: true,
    attrs: {
      file: text(""),
      alt: text(""),
      credit: text(""),
      href: text(""),
      focusX: integer(50, 0, 100),
      focusY: integer(50, 0, 100),
      width: oneOf(FIGURE_WIDTHS, "text"),
      crop,
    },
  },
  /** `columns`: pictures in a row, at most; how many there are of each row follows from their shapes (gallery-rows.ts). */
  gallery: {
    group: "block",
    content: "figure+",
    draggable: true,
    isolating: true,
    attrs: { columns: integer(3, 1, MAX_GALLERY_COLUMNS) },
  },
  /** Content: the caption. `poster` names the file of the still picture, "" for none; `title` is what a screen reader says. */
  video: {
    group: "block",
    content: "inline*",
    draggable: true,
    isolating: true,
    attrs: { file: text(""), poster: text(""), title: text("") },
  },
  audio: {
    group: "block",
    content: "inline*",
    draggable: true,
    isolating: true,
    attrs: { file: text(""), title: text("") },
  },
  /** A file to download; `title` is the words of its link, "" for the file's name. */
  fileDownload: { group: "block", atom: true, draggable: true, attrs: { file: text(""), title: text("") } },
  /**
   * Where a picture or another file is to come: its bytes did not come with what was pasted. Content: the caption. `source`:
   * the address to fetch it from, "" where it is unknown; `alt`: the description that it will have. A page shows the
   * caption alone.
   */
  mediaPlace: {
    group: "block",
    content: "inline*",
    draggable: true,
    isolating: true,
    attrs: { source: text(""), alt: text("") },
  },
  /** A card that links to another page, which is never requested, neither here nor on the site. */
  linkEmbed: {
    group: "block",
    atom: true,
    draggable: true,
    attrs: { href: text(""), title: text(""), description: text("") },
  },
  /**
   * What another site shows in a frame, such as a film; its content is the caption. `href`: the page that people open, which
   * says what is shown (embeds/embed.ts). `title` is what a screen reader says. `shape`: how high it is, "" as usual there.
   * `poster` names the file of its still picture, "" for none.
   */
  embed: {
    group: "block",
    content: "inline*",
    draggable: true,
    isolating: true,
    attrs: { href: text(""), title: text(""), shape: embedShape, poster: text("") },
  },
  table: { group: "block", content: "tableRow+", isolating: true },
  tableRow: { content: "(tableCell | tableHeader)*" },
  tableCell: { ...cell, attrs: cellAttributes() },
  tableHeader: { ...cell, attrs: cellAttributes() },
  columns: { group: "block", content: "column{2,4}", isolating: true },
  column: { content: "block+", isolating: true },
  callout: { group: "block", content: "block+", defining: true, attrs: { tone: oneOf(CALLOUT_TONES, "note") } },
  /** A link that looks like a button; its content is the words on it. */
  button: { group: "block", content: "text*", marks: "", attrs: { href: text("") } },
  /** `open`: whether the page shows it unfolded at first. */
  details: {
    group: "block",
    content: "detailsSummary detailsContent",
    defining: true,
    isolating: true,
    attrs: { open: flag(false) },
  },
  detailsSummary: { content: "inline*", defining: true, isolating: true },
  detailsContent: { content: "block+" },
  horizontalRule: { group: "block" },
  /** `language` is a word for the site's highlighter, "" for plain text. */
  codeBlock: {
    group: "block",
    content: "text*",
    marks: "",
    code: true,
    defining: true,
    attrs: { language: text("", 40) },
  },
  /** Markup as typed. It is sanitised when it is rendered; the source is kept. */
  freeHtml: { group: "block", atom: true, draggable: true, attrs: { html: text("", MAX_FREE_HTML_LENGTH) } },
  customContainer: { group: "block", content: "block+", defining: true, attrs: { definition: containerDefinition } },
  text: { group: "inline" },
  hardBreak: { group: "inline", inline: true, selectable: false },
} satisfies Record<string, NodeSpec>;

/** Mark specs by name, outermost first. */
export const markSpecs = {
  /** `href` is kept as typed; the rendering drops a target that is not http, https, mailto, tel or relative. */
  link: { inclusive: false, attrs: { href: text("") } },
  /** `family` is one of the site's published font families. */
  font: { attrs: { family: text("", 200) } },
  bold: {},
  italic: {},
  strike: {},
  superscript: { excludes: "superscript subscript" },
  subscript: { excludes: "superscript subscript" },
  code: { code: true },
} satisfies Record<string, MarkSpec>;

export type NodeName = keyof typeof nodeSpecs;
export type MarkName = keyof typeof markSpecs;

/** The schema itself, for parsing and checking documents outside the editor. */
export const articleSchema: Schema<NodeName, MarkName> = new Schema({ nodes: nodeSpecs, marks: markSpecs });
