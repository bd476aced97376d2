/**
 * The document schema that the editor, the validation of a save and the HTML rendering share. It is data without the DOM: the
 * editor builds its Tiptap extensions from it (a test keeps both equal), and the server checks every document against it.
 * block: a node between others. figure: a block with one file, its content is the caption. file: the name of an asset, never
 * a URL. container: a wrapper that the site defined in `metadata.customContainers` (contract 2.5).
 */
import { type AttributeSpec, type MarkSpec, type NodeSpec, Schema } from "prosemirror-model";
import { definitionFault } from "./containers.ts";
import { isEmbedShape } from "./embeds/settings.ts";
import { isAssetName } from "./vms-json.ts";

/** UTF-16 units of an attribute. */
export const MAX_ATTRIBUTE_LENGTH = 4_000;
/** UTF-16 units of a free HTML block. */
export const MAX_FREE_HTML_LENGTH = 100_000;

export const FIGURE_WIDTHS = ["text", "wide", "full"] as const;
export const CALLOUT_TONES = ["note", "tip", "warning"] as const;
export const MAX_GALLERY_COLUMNS = 6;
/** The block's content expression must match. */
export const MIN_COLUMNS = 2;
export const MAX_COLUMNS = 4;

/** @param problem the error message, such as "must be a string" */
const attribute = (fallback: unknown, isValid: (value: unknown) => boolean, problem: string): AttributeSpec => ({
  default: fallback,
  validate(value) {
    if (!isValid(value)) throw new RangeError(problem);
  },
});

const text = (fallback: string, longest = MAX_ATTRIBUTE_LENGTH): AttributeSpec => ({
  default: fallback,
  validate(value) {
    if (typeof value !== "string") throw new RangeError("must be a string");
    if (value.length > longest) throw new RangeError(`must be at most ${longest} characters`);
  },
});

const isInteger = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

const integer = (fallback: number, min: number, max: number) =>
  attribute(fallback, (value) => isInteger(value, min, max), `must be an integer from ${min} to ${max}`);

const oneOf = <const T extends string>(values: readonly T[], fallback: T) =>
  attribute(fallback, (value) => values.some((each) => each === value), `must be one of ${values.join(", ")}`);

const flag = (fallback: boolean) => attribute(fallback, (value) => typeof value === "boolean", "must be true or false");

const embedShape = attribute("", isEmbedShape, "must be a ratio such as 16:9 or a height such as 400px");

/** A BCP 47 tag such as `ru` or `pt-BR`; "" if it is not set. */
const language = attribute(
  "",
  (value) => typeof value === "string" && /^(?:[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})?$/.test(value),
  "must be a language tag such as en or pt-BR",
);

/** Pixels; null if they are not set. */
const columnWidths = attribute(
  null,
  (value) =>
    value === null ||
    (Array.isArray(value) && value.length <= 100 && value.every((width) => isInteger(width, 0, 10_000))),
  "must be null or a list of widths in pixels",
);

/** An unchanged item of `metadata.customContainers`; null only in a new, empty container. */
const containerDefinition: AttributeSpec = {
  default: null,
  validate(value) {
    const fault = definitionFault(value);
    if (fault !== null) throw new RangeError(fault);
  },
};

/** The source of a crop: its file, clockwise rotation in degrees, and the part in pixels after rotation. Never published. */
export interface Crop {
  file: string;
  turn: 0 | 90 | 180 | 270;
  x: number;
  y: number;
  width: number;
  height: number;
}

const TURNS: readonly unknown[] = [0, 90, 180, 270];
/** Pixels. */
const MAX_SIDE = 100_000;

const crop = attribute(
  null,
  (value) => value === null || (typeof value === "object" && isCrop(value as Partial<Crop>)),
  "must be null, or a file with a rotation and a rectangle in pixels",
);

function isCrop({ file, turn, x, y, width, height, ...others }: Partial<Crop>): boolean {
  return (
    Object.keys(others).length === 0 &&
    typeof file === "string" &&
    isAssetName(file) &&
    TURNS.includes(turn) &&
    [x, y].every((each) => isInteger(each, 0, MAX_SIDE)) &&
    [width, height].every((each) => isInteger(each, 1, MAX_SIDE))
  );
}

const captioned = { group: "block", content: "inline*", draggable: true, isolating: true } satisfies NodeSpec;
const cell = {
  content: "(paragraph | bulletList | orderedList)+",
  isolating: true,
  attrs: { colspan: integer(1, 1, 100), rowspan: integer(1, 1, 1_000), colwidth: columnWidths },
} satisfies NodeSpec;

/** In the order of the schema. Names and attributes are Tiptap's if it has them. */
export const nodeSpecs = {
  /** `lang`: the language for spelling, quotes and the page's `lang`. */
  doc: { content: "block+", attrs: { lang: language } },
  paragraph: { group: "block", content: "inline*" },
  heading: { group: "block", content: "inline*", defining: true, attrs: { level: integer(2, 2, 4) } },
  bulletList: { group: "block list", content: "listItem+" },
  orderedList: { group: "block list", content: "listItem+", attrs: { start: integer(1, 0, 1_000_000) } },
  listItem: { content: "paragraph block*", defining: true },
  blockquote: { group: "block", content: "block+", defining: true },
  pullQuote: { group: "block", content: "inline*", defining: true, attrs: { source: text("") } },
  /**
   * `file`: an asset of the session. `alt`: "" for a decorative picture. `href`: the link of the picture. Focus: the point,
   * in percent, that stays visible in a cropped view. `crop`: the source of a cropped picture.
   */
  figure: {
    ...captioned,
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
  /** `columns`: the maximum of pictures per row; the rows follow from their shapes (layout.ts). */
  gallery: {
    group: "block",
    content: "figure+",
    draggable: true,
    isolating: true,
    attrs: { columns: integer(3, 1, MAX_GALLERY_COLUMNS) },
  },
  /** Content: the caption. `poster`: the file of the still. `title`: for screen readers. */
  video: { ...captioned, attrs: { file: text(""), poster: text(""), title: text("") } },
  audio: { ...captioned, attrs: { file: text(""), title: text("") } },
  /** `title`: the text of the link, "" for the file name. */
  fileDownload: { group: "block", atom: true, draggable: true, attrs: { file: text(""), title: text("") } },
  /** A file that a paste did not contain. `source`: its URL, if known. A page shows only the content, its caption. */
  mediaPlace: { ...captioned, attrs: { source: text(""), alt: text("") } },
  /** A link card. The page is never requested, neither here nor on the site. */
  linkEmbed: {
    group: "block",
    atom: true,
    draggable: true,
    attrs: { href: text(""), title: text(""), description: text("") },
  },
  /**
   * Content: the caption. `href`: the page, which determines the frame (embeds/embed.ts). `title`: for screen readers.
   * `shape`: "" for the provider's. `poster`: the file of the still.
   */
  embed: { ...captioned, attrs: { href: text(""), title: text(""), shape: embedShape, poster: text("") } },
  table: { group: "block", content: "tableRow+", isolating: true },
  tableRow: { content: "(tableCell | tableHeader)*" },
  tableCell: cell,
  tableHeader: cell,
  columns: { group: "block", content: "column{2,4}", isolating: true },
  column: { content: "block+", isolating: true },
  callout: { group: "block", content: "block+", defining: true, attrs: { tone: oneOf(CALLOUT_TONES, "note") } },
  button: { group: "block", content: "text*", marks: "", attrs: { href: text("") } },
  /** `open`: initially unfolded. */
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
  /** `language`: for the site's highlighter. */
  codeBlock: {
    group: "block",
    content: "text*",
    marks: "",
    code: true,
    defining: true,
    attrs: { language: text("", 40) },
  },
  /** Stored as typed, sanitised when rendered. */
  freeHtml: { group: "block", atom: true, draggable: true, attrs: { html: text("", MAX_FREE_HTML_LENGTH) } },
  customContainer: { group: "block", content: "block+", defining: true, attrs: { definition: containerDefinition } },
  text: { group: "inline" },
  hardBreak: { group: "inline", inline: true, selectable: false },
} satisfies Record<string, NodeSpec>;

/** Mark specs by name, outermost first. */
export const markSpecs = {
  /** Stored as typed; the rendering drops a target other than http, https, mailto, tel or relative. */
  link: { inclusive: false, attrs: { href: text("") } },
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

/** Identifies the schema. A tab whose editor has another schema cannot exchange steps with this appliance. */
export const SCHEMA_ID: string = schemaId();

function schemaId(): string {
  const described = JSON.stringify([nodeSpecs, markSpecs], (_, value) => (typeof value === "function" ? "f" : value));
  let hash = 0x811c9dc5;
  for (let at = 0; at < described.length; at++) hash = Math.imul(hash ^ described.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(16);
}

/** For documents outside the editor. */
export const articleSchema: Schema<NodeName, MarkName> = new Schema({ nodes: nodeSpecs, marks: markSpecs });
