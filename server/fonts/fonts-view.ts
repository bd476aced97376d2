/** A project's fonts as people see them, with what is worth a word. Pure. */

import type { FontFileView } from "../contracts/fonts-api.ts";
import { isoTime } from "../core/runtime.ts";
import type { FontFile } from "./font-store.ts";
import { type FontGroup, groupFonts } from "./font-tree.ts";
import { rangesOverlap } from "./font-values.ts";

/** In the order in which they are published. */
export function fontViews(fonts: readonly FontFile[]): FontFileView[] {
  const groups = groupFonts(fonts);
  return groups.flatMap((group) => group.fonts.map((font) => viewOf(font, warningsOf(font, group, groups))));
}

function viewOf(font: FontFile, warnings: string[]): FontFileView {
  const { facts } = font;
  return {
    file_name: font.fileName,
    original_name: font.originalName,
    format: font.format,
    size: font.size,
    uploaded_at: isoTime(font.createdAt),
    family: font.family,
    weight: font.weight,
    style: font.style,
    stretch: font.stretch,
    unicode_range: font.unicodeRange,
    read: {
      family: facts.family,
      weight: facts.weight,
      style: facts.style,
      stretch: facts.stretch,
      coverage: facts.coverage,
      characters: facts.characters,
    },
    axes: facts.axes,
    woff2: font.woff2 === null ? null : { file_name: font.woff2.fileName, size: font.woff2.size },
    warnings,
  };
}

function warningsOf(font: FontFile, group: FontGroup, groups: FontGroup[]): string[] {
  const warnings: string[] = [];
  if (font.facts.family === "")
    warnings.push("The file names no family, so the name of the file stands for it. Correct it if it is another.");
  if (font.facts.restricted)
    warnings.push(
      "The file says that it may not be embedded in documents (fsType). Check that its licence allows web use.",
    );
  if (font.format !== "woff2" && font.woff2 === null)
    warnings.push(
      "Its woff2 would have taken too long to make, so sites get the file as it is. Upload a woff2 beside it.",
    );
  const shadow = group.shadowed.find((shadowed) => shadowed.font === font);
  if (shadow !== undefined)
    warnings.push(
      `It is not published: ${shadow.by.originalName} came later with the same family, weight, style and format. Correct or remove one of them.`,
    );
  const rival = shadow === undefined ? groups.find((other) => other !== group && isRival(group, other)) : undefined;
  if (rival !== undefined)
    warnings.push(
      `Some of its characters are also in ${rival.fonts[0]?.originalName ?? "another file"} of the same family, weight and style; browsers take one of the two. Remove one, or set their unicode ranges apart.`,
    );
  return warnings;
}

/** Whether two variants of one face have characters in common. */
function isRival(a: FontGroup, b: FontGroup): boolean {
  return (
    a.family.toLowerCase() === b.family.toLowerCase() &&
    a.weight === b.weight &&
    a.style === b.style &&
    a.stretch === b.stretch &&
    (a.unicodeRange === null || b.unicodeRange === null || rangesOverlap(a.unicodeRange, b.unicodeRange))
  );
}
