/**
 * The words and blocks with comments, marked in the text. The marks are no part of the document: they are decorations,
 * which the editor itself moves along with every change.
 */
import type { Editor } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import type { Place } from "./anchors.ts";

/** A place that is marked. */
export interface Mark extends Place {
  kind: "words" | "block";
}

const key = new PluginKey<DecorationSet>("comments");

export type Marks = ReturnType<typeof createMarks>;

export function createMarks(editor: Editor) {
  const plugin = new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, shown) {
        const next: DecorationSet | undefined = tr.getMeta(key);
        return next ?? (tr.docChanged ? shown.map(tr.mapping, tr.doc) : shown);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
  editor.registerPlugin(plugin);
  return {
    /** Where they are in this state; what is deleted is not among them. */
    places(state: EditorState = editor.state): Map<string, Mark> {
      const found = key.getState(state)?.find() ?? [];
      return new Map(
        found.map(({ from, to, spec }) => [String(spec.thread), { from, to, kind: spec.kind as Mark["kind"] }]),
      );
    },
    /** @param current the thread that is looked at */
    show(marks: ReadonlyMap<string, Mark>, current: string | null): void {
      const { state, view } = editor;
      const made = [...marks].map(([thread, { from, to, kind }]) => {
        const look = { class: `comments-${kind}${thread === current ? " comments-current" : ""}` };
        return kind === "words"
          ? Decoration.inline(from, to, look, { thread, kind })
          : Decoration.node(from, to, look, { thread, kind });
      });
      view.dispatch(state.tr.setMeta(key, DecorationSet.create(state.doc, made)).setMeta("addToHistory", false));
    },
    /** The threads at a position, the narrowest first. */
    at(position: number): string[] {
      const found = key.getState(editor.state)?.find(position, position) ?? [];
      return found.toSorted((one, other) => one.to - one.from - (other.to - other.from)).map(({ spec }) => spec.thread);
    },
    end: () => void editor.unregisterPlugin(key),
  };
}
