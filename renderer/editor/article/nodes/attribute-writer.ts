import type { EditorView } from "@tiptap/pm/view";

export interface AttributeWriter {
  /** Writes the value as it is typed. */
  write(value: string): void;
  /** The field was left: what is typed next is an undo step of its own. */
  end(): void;
}

/**
 * Writes an attribute from a field that somebody types in. All that is typed there at one visit is one undo step: only
 * its first change is remembered, with the value before; what follows overwrites it.
 */
export function createAttributeWriter(
  view: EditorView,
  getPos: () => number | undefined,
  name: string,
): AttributeWriter {
  let written: string | null = null;
  return {
    write(value) {
      const position = getPos();
      const node = position === undefined ? null : view.state.doc.nodeAt(position);
      if (position === undefined || node === null || node.attrs[name] === value) return;
      const goesOn = written !== null && node.attrs[name] === written;
      view.dispatch(view.state.tr.setNodeAttribute(position, name, value).setMeta("addToHistory", !goesOn));
      written = value;
    },
    end() {
      written = null;
    },
  };
}
