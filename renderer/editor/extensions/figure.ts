/**
 * The figure: one file of the session with its caption. Its structure is articleSchema's; here is how it is parsed,
 * copied, shown and moved through by keyboard.
 */
import { mergeAttributes, Node } from "@tiptap/core";
import { NodeSelection, Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { FileBook } from "../file-book.ts";
import { createFigureView } from "./figure-view.ts";

export interface FigureOptions {
  files: FileBook;
}

export const Figure = Node.create<FigureOptions>({
  name: "figure",

  addAttributes() {
    return {
      file: {
        parseHTML: (element) => element.getAttribute("data-file"),
        renderHTML: (attributes) => ({ "data-file": String(attributes.file) }),
      },
      alt: {
        parseHTML: (element) => element.getAttribute("data-alt") ?? "",
        renderHTML: (attributes) => ({ "data-alt": String(attributes.alt) }),
      },
    };
  },

  /** Only a figure of this editor, with a file of this session: anything else from a clipboard is text. */
  parseHTML() {
    return [
      {
        tag: "figure[data-file]",
        contentElement: "figcaption",
        getAttrs: (element) =>
          this.options.files.get(element.getAttribute("data-file") ?? "") === undefined ? false : null,
      },
    ];
  },

  /** For the clipboard. Without the picture: another program could not load it, and need not ask. */
  renderHTML({ HTMLAttributes }) {
    return ["figure", mergeAttributes(HTMLAttributes), ["figcaption", 0]];
  },

  addNodeView() {
    return ({ node, view, getPos }) => createFigureView(node, view, getPos, this.options.files);
  },

  addKeyboardShortcuts() {
    const inFigure = (work: (view: EditorView, figureStart: number) => boolean) => () => {
      const { view } = this.editor;
      const { $from, empty } = view.state.selection;
      if (view.state.selection instanceof NodeSelection || !empty || $from.parent.type.name !== this.name) return false;
      return work(view, $from.before());
    };
    return {
      Enter: inFigure((view, start) => addParagraph(view, start + nodeSizeAt(view, start))),
      Backspace: inFigure((view, start) => {
        if (view.state.selection.$from.parentOffset > 0) return false;
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, start)));
        return true;
      }),
      Delete: inFigure(
        (view) => view.state.selection.$from.parentOffset === view.state.selection.$from.parent.content.size,
      ),
      ArrowUp: () => moveByBlock(this.editor.view, -1),
      ArrowDown: () => moveByBlock(this.editor.view, 1),
    };
  },
});

/**
 * Up or down into a caption and out of it. The picture and its fields lie in between, where browsers lose the cursor;
 * beyond a figure at either end of the article there is a new paragraph.
 */
function moveByBlock(view: EditorView, direction: 1 | -1): boolean {
  const { selection, doc } = view.state;
  const { $from, empty } = selection;
  const atEdge = empty && $from.parent.isTextblock && view.endOfTextblock(direction < 0 ? "up" : "down");
  if (!atEdge) return false;
  const isInFigure = $from.parent.type.name === "figure";
  const edge = direction < 0 ? $from.before() : $from.after();
  const target = Selection.findFrom(doc.resolve(edge), direction);
  if (target === null) return isInFigure && addParagraph(view, edge);
  if (!isInFigure && target.$from.parent.type.name !== "figure") return false;
  view.dispatch(view.state.tr.setSelection(target).scrollIntoView());
  return true;
}

function nodeSizeAt(view: EditorView, position: number): number {
  return view.state.doc.nodeAt(position)?.nodeSize ?? 0;
}

/** An empty paragraph at a place between blocks, with the cursor in it. */
export function addParagraph(view: EditorView, position: number): boolean {
  const paragraph = view.state.schema.nodes.paragraph?.create();
  if (paragraph === undefined) return false;
  const tr = view.state.tr.insert(position, paragraph);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView());
  return true;
}

/** Puts the cursor at the end; a figure there gets a paragraph after it to write in. */
export function writeAtEnd(view: EditorView): void {
  if (view.state.doc.lastChild?.type.name === "figure") addParagraph(view, view.state.doc.content.size);
  else view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)));
  view.focus();
}
