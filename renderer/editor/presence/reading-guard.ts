/** While somebody else edits, the article can be read, copied from and scrolled, and nothing in it changes. */
import { Extension } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { Plugin, PluginKey } from "@tiptap/pm/state";

const key = new PluginKey("readingGuard");

export interface ReadingGuardOptions {
  isReading: () => boolean;
}

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
