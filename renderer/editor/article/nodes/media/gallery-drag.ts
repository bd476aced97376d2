import { NodeSelection, Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { placePicture } from "./gallery-changes.ts";

interface Spot {
  picture: HTMLElement;
  side: "before" | "after";
  position: number;
}

export function galleryDrag(): Plugin {
  let marked: Spot | null = null;

  function mark(spot: Spot | null): void {
    if (marked?.picture === spot?.picture && marked?.side === spot?.side) return;
    delete marked?.picture.dataset.drop;
    marked?.picture.closest(".gallery")?.classList.remove("is-dropping");
    marked = spot;
    if (spot === null) return;
    spot.picture.dataset.drop = spot.side;
    spot.picture.closest(".gallery")?.classList.add("is-dropping");
  }

  return new Plugin({
    props: {
      handleDOMEvents: {
        dragover(view, event) {
          const carriesFiles = event.dataTransfer?.types.includes("Files") === true;
          mark(carriesFiles || draggedFigure(view) !== null ? spotAt(view, event) : null);
          return false;
        },
        dragleave(view, event) {
          if (!(event.relatedTarget instanceof Node) || !view.dom.contains(event.relatedTarget)) mark(null);
          return false;
        },
        dragend: () => mark(null),
        drop: () => mark(null),
      },
      handleDrop(view, event, _slice, moved) {
        const from = draggedFigure(view);
        const spot = spotAt(view, event);
        if (!moved || from === null || spot === null) return false;
        const size = view.state.doc.nodeAt(from)?.nodeSize ?? 0;
        // Dropped next to itself, the picture stays in place.
        if (spot.position === from || spot.position === from + size) return true;
        const tr = placePicture(view.state, from, spot.position);
        if (tr === null) return false;
        view.dispatch(tr.setMeta("uiEvent", "drop"));
        view.focus();
        return true;
      },
    },
  });
}

function draggedFigure({ dragging, state }: EditorView): number | null {
  if (dragging === null) return null;
  // ProseMirror sets `node` to the block where the drag began; without it, the selection is dragged.
  const dragged = "node" in dragging && dragging.node instanceof NodeSelection ? dragging.node : state.selection;
  return dragged instanceof NodeSelection && dragged.node.type.name === "figure" ? dragged.from : null;
}

function spotAt(view: EditorView, event: DragEvent): Spot | null {
  const picture = event.target instanceof Element ? event.target.closest<HTMLElement>(".gallery .figure") : null;
  if (picture === null) return null;
  const place = view.posAtDOM(picture, 0) - 1;
  const node = view.state.doc.nodeAt(place);
  if (node?.type.name !== "figure") return null;
  const { left, width } = picture.getBoundingClientRect();
  const side = event.clientX < left + width / 2 ? "before" : "after";
  return { picture, side, position: side === "before" ? place : place + node.nodeSize };
}
