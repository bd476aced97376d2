/** Effects of the writing lease: whether the article can be edited, and which changes are offered. */
import { type Editor, Extension } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { ArticleTab } from "../client/article-session.ts";
import { editorAmong, type Presence } from "./presence.ts";

interface LeaseConsequences {
  /** This tab lost the lease: its changes are sent. */
  lost(): void;
  /** Shows a newer version where nothing is unsaved. */
  catchUp(): Promise<void>;
  /** Updates the offered changes of others. */
  offerAgain(): Promise<void>;
}

/** ms from a take-over until the last changes of the other tab are in Galley. */
const LAST_WORDS_MS = 2_000;

/** @returns takes the lease */
export function followWritingLease(
  { schedule }: Pick<ArticleTab, "schedule">,
  presence: Presence,
  editor: Editor,
  { lost, catchUp, offerAgain }: LeaseConsequences,
): () => void {
  // Where these fail, the connection says so.
  const quietly = (work: () => Promise<void>) => void work().catch(() => undefined);
  let { mode, others } = presence.state.get();
  presence.state.subscribe(() => {
    const before = { mode, wasFree: editorAmong(others) === null };
    ({ mode, others } = presence.state.get());
    // The tab that left may have unsaved changes.
    if (mode === "reading" && !before.wasFree && editorAmong(others) === null) quietly(offerAgain);
    if (mode === before.mode) return;
    // A transaction updates `editable`.
    editor.view.dispatch(editor.state.tr);
    if (mode === "reading") lost();
  });
  return () => {
    presence.takeOver();
    quietly(catchUp);
    schedule(LAST_WORDS_MS, () => quietly(offerAgain));
  };
}

const key = new PluginKey("readingGuard");

interface ReadingGuardOptions {
  isReading: () => boolean;
}

/** While another tab edits, the article can be read and copied, but not changed. */
export const ReadingGuard = Extension.create<ReadingGuardOptions>({
  name: "readingGuard",

  addOptions: () => ({ isReading: () => false }),

  addProseMirrorPlugins() {
    const { isReading } = this.options;
    return [
      new Plugin({
        key,
        // Fields of blocks and commands dispatch without asking whether the text is editable.
        filterTransaction: (tr) => !tr.docChanged || !isReading() || isAllowed(tr),
        props: {
          editable: () => !isReading(),
          // Without contenteditable nothing brings the Tab key here.
          attributes: (): Record<string, string> => (isReading() ? { "aria-readonly": "true", tabindex: "0" } : {}),
        },
      }),
    ];
  },
});

/** Allows a change that is no writing, such as an uploaded picture. */
export function evenWhileReading(tr: Transaction): Transaction {
  return tr.setMeta(key, true);
}

/** Showing another document is allowed. */
function isAllowed(tr: Transaction): boolean {
  return tr.getMeta(key) === true || tr.getMeta("preventUpdate") === true;
}
