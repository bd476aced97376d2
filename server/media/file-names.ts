/**
 * File names in archives (contract 10): `<ascii-slug>-<hex of the content hash>.<ext>`. They need no escaping in a URL,
 * and none is a part of another, because sites replace `dummy-<name>` as plain text.
 */

/** Characters. */
const MAX_SLUG_LENGTH = 60;
const SHORTEST_HASH = 8;

/** Transliterates lower-case letters that NFKD does not decompose to ASCII. NFKD splits й and ё into letter and mark. */
// biome-ignore format: a table
const LETTERS: Readonly<Record<string, string>> = {
  а: "a", б: "b", в: "v", г: "g", ґ: "g", д: "d", е: "e", є: "ye", ж: "zh", з: "z", и: "i", і: "i", к: "k", л: "l",
  м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch", ш: "sh",
  щ: "shch", ъ: "", ы: "y", ь: "", э: "e", ю: "yu", я: "ya", ђ: "dj", ј: "j", љ: "lj", њ: "nj", ћ: "c", џ: "dz",
  ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ı: "i", ŋ: "n", ŧ: "t",
};

/**
 * The archive name of a file; the same arguments give the same name.
 * @param originalName any text
 * @param sha256 lower-case hex
 * @param others names of the session's other files; a clash adds digits of the hash
 */
export function archiveFileName(originalName: string, sha256: string, ext: string, others: Iterable<string>): string {
  const slug = slugOf(originalName);
  const used = [...others];
  for (let digits = SHORTEST_HASH; digits < sha256.length; digits += 4) {
    const name = `${slug}-${sha256.slice(0, digits)}.${ext}`;
    if (!used.some((other) => other.includes(name) || name.includes(other))) return name;
  }
  return `${slug}-${sha256}.${ext}`;
}

/** a-z, 0-9 and single hyphens; never empty, never starts with `dummy`. */
function slugOf(originalName: string): string {
  const base = originalName
    .slice(0, 1000)
    .replace(/^.*[/\\]/s, "")
    .replace(/\.[A-Za-z0-9]{1,10}$/, "");
  const ascii = [...base.normalize("NFKD").toLowerCase()].map((letter) => LETTERS[letter] ?? letter).join("");
  const slug = ascii
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
  if (slug === "") return "file";
  return slug.startsWith("dummy") ? `file-${slug}`.slice(0, MAX_SLUG_LENGTH).replace(/-+$/, "") : slug;
}
