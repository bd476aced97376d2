/**
 * Changes editor states without changing the rest of their JSON text (see json-text.ts): sets clientUrls, and restores the
 * spelling of numbers that a browser rewrote.
 */
import { dummyReference, type GalleyState, isAssetName } from "../../article/vms-json.ts";
import { JsonText, type Member } from "../../core/json-text.ts";

/** Sets the clientUrls that the site gave (file name → URL), and temporary ones for all other files. */
export function withClientUrls(state: JsonText, urls: ReadonlyMap<string, string>): JsonText {
  return withAssets(state, (fileName, entry) =>
    isAssetName(fileName)
      ? new JsonText(entry).with({ clientUrl: urls.get(fileName) ?? dummyReference(fileName) })
      : new JsonText(entry),
  );
}

/** Escapes text of the article that looks like a reference: sites replace references as plain text. */
export function withoutReferences(state: JsonText): JsonText {
  return JsonText.ofMembers(
    state
      .members()
      .map(([key, value]): Member => [key, key === "doc" ? value.replaceAll("dummy-", "\\u0064ummy-") : value]),
  );
}

const OWN_KEYS = new Set(["format", "doc", "assets"]);
const OWN_ENTRY_KEYS = new Set(["clientUrl", "type", "size", "width", "height", "widths"]);

/** Whether a state has keys of the site: only these need the spelling of an older state. */
export function hasSiteKeys(state: GalleyState): boolean {
  return (
    Object.keys(state).some((key) => !OWN_KEYS.has(key)) ||
    Object.values(state.assets).some((entry) => Object.keys(entry).some((key) => !OWN_ENTRY_KEYS.has(key)))
  );
}

/** Restores the spelling of a state whose numbers a browser turned into doubles, outside the document. */
export function keepSpelling(state: GalleyState, before: JsonText): JsonText {
  const kept = spelledAs(state, before, (key) => key !== "doc" && key !== "assets");
  const entries = new Map(before.member("assets")?.members());
  return withAssets(kept, (fileName, entry) => {
    const old = entries.get(fileName);
    return old === undefined ? new JsonText(entry) : spelledAs(JSON.parse(entry), new JsonText(old), () => true);
  });
}

function spelledAs(now: Record<string, unknown>, before: JsonText, isKept: (key: string) => boolean): JsonText {
  const old = new Map(before.members());
  return JsonText.ofMembers(
    Object.entries(now).map(([key, value]): Member => {
      const written = JSON.stringify(value);
      const spelling = isKept(key) ? old.get(key) : undefined;
      return [key, spelling !== undefined && JSON.stringify(JSON.parse(spelling)) === written ? spelling : written];
    }),
  );
}

function withAssets(state: JsonText, change: (fileName: string, entry: string) => JsonText): JsonText {
  return JsonText.ofMembers(
    state.members().map(([key, value]): Member => {
      if (key !== "assets") return [key, value];
      const entries = new JsonText(value).members();
      return [
        key,
        JsonText.ofMembers(entries.map(([fileName, entry]) => [fileName, change(fileName, entry).text])).text,
      ];
    }),
  );
}
