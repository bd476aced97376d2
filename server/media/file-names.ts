import { createHash } from "node:crypto";
import { DOCUMENT_BYTES, fileReferencesIn, isReadableState, withFileNames } from "../article/document.ts";
import { asMap, type DocumentNode, dummyReference, isAssetName, type VmsJson } from "../article/vms-json.ts";
import { JsonText, type Member } from "../core/json-text.ts";
import { extensionOf } from "./media-types.ts";

/**
 * File names in archives (contract 10): `<ascii-slug>-<hex of the content hash>.<ext>`. They need no escaping in a URL,
 * and none is a part of another, because sites replace `dummy-<name>` as plain text.
 */

/** Characters. */
const MAX_SLUG_LENGTH = 60;
const MIN_HASH = 8;

/** Transliterates lower-case letters that NFKD does not decompose to ASCII. NFKD splits й and ё into letter and mark. */
// biome-ignore format: a table
const LETTERS: Readonly<Record<string, string>> = {
  а: "a", б: "b", в: "v", г: "g", ґ: "g", д: "d", е: "e", є: "ye", ж: "zh", з: "z", и: "i", і: "i", к: "k", л: "l",
  м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts", ч: "ch", ш: "sh",
  щ: "shch", ъ: "", ы: "y", ь: "", э: "e", ю: "yu", я: "ya", ђ: "dj", ј: "j", љ: "lj", њ: "nj", ћ: "c", џ: "dz",
  ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ı: "i", ŋ: "n", ŧ: "t",
};

/** A file's archive name. @param sha256 lower-case hex @param others names in the session; a clash adds digits of the hash */
export function archiveFileName(originalName: string, sha256: string, ext: string, others: Iterable<string>): string {
  const slug = slugOf(originalName);
  const used = [...others];
  for (let digits = MIN_HASH; digits < sha256.length; digits += 4) {
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

/** More than any article has. */
const MAX_RENAMED = 1_000;

interface WrittenState {
  text: JsonText;
  value: VmsJson;
}

interface ImportedState extends WrittenState {
  /** New name → the site's name, for renamed files. */
  originals: ReadonlyMap<string, string>;
}

/**
 * Returns the given state if no name has to change. Also returns it if the editor could not open it: the document is too
 * large or not of the schema, or too many names would change.
 */
export function withArchiveNames(state: WrittenState): ImportedState {
  const same = { ...state, originals: new Map<string, string>() };
  if (state.value.format !== "galley/1") return same;
  const names = newNames(state.value);
  if (names.size === 0 || (state.text.member("doc")?.text.length ?? 0) > DOCUMENT_BYTES) return same;
  const nameOf = (name: string) => names.get(name) ?? name;
  const text = JsonText.ofMembers(
    state.text.members().map(([key, value]): Member => {
      if (key === "doc") return [key, JSON.stringify(withFileNames(JSON.parse(value) as DocumentNode, nameOf))];
      return key === "assets" ? [key, renamedAssets(new JsonText(value), nameOf)] : [key, value];
    }),
  );
  const value = text.parse() as VmsJson;
  if (!isReadableState(value)) return same;
  return { text, value, originals: new Map([...names].map(([old, name]) => [name, old])) };
}

function newNames({ doc, assets }: VmsJson): Map<string, string> {
  const entries = asMap(assets) ?? {};
  const entryOf = (name: string) => (Object.hasOwn(entries, name) ? asMap(entries[name]) : null);
  const named = fileReferencesIn(doc);
  for (const name of [...named]) for (const file of widthFiles(entryOf(name)?.widths)) named.add(file);
  const invalid = [...named].filter((name) => !isAssetName(name));
  const names = new Map<string, string>();
  const renamed = [...invalid, ...clashing([...named].filter(isAssetName))];
  if (renamed.length > MAX_RENAMED) return names;
  const assigned = new Set<string>();
  for (const name of renamed) {
    const { clientUrl, type } = entryOf(name) ?? {};
    const hash = createHash("sha256")
      .update(JSON.stringify([name, clientUrl]))
      .digest("hex");
    const ext = extensionIn(name) ?? extensionOf(type) ?? extensionIn(URL.parse(String(clientUrl))?.pathname ?? "");
    const short = archiveFileName(name, hash, ext ?? "bin", []);
    const fresh = assigned.has(short) ? archiveFileName(name, hash, ext ?? "bin", [short]) : short;
    assigned.add(fresh);
    names.set(name, fresh);
  }
  return names;
}

/** Names that differ only by case, or whose reference begins with another's, which plain-text replacement would cut. */
function clashing(names: string[]): string[] {
  const sorted = names.map((name) => ({ name, folded: dummyReference(name).toLowerCase() }));
  sorted.sort((one, other) => (one.folded < other.folded ? -1 : Number(one.folded > other.folded)));
  let kept = "";
  return sorted.flatMap(({ name, folded }) => {
    if (kept !== "" && folded.startsWith(kept)) return [name];
    kept = folded;
    return [];
  });
}

function widthFiles(widths: unknown): string[] {
  return (Array.isArray(widths) ? widths : []).flatMap((each) => {
    const file = asMap(each)?.file;
    return typeof file === "string" && file !== "" ? [file] : [];
  });
}

function renamedAssets(assets: JsonText, nameOf: (name: string) => string): string {
  return JsonText.ofMembers(
    assets.members().map(([name, entry]): Member => {
      const oldWidths = asMap(JSON.parse(entry))?.widths;
      if (!Array.isArray(oldWidths) || !widthFiles(oldWidths).some((file) => nameOf(file) !== file))
        return [nameOf(name), entry];
      const widths = oldWidths.map((each) => {
        const file = asMap(each)?.file;
        return typeof file === "string" ? { ...asMap(each), file: nameOf(file) } : each;
      });
      return [nameOf(name), new JsonText(entry).with({ widths }).text];
    }),
  ).text;
}

function extensionIn(name: string): string | undefined {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase();
}
