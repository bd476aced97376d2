/** View only, chosen by the journalist: the article can be read and copied, but not changed. */
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
        // Block fields and commands dispatch without checking `editable`.
        filterTransaction: (tr) => !tr.docChanged || !isReading() || isAllowed(tr),
        props: {
          editable: () => !isReading(),
          // Without contenteditable, the element needs a tabindex.
          attributes: (): Record<string, string> => (isReading() ? { "aria-readonly": "true", tabindex: "0" } : {}),
        },
      }),
    ];
  },
});

/** Allows a change that is not an edit by the journalist, such as an uploaded picture. */
export function evenWhileReading(tr: Transaction): Transaction {
  return tr.setMeta(key, true);
}

/** Also allows showing another document and edits from other tabs. */
function isAllowed(tr: Transaction): boolean {
  return tr.getMeta(key) === true || tr.getMeta("preventUpdate") === true || isRemote(tr);
}
