/** The articles of a check, with the rendering, file names and archive of a save. */

import { hash } from "node:crypto";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { buildMediaArchiveInMemory } from "../archives/archives.ts";
import type { Archive } from "../archives/zip.ts";
import { readState } from "../article/document.ts";
import { renderArticle } from "../article/render.ts";
import { type VmsJson, withDummyUrls } from "../article/vms-json.ts";
import { freeHtmlSanitizer } from "../articles/versions/free-html.ts";
import { JsonText } from "../core/json-text.ts";
import { archiveFileName } from "../media/file-names.ts";
import { pngChunk } from "../media/metadata/pictures.ts";

export interface CheckFile {
  fileName: string;
  bytes: Buffer;
  width: number;
  height: number;
}

export interface CheckArticle {
  state: VmsJson;
  html: string;
  files: CheckFile[];
}

/** Reveals a site that handles the text in a wrong charset. */
const TEXT = "Galley checks this receiver. Grüße, “quotes”, 5 < 6 & 7 > 6, O'Neill, 新聞, 🗞";
/** An unknown key that the site must keep, with an empty map. */
const FOREIGN_KEY = "galley_check";

export async function smallArticle(colour: Colour): Promise<CheckArticle> {
  const bytes = await makePng(160, 120, colour);
  const fileName = archiveFileName("galley-check.png", hash("sha256", bytes), "png", []);
  return articleOf([{ fileName, bytes, width: 160, height: 120 }]);
}

/** A long name with upper case, dots and underscores: legal but unexpected. */
export async function articleWithOddNames(colour: Colour): Promise<CheckArticle> {
  const bytes = await makePng(160, 120, colour);
  const long = "and-as-long-as-a-name-may-become-when-an-editor-names-a-picture-after-its-caption";
  const fileName = `Galley_Check.v2.0_Odd-Name.${long}-${hash("sha256", bytes).slice(0, 8)}.PNG`;
  return articleOf([{ fileName, bytes, width: 160, height: 120 }]);
}

const LARGE_SIDE = 1_323;
const LARGE_COLOURS: readonly Colour[] = [
  [160, 30, 30],
  [30, 160, 30],
  [30, 30, 160],
  [140, 140, 20],
];

/** An archive of 20 MB. */
export async function largeArticle(): Promise<CheckArticle> {
  const files: CheckFile[] = [];
  for (const colour of LARGE_COLOURS) {
    const bytes = await makePng(LARGE_SIDE, LARGE_SIDE, colour, false);
    const names = files.map(({ fileName }) => fileName);
    const fileName = archiveFileName("galley-check-large.png", hash("sha256", bytes), "png", names);
    files.push({ fileName, bytes, width: LARGE_SIDE, height: LARGE_SIDE });
  }
  return articleOf(files);
}

export function archiveOf(article: CheckArticle, metadata: JsonText, time: Date): Promise<Archive> {
  return buildMediaArchiveInMemory({
    fileName: "galley-check.zip",
    time,
    html: article.html,
    vmsJson: JsonText.of(article.state),
    metadata,
    files: article.files,
  });
}

/** Whether a returned state still has the members that the editor needs, except `assets`. PHP writes `[]` for `{}`. */
export function keepsState(sent: VmsJson, returned: Record<string, unknown>): boolean {
  return ["format", "doc", FOREIGN_KEY].every((key) => canonical(sent[key]) === canonical(returned[key]));
}

/** Serializes a value independently of the order of keys, with `[]` equal to `{}`. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, child]) => `${JSON.stringify(key)}:${canonical(child)}`)
    .join()}}`;
}

function articleOf(files: CheckFile[]): CheckArticle {
  const read = readState({
    format: "galley/1",
    doc: {
      type: "doc",
      content: [
        { type: "paragraph", content: [{ type: "text", text: TEXT }] },
        ...files.map(({ fileName }) => ({ type: "figure", attrs: { file: fileName, alt: "A test picture" } })),
      ],
    },
    assets: {},
    [FOREIGN_KEY]: { keep: "this", empty: {} },
  });
  if (!read.ok) throw new Error(`The article of the receiver check is invalid: ${read.problem}`);
  const facts = new Map(
    files.map(({ fileName, bytes, width, height }) => [
      fileName,
      { type: "image/png", size: bytes.length, width, height },
    ]),
  );
  return {
    state: withDummyUrls(read.state, facts),
    html: renderArticle(read.doc, Object.fromEntries(facts), { freeHtml: freeHtmlSanitizer() }),
    files,
  };
}

const pack = promisify(deflate);
const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** A PNG that fades from a colour to its opposite. @param packed false: 3 bytes for each pixel, for a large file */
export async function makePng(width: number, height: number, from: Colour, packed = true): Promise<Buffer> {
  const row = Buffer.alloc(1 + 3 * width);
  for (let x = 0; x < width; x++)
    for (const [channel, value] of from.entries()) row[1 + 3 * x + channel] = value + (255 - 2 * value) * (x / width);
  const pixels = Buffer.alloc(row.length * height, row);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk("IHDR", header),
    pngChunk("IDAT", await pack(pixels, { level: packed ? 9 : 0 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}
