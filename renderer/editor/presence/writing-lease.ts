/** What follows from who has the writing lease: whether one can write here, and which words are worth a look. */
import { type Editor, Extension } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { ArticleTab } from "../client/article-session.ts";
import { editorAmong, type Presence } from "./presence.ts";

/** What the rest of the article does about it. */
interface LeaseConsequences {
  /** This tab may write no more: its last words are to be where others find them. */
  lost(): void;
  /** Shows the current version where that is newer than what stands here and nothing is unsaved. */
  catchUp(): Promise<void>;
  /** Offers the unsaved words of others anew. */
  offerAgain(): Promise<void>;
}

/** From a take-over to the moment when whoever was editing has been told, and the last words have come from there. */
const LAST_WORDS_MS = 2_000;

/** Follows the writing lease for as long as the page is there. @returns how to take it */
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
    // Whoever left may have left words behind.
    if (mode === "reading" && !before.wasFree && editorAmong(others) === null) quietly(offerAgain);
    if (mode === before.mode) return;
    // Whether one can write is asked for again at every transaction.
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

/** While somebody else edits, the article can be read, copied from and scrolled, and nothing in it changes. */
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

/** Marks a change that is no writing: a picture that was on its way has come in. */
export function evenWhileReading(tr: Transaction): Transaction {
  return tr.setMeta(key, true);
}

/** Another document that is shown in place of this one changes nobody's words. */
function isAllowed(tr: Transaction): boolean {
  return tr.getMeta(key) === true || tr.getMeta("preventUpdate") === true;
}
