/**
 * Reads a uuid in every form that pydantic 2 reads: hyphenated, 32 hex digits, `{…}`, `urn:uuid:…`. A refusal is worded
 * as there, which is how Rust's uuid crate says it.
 */

export type ParsedUuid = { ok: true /** Lower case, hyphenated. */; uuid: string } | { ok: false; error: string };

const HYPHENATED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const SIMPLE = /^[0-9a-f]{32}$/i;
const URN = "urn:uuid:";

const GROUP_LENGTHS = [8, 4, 4, 4, 12] as const;
const GROUP_STARTS = [0, 9, 14, 19, 24] as const;

export function parseUuid(text: string): ParsedUuid {
  const inner = unwrap(text);
  if (HYPHENATED.test(inner)) return { ok: true, uuid: inner.toLowerCase() };
  if (SIMPLE.test(text)) return { ok: true, uuid: hyphenate(text.toLowerCase()) };
  return { ok: false, error: refusal(inner) };
}

/** The inside of a wrapping that has the right length; any other text as it is. */
function unwrap(text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes === 38 && text.startsWith("{") && text.endsWith("}")) return text.slice(1, -1);
  if (bytes === 45 && text.startsWith(URN)) return text.slice(URN.length);
  return text;
}

function hyphenate(digits: string): string {
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    "-",
  );
}

/** Lengths count bytes, positions from 1; the first thing wrong is what is named. */
function refusal(text: string): string {
  const braced = text.length >= 2 && text.startsWith("{") && text.endsWith("}");
  const offset = braced ? 1 : text.startsWith(URN) ? URN.length : 0;
  const body = braced ? text.slice(1, -1) : text.slice(offset);
  const hyphens: number[] = [];
  let index = 0;
  for (const character of body) {
    if (character === "-") hyphens.push(index);
    else if (!/[0-9a-f]/i.test(character)) return `invalid character: found \`${character}\` at ${index + offset + 1}`;
    index++;
  }
  const length = Buffer.byteLength(text);
  if (hyphens.length === 0 && offset === 0)
    return `invalid length: expected length 32 for simple format, found ${length}`;
  if (hyphens.length !== 4) return `invalid group count: expected 5, found ${hyphens.length + 1}`;
  for (const [group, end] of hyphens.entries()) {
    const start = GROUP_STARTS[group] ?? 0;
    const expected = GROUP_LENGTHS[group] ?? 0;
    if (end !== start + expected)
      return `invalid group length in group ${group}: expected ${expected}, found ${end - start}`;
  }
  return `invalid group length in group 4: expected 12, found ${length - GROUP_STARTS[4]}`;
}
