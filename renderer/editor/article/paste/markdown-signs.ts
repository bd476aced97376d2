/** Whether a text is clearly written in Markdown. Loaded with the editor; what reads Markdown comes when it is needed. */

/** UTF-16 units of a text that is read as Markdown. */
const MAX_LENGTH = 100_000;
/** UTF-16 units between two empty lines: the parser's work grows with the square of it. */
const MAX_PARAGRAPH = 5_000;
/** Quotations in quotations. */
const MAX_QUOTES = 20;
/** From how many points on a text is Markdown. */
const ENOUGH = 2;

/** Before and after a sign that stands at words, as Markdown has it. */
const BEGIN = String.raw`(?:^|[\s(«„“"'])`;
const END = String.raw`(?=[\s.,;:!?)»“”"'…]|$)`;

/** A sign and what it counts: 2 is what nobody types by chance, 1 is what is found in other texts too. */
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

/** Markdown, and not too much of it to be read at once. */
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

/** Code between two fences. */
const hasFence = (lines: readonly string[]): boolean => lines.filter((line) => /^(?:```|~~~)/.test(line)).length >= 2;

/** A line of cells, and below it the line that divides a table's head from its body. */
const hasTable = (lines: readonly string[]): boolean =>
  lines.some(
    (line, index) => /^ *\|? *:?-+:? *(?:\| *:?-+:? *)+\|? *$/.test(line) && (lines[index - 1]?.includes("|") ?? false),
  );
