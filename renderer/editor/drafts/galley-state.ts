/** Between the `vms_json` that is loaded and saved and the document on the screen (contract 2.4, `galley/1`). */
import type { Node } from "@tiptap/pm/model";
import { asMap, dummyReference, fileEntries, otherEntries, readWidths } from "../../../server/article/assets.ts";
import { documentJson, filesOf, readState } from "../../../server/article/document.ts";
import type { AssetEntry, DocumentNode, GalleyState, VmsJson } from "../../../server/article/vms-json.ts";

export const EMPTY_DOC: DocumentNode = { type: "doc", content: [{ type: "paragraph" }] };

/** The document of a state, a blank one where there is no state; null where this editor cannot show it whole. */
export function readDoc(vmsJson: VmsJson | null): DocumentNode | null {
  if (vmsJson === null) return EMPTY_DOC;
  const read = readState(vmsJson);
  return read.ok ? read.state.doc : null;
}

/** The entries of a state's files; none where it cannot be read. */
export function assetsOf(vmsJson: VmsJson | null): Record<string, AssetEntry> {
  const read = vmsJson === null ? null : readState(vmsJson);
  return read?.ok ? Object.fromEntries(fileEntries(read.state.assets)) : {};
}

/**
 * The state to save: keys of `loaded` that this editor does not know are kept, also those of `assets` that name no file;
 * of files it names those of the document and no others.
 * @param loaded the state that the document was made from, null for a blank one
 * @param entryOf what this tab knows of a file, loaded or uploaded
 */
export function buildState(
  loaded: VmsJson | null,
  doc: Node,
  entryOf: (file: string) => AssetEntry | undefined,
): GalleyState {
  const others = otherEntries((asMap(loaded?.assets) ?? {}) as GalleyState["assets"]);
  const named = filesOf(doc);
  // A picture's narrower files go with it.
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

/** Whether two states hold the same words and pictures; where one cannot be read, they differ. */
export function sameDoc(one: VmsJson | null, other: VmsJson | null): boolean {
  const [a, b] = [one, other].map((state) => readState(state ?? { format: "galley/1", doc: EMPTY_DOC }));
  return a?.ok === true && b?.ok === true && a.doc.eq(b.doc);
}
