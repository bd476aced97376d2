/** Replaces typed quotes, dashes and spaces according to the article's language. Undo restores the typed text. */
import { Extension } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { substitute } from "./substitute.ts";

/** The last substitution: the text from `from` to `to` replaced `typed`. */
interface Replaced {
  from: number;
  to: number;
  typed: string;
}

const key = new PluginKey<Replaced | null>("typography");

export const TypographyAsTyped = Extension.create({
  name: "typography",

  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin<Replaced | null>({
        key,
        state: {
          init: () => null,
          apply(tr, last) {
            const next: Replaced | null | undefined = tr.getMeta(key);
            if (next !== undefined) return next;
            return tr.docChanged || tr.selectionSet ? null : last;
          },
        },
        props: {
          handleTextInput(view, from, to, text) {
            if (text.length !== 1 || view.composing || isCode(view.state)) return false;
            const $from = view.state.doc.resolve(from);
            const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\ufffc");
            const found = substitute(before, text, editor.storage.articleLanguage.language.get());
            if (found === null) return false;
            const start = from - found.remove;
            const typed = before.slice(before.length - found.remove) + text;
            // Two steps, so that undo first restores the typed text.
            view.dispatch(view.state.tr.insertText(text, from, to));
            const end = from + text.length;
            view.dispatch(
              closeHistory(view.state.tr)
                .insertText(found.insert, start, end)
                .setMeta(key, { from: start, to: start + found.insert.length, typed } satisfies Replaced)
                .scrollIntoView(),
            );
            return true;
          },
          handleKeyDown(view, event) {
            const last = key.getState(view.state);
            const { empty, from } = view.state.selection;
            if (event.key !== "Backspace" || !last || !empty || from !== last.to) return false;
            if (event.ctrlKey || event.metaKey || event.altKey) return false;
            view.dispatch(view.state.tr.insertText(last.typed, last.from, last.to).setMeta(key, null));
            return true;
          },
        },
      }),
    ];
  },
});

function isCode({ selection, storedMarks }: EditorState): boolean {
  const { $from } = selection;
  return $from.parent.type.spec.code === true || (storedMarks ?? $from.marks()).some((mark) => mark.type.spec.code);
}
