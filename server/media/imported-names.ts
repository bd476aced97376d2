/**
 * Gives the files that an imported document refers to names that archives allow (contract 2.6, 10). All other keys of
 * `assets` stay unchanged.
 */
import { createHash } from "node:crypto";
import { asMap, dummyReference, isAssetName } from "../article/assets.ts";
import { DOCUMENT_BYTES, fileReferencesIn, isReadableState, withFileNames } from "../article/document.ts";
import type { DocumentNode, VmsJson } from "../article/vms-json.ts";
import { JsonText, type Member } from "../core/json-text.ts";
import { archiveFileName } from "./file-names.ts";
import { extensionOf } from "./media-types.ts";

/** More than any article has. */
const MAX_RENAMED = 1_000;

/** A state of the site, as text and parsed. */
export interface WrittenState {
  text: JsonText;
  value: VmsJson;
}

export interface ImportedState extends WrittenState {
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

/** Invalid or clashing names → new ones. */
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

/**
 * Names that differ from another name only by case, or whose reference starts with another name's reference, which
 * plain-text replacement would cut.
 */
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
