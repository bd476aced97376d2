/** A project's fonts for the console, with warnings. Pure. */

import type { FontFileView } from "../contracts/fonts-api.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { isoTime } from "../core/runtime.ts";
import type { FontFile } from "./font-store.ts";
import { type FontGroup, groupFonts } from "./font-tree.ts";
import { rangesOverlap } from "./font-values.ts";

export function fontViews(fonts: readonly FontFile[]): FontFileView[] {
  const groups = groupFonts(fonts);
  return groups.flatMap((group) => group.fonts.map((font) => viewOf(font, warningsOf(font, group, groups))));
}

function viewOf(font: FontFile, warnings: Sentence[]): FontFileView {
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
    warnings: warnings.map(({ detail }) => detail),
    warning_sentences: warnings.map(({ code, facts }) => ({ code, facts })),
  };
}

function warningsOf(font: FontFile, group: FontGroup, groups: FontGroup[]): Sentence[] {
  const warnings: Sentence[] = [];
  if (font.facts.family === "") warnings.push(sentence("fonts.no_family"));
  if (font.facts.restricted) warnings.push(sentence("fonts.restricted"));
  if (font.format !== "woff2" && font.woff2 === null) warnings.push(sentence("fonts.no_woff2"));
  const shadow = group.shadowed.find((shadowed) => shadowed.font === font);
  if (shadow !== undefined) return [...warnings, sentence("fonts.shadowed", { name: shadow.by.originalName })];
  const rival = groups.find((other) => other !== group && isRival(group, other))?.fonts[0];
  if (rival !== undefined) warnings.push(sentence("fonts.overlapping", { name: rival.originalName }));
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
