/** Shows a line between two blocks where dropped files will be inserted. */
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { element, listenTo } from "../ui/lib/dom.ts";

export function dropLine(placeOf: (view: EditorView, event: DragEvent) => number): Plugin {
  return new Plugin({
    view(view) {
      const line = element("div", { class: "uploads-line-between", "aria-hidden": "true" });
      const end = () => {
        line.remove();
        view.dom.classList.remove("takes-files");
      };
      const over = (event: DragEvent) => {
        const hasFiles = event.dataTransfer?.types.includes("Files") === true && view.dragging === null;
        const isHere = event.target instanceof Node && view.dom.contains(event.target);
        const box = hasFiles && isHere && view.editable ? lineAt(view, placeOf(view, event)) : null;
        view.dom.classList.toggle("takes-files", hasFiles && isHere);
        if (box === null) line.remove();
        else {
          Object.assign(line.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
          if (!line.isConnected) document.body.append(line);
        }
      };
      const leave = (event: DragEvent) => {
        if (event.relatedTarget === null) end();
      };
      // On the document, because bars cover parts of the article.
      const stop = listenTo(document, { dragover: over, dragleave: leave, drop: end, dragend: end }, { capture: true });
      return {
        destroy() {
          stop();
          end();
        },
      };
    },
  });
}

/** The line between the blocks around a position; null in a gallery, which has its own marks. */
function lineAt(view: EditorView, position: number): { left: number; top: number; width: number } | null {
  const $position = view.state.doc.resolve(position);
  if ($position.parent.type.name === "gallery") return null;
  const before = $position.nodeBefore === null ? null : boxOf(view, position - $position.nodeBefore.nodeSize);
  const after = $position.nodeAfter === null ? null : boxOf(view, position);
  const neighbour = after ?? before;
  if (neighbour === null) return null;
  const top = before !== null && after !== null ? (before.bottom + after.top) / 2 : (after?.top ?? before?.bottom ?? 0);
  return { left: neighbour.left, top, width: neighbour.width };
}

function boxOf(view: EditorView, position: number): DOMRect | null {
  const dom = view.nodeDOM(position);
  return dom instanceof HTMLElement ? dom.getBoundingClientRect() : null;
}
