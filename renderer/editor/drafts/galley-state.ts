/** The state on the screen: its conversion from and to `vms_json` (contract 2.4, `galley/1`), base and replacement. */

import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { documentJson, filesOf, readState } from "../../../server/article/document.ts";
import {
  type AssetEntry,
  asMap,
  type DocumentNode,
  dummyReference,
  fileEntries,
  type GalleyState,
  otherEntries,
  readWidths,
  type VmsJson,
} from "../../../server/article/vms-json.ts";
import { type EditorSession, KEPT_DRAFT } from "../../../server/contracts/editor-api.ts";
import { showDocument } from "../article/article-editor.ts";
import { forgetSteps } from "../article/own-steps.ts";
import type { ArticleTab } from "../client/article-session.ts";
import type { SharedDocument } from "../collaboration/shared-document.ts";
import { messages } from "../messages/index.ts";
import { randomId } from "../ui/lib/browser.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { Assets } from "../uploads/assets.ts";
import type { DraftContent, DraftKeeper } from "./draft-keeper.ts";
import type { DraftStore } from "./draft-store.ts";

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

export type ShownState = ReturnType<typeof createShownState>;

/** @param loaded the state that the editor shows; null for an empty document */
export function createShownState(editor: Editor, files: Assets, loaded: VmsJson | null, version: number | null) {
  let shown = loaded;
  let stepsAtBase = 0;
  let stepsInDraft = 0;
  const base = createStore(version);
  return {
    base: base as Readable<number | null>,
    content: (doc: Node = editor.state.doc): DraftContent => ({
      vms_json: buildState(shown, doc, files.get),
      base_version: base.get(),
    }),
    stepsAtBase: () => stepsAtBase,
    /** Records the own steps in a stored draft. @returns those in the draft before it */
    drafted(steps: number): number {
      const before = stepsInDraft;
      stepsInDraft = steps;
      return before;
    },
    /** Sets the version that was saved from the document. */
    based: base.set,
    saved(state: VmsJson, number: number, steps: number): void {
      shown = state;
      stepsAtBase = steps;
      base.set(number);
    },
    show(state: VmsJson | null, number: number | null): void {
      shown = state;
      files.learn(assetsOf(state));
      base.set(number);
      showDocument(editor, readDoc(state) ?? EMPTY_DOC);
      editor.view.dispatch(forgetSteps(editor.state));
      stepsAtBase = 0;
      stepsInDraft = 0;
    },
  };
}

interface SwapParts {
  /** Fetches the session. @throws the errors of client/api.ts */
  open: () => Promise<EditorSession>;
  store: DraftStore;
  shown: ShownState;
  drafts: () => DraftKeeper;
  shared: () => SharedDocument;
  author: () => string;
}

/** Replaces the shown state, but only after unsaved changes have been copied. */
export function createStateReplacer(
  { api, clientId, session }: Pick<ArticleTab, "api" | "clientId" | "session">,
  { open, store, shown, drafts, shared, author }: SwapParts,
) {
  /** Copies a document to a separate draft on this computer, in Galley or both. */
  async function keepAside(doc?: Node): Promise<void> {
    const copy = { client_id: KEPT_DRAFT + randomId(), ...shown.content(doc) };
    const here = store.put({ session_id: session.session_id, updated_at: new Date().toISOString(), ...copy }, "strict");
    const kept = await Promise.allSettled([here, api.putDraft({ ...copy, author: author() || null })]);
    if (kept.every((each) => each.status === "rejected")) throw new Error(messages.notices.notKept);
  }
  const isShared = () => shared().state.get().shared;

  return {
    keepAside,
    /** Shows a state as unsaved changes, in a room in all tabs. @throws Error if unsaved changes could not be copied */
    async show(state: VmsJson, version: number | null): Promise<void> {
      if (isShared()) return shared().replace(state, author());
      if (drafts().state.get().unsaved) await keepAside();
      shown.show(state, version);
      drafts().changed();
    },
    /** Shows the current version. @throws the errors of client/api.ts */
    async showCurrent(): Promise<void> {
      const fresh = await open();
      if (isShared()) return shared().replace(fresh.vms_json ?? {}, author());
      const release = await drafts().hold();
      try {
        const { unsaved } = drafts().state.get();
        if (unsaved) await keepAside();
        shown.show(fresh.vms_json, fresh.current_version);
        drafts().reset();
        // Otherwise the next reload would restore the old draft of this tab.
        if (unsaved) await api.putDraft({ client_id: clientId, ...shown.content() }).catch(() => undefined);
      } finally {
        release();
      }
    },
  };
}
