/** The font tree of a project's fonts, its CSS, and the files of the archive (contract 2.7). */

import type { FontFormat } from "../contracts/fonts-api.ts";
import { FONT_FORMATS, FORMAT_NAMES } from "./font-formats.ts";
import type { FontFile, FontReference, FontTree, FontVariant } from "./font-store.ts";

/** `css.id` of the font tree, and the name of the CSS in the archive (contract 2.7). */
export const FONTS_CSS_ID = "vms_fonts.css";

interface PublishedFonts {
  tree: FontTree;
  css: string;
  files: { fileName: string; blob: string }[];
}

/** A variant: a face, or part of its characters. A newer file of the same format shadows an older one. */
export interface FontGroup {
  family: string;
  weight: string;
  style: string;
  stretch: string;
  unicodeRange: string | null;
  files: Partial<Record<FontFormat, { fileName: string; blob: string; size: number }>>;
  shadowed: { font: FontFile; by: FontFile }[];
  fonts: FontFile[];
}

const faceKey = (font: FontFile) => [font.family.toLowerCase(), font.weight, font.style, font.stretch].join("\n");
const rangeOf = (font: FontFile) => font.unicodeRange ?? font.facts.coverage;

/** Sorted by family, weight, style and width. */
export function groupFonts(fonts: readonly FontFile[]): FontGroup[] {
  const faces = Map.groupBy(fonts, faceKey);
  const groups = [...faces.values()].flatMap((face) => {
    const variants = [...Map.groupBy(face, rangeOf).values()];
    return variants.map((members) => groupOf(members, variants.length > 1));
  });
  return groups.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

/** @param isSplit whether other files have other characters of the face */
function groupOf(members: FontFile[], isSplit: boolean): FontGroup {
  const newestFirst = members.toSorted((a, b) => b.createdAt - a.createdAt || (a.fileName < b.fileName ? -1 : 1));
  const [first] = newestFirst;
  if (first === undefined) throw new Error("A variant has at least one font.");
  const corrected = newestFirst.find((font) => font.unicodeRange !== null)?.unicodeRange ?? null;
  const group: FontGroup = {
    family: first.family,
    weight: first.weight,
    style: first.style,
    stretch: first.stretch,
    unicodeRange: corrected ?? (isSplit && first.facts.coverage !== "" ? first.facts.coverage : null),
    files: {},
    shadowed: [],
    fonts: newestFirst,
  };
  const holders = new Map<FontFormat, FontFile>();
  for (const font of newestFirst) {
    const holder = holders.get(font.format);
    if (holder !== undefined) group.shadowed.push({ font, by: holder });
    else {
      holders.set(font.format, font);
      group.files[font.format] = { fileName: font.fileName, blob: font.blob, size: font.size };
    }
  }
  // An uploaded woff2 takes precedence over one made by Galley.
  const made = newestFirst.find((font) => font.woff2 !== null && holders.get(font.format) === font)?.woff2 ?? null;
  if (group.files.woff2 === undefined && made !== null) group.files.woff2 = made;
  return group;
}

/** Sorts by family, weight, style, width and characters. */
const placeOf = ({ family, weight, style, stretch, unicodeRange }: FontGroup) =>
  [
    family.toLowerCase(),
    String(Number.parseInt(weight, 10)).padStart(4),
    weight,
    style === "normal" ? "" : style,
    stretch.padStart(5),
    unicodeRange ?? "",
  ].join("\n");

export function publishedFonts(fonts: readonly FontFile[]): PublishedFonts {
  const groups = groupFonts(fonts);
  const list = [...Map.groupBy(groups, ({ family }) => family.toLowerCase()).values()].map((family) => ({
    family: family[0]?.family ?? "",
    variants: family.map(variantOf),
  }));
  const blobs = new Map(
    groups.flatMap(({ files }) => Object.values(files).map(({ fileName, blob }) => [fileName, blob])),
  );
  return {
    tree: { css: reference(FONTS_CSS_ID), list },
    css: groups.length === 0 ? "/* There are no fonts. */\n" : `${groups.map(fontFaceRule).join("\n\n")}\n`,
    files: [...blobs].map(([fileName, blob]) => ({ fileName, blob })),
  };
}

function variantOf(group: FontGroup): FontVariant {
  return {
    weight: /^\d+$/.test(group.weight) ? Number(group.weight) : group.weight,
    style: group.style,
    ...(group.stretch === "100%" ? {} : { stretch: group.stretch }),
    ...(group.unicodeRange === null ? {} : { unicodeRange: group.unicodeRange }),
    files: Object.fromEntries(inOrder(group).map(([format, { fileName }]) => [format, reference(fileName)])),
  };
}

function reference(id: string): FontReference {
  return { id, clientUrl: `dummy-${id}` };
}

function inOrder({ files }: FontGroup) {
  return FONT_FORMATS.flatMap((format) => {
    const file = files[format];
    return file === undefined ? [] : [[format, file] as const];
  });
}

function fontFaceRule(group: FontGroup): string {
  const sources = inOrder(group).map(
    ([format, { fileName }]) => `url("dummy-${fileName}") format("${FORMAT_NAMES[format].css}")`,
  );
  const lines = [
    `font-family: ${cssString(group.family)};`,
    `font-style: ${group.style};`,
    `font-weight: ${group.weight};`,
    ...(group.stretch === "100%" ? [] : [`font-stretch: ${group.stretch};`]),
    "font-display: swap;",
    `src: ${sources.join(",\n    ")};`,
    ...(group.unicodeRange === null ? [] : [`unicode-range: ${group.unicodeRange};`]),
  ];
  return `@font-face {\n${lines.map((line) => `  ${line}`).join("\n")}\n}`;
}

/** Safe in a `<style>` element too. */
function cssString(text: string): string {
  return `"${text.replace(/["\\<>&\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
}

/** Replaces references with relative URLs, for Galley's own pages. No other text in the CSS can contain `url("`. */
export function withRelativeUrls(css: string): string {
  return css.replaceAll('url("dummy-', 'url("');
}

/** Sets the URLs that a site reported (id → URL). */
export function withSiteUrls(tree: FontTree, urls: ReadonlyMap<string, string>): FontTree {
  const withUrl = (file: FontReference): FontReference => ({
    ...file,
    clientUrl: urls.get(file.id) ?? file.clientUrl,
  });
  return {
    css: withUrl(tree.css),
    list: tree.list.map(({ family, variants }) => ({
      family,
      variants: variants.map((variant) => ({
        ...variant,
        files: Object.fromEntries(Object.entries(variant.files).map(([format, file]) => [format, withUrl(file)])),
      })),
    })),
  };
}
