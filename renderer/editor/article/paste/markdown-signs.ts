/** Detects text that is clearly Markdown. The parser itself is loaded when needed. */

const MAX_LENGTH = 100_000;
/** UTF-16 units between empty lines: the parser is quadratic in it. */
const MAX_PARAGRAPH = 5_000;
const MAX_QUOTES = 20;
/** Points from which a text is Markdown. */
const ENOUGH = 2;

/** What may be before and after an emphasis sign. */
const BEGIN = String.raw`(?:^|[\s(«„“"'])`;
const END = String.raw`(?=[\s.,;:!?)»“”"'…]|$)`;

/** A pattern and its points: 2 for syntax that is never accidental, 1 for syntax that other texts contain, too. */
const SIGNS: readonly [sign: RegExp, points: number][] = [
  [/^#{1,6} \S/m, 2],
  [/\[[^\]\n]{1,500}\]\((?:https?:|mailto:|\/)[^)\s]{0,2000}\)/, 2],
  [/^ {0,3}[-*+] \S.*\n(?:\s*\n)? *[-*+] \S/m, 2],
  [new RegExp(String.raw`${BEGIN}\*\*[^\s*](?:[^*\n]{0,500}[^\s*])?\*\*${END}`, "m"), 2],
  [/^ {0,3}\d{1,3}[.)] \S.*\n(?:\s*\n)? *\d{1,3}[.)] \S/m, 1],
  [/^> ?\S/m, 1],
  [
    new RegExp(String.raw`${BEGIN}(?:\*[^\s*](?:[^*\n]{0,500}[^\s*])?\*|_[^\s_](?:[^_\n]{0,500}[^\s_])?_)${END}`, "m"),
    1,
  ],
  [new RegExp(String.raw`${BEGIN}\`[^\`\n]{1,500}\`${END}`, "m"), 1],
  [/^(?:-{3,}|\*{3,}|_{3,}) *$/m, 1],
];

/** Whether a text is Markdown, and small enough to parse synchronously. */
export function isMarkdown(text: string): boolean {
  if (text.length > MAX_LENGTH || !isModest(text)) return false;
  const lines = text.split("\n");
  let points = hasFence(lines) || hasTable(lines) ? ENOUGH : 0;
  for (const [sign, worth] of SIGNS) if (points < ENOUGH && sign.test(text)) points += worth;
  return points >= ENOUGH;
}

function isModest(text: string): boolean {
  if (new RegExp(`^(?: *>){${MAX_QUOTES}}`, "m").test(text)) return false;
  return text.split(/\n\s*\n/).every((paragraph) => paragraph.length <= MAX_PARAGRAPH);
}

const hasFence = (lines: readonly string[]): boolean => lines.filter((line) => /^(?:```|~~~)/.test(line)).length >= 2;

/** The line between a table's head and body, with a line of cells above. */
const hasTable = (lines: readonly string[]): boolean =>
  lines.some(
    (line, index) => /^ *\|? *:?-+:? *(?:\| *:?-+:? *)+\|? *$/.test(line) && (lines[index - 1]?.includes("|") ?? false),
  );
