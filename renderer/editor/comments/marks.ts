/**
 * The words and blocks with comments, marked in the text. The marks are no part of the document: they are decorations,
 * which the editor itself moves along with every change.
 */
import type { Editor } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { movedBlocks } from "../article/commands/moved-blocks.ts";
import type { Place } from "./anchors.ts";

/** A place that is marked. */
export interface Mark extends Place {
  kind: "words" | "block";
}

const key = new PluginKey<DecorationSet>("comments");

function draw(thread: string, { from, to, kind }: Mark, isCurrent: boolean): Decoration {
  const look = { class: `comments-${kind}${isCurrent ? " comments-current" : ""}` };
  const mark = kind === "words" ? Decoration.inline : Decoration.node;
  return mark(from, to, look, { thread, kind });
}

export type Marks = ReturnType<typeof createMarks>;

export function createMarks(editor: Editor) {
  const plugin = new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, shown) {
        const next: DecorationSet | undefined = tr.getMeta(key);
        if (next !== undefined || !tr.docChanged) return next ?? shown;
        const moved = movedBlocks(tr);
        const mapped = shown.map(tr.mapping, tr.doc);
        if (moved === undefined) return mapped;
        // What is moved takes its marks along: the same words may stand elsewhere, too.
        const by = moved.position - moved.from;
        const along = shown
          .find(moved.from, moved.to, ({ kind }) => kind !== undefined)
          .filter(({ from, to }) => from >= moved.from && to <= moved.to)
          .map(({ from, to, spec }) =>
            draw(String(spec.thread), { from: from + by, to: to + by, kind: spec.kind }, false),
          );
        return mapped.add(tr.doc, along);
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
      const made = [...marks].map(([thread, mark]) => draw(thread, mark, thread === current));
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
