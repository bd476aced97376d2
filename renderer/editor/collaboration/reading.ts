/** Reading only, which the journalist chooses: the article can be read and copied, but not changed. */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { isRemote } from "../article/own-steps.ts";

const key = new PluginKey("readingGuard");

interface ReadingGuardOptions {
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

/** Allows a change that is no writing, such as an uploaded picture. */
export function evenWhileReading(tr: Transaction): Transaction {
  return tr.setMeta(key, true);
}

/** Showing another document is allowed, and what others write. */
function isAllowed(tr: Transaction): boolean {
  return tr.getMeta(key) === true || tr.getMeta("preventUpdate") === true || isRemote(tr);
}
