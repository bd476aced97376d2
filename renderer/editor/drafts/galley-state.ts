/** Converts between `vms_json` (contract 2.4, `galley/1`) and the document on the screen. */
import type { Node } from "@tiptap/pm/model";
import { asMap, dummyReference, fileEntries, otherEntries, readWidths } from "../../../server/article/assets.ts";
import { documentJson, filesOf, readState } from "../../../server/article/document.ts";
import type { AssetEntry, DocumentNode, GalleyState, VmsJson } from "../../../server/article/vms-json.ts";

export const EMPTY_DOC: DocumentNode = { type: "doc", content: [{ type: "paragraph" }] };

/** The document of a state, empty for no state; null if this editor cannot show all of it. */
export function readDoc(vmsJson: VmsJson | null): DocumentNode | null {
  if (vmsJson === null) return EMPTY_DOC;
  const read = readState(vmsJson);
  return read.ok ? read.state.doc : null;
}

/** The entries of a state's files; none if the state cannot be read. */
export function assetsOf(vmsJson: VmsJson | null): Record<string, AssetEntry> {
  const read = vmsJson === null ? null : readState(vmsJson);
  return read?.ok ? Object.fromEntries(fileEntries(read.state.assets)) : {};
}

/**
 * Builds the state to save. Keeps unknown keys of `loaded` and of its `assets`, but lists only the document's files.
 * @param loaded the state from which the document was made; null for an empty document
 * @param entryOf returns the known entry of a loaded or uploaded file
 */
export function buildState(
  loaded: VmsJson | null,
  doc: Node,
  entryOf: (file: string) => AssetEntry | undefined,
): GalleyState {
  const others = otherEntries((asMap(loaded?.assets) ?? {}) as GalleyState["assets"]);
  const named = filesOf(doc);
  // Includes the narrower copies of each picture.
  const names = new Set([
    ...named,
    ...named.flatMap((file) => (readWidths(entryOf(file)?.widths) ?? []).map((each) => each.file)),
  ]);
  const files = [...names].map((file) => [file, entryOf(file) ?? { clientUrl: dummyReference(file) }] as const);
  return {
    ...loaded,
    format: "galley/1",
    doc: documentJson(doc),
    assets: Object.fromEntries([...others, ...files]),
  };
}

/** Whether two states have the same text and pictures; false if one cannot be read. */
export function sameDoc(one: VmsJson | null, other: VmsJson | null): boolean {
  const [a, b] = [one, other].map((state) => readState(state ?? { format: "galley/1", doc: EMPTY_DOC }));
  return a?.ok === true && b?.ok === true && a.doc.eq(b.doc);
}
