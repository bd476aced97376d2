/** The line between two blocks where dropped files will be. The page scrolls while files are dragged near the bars. */
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { element, listenTo } from "../ui/lib/dom.ts";
import { visibleArea } from "../ui/visible-area.ts";

/** How near a bar the pointer makes the page scroll, and how fast at most; CSS pixels, and pixels a frame. */
const NEAR = 48;
const FASTEST = 18;

export function dropLine(placeOf: (view: EditorView, event: DragEvent) => number): Plugin {
  return new Plugin({
    view(view) {
      const line = element("div", { class: "uploads-line-between", "aria-hidden": "true" });
      const scroll = dragScroll();
      const end = () => {
        line.remove();
        view.dom.classList.remove("takes-files");
        scroll.end();
      };
      const over = (event: DragEvent) => {
        scroll.at(event.clientY);
        const isOfFiles = event.dataTransfer?.types.includes("Files") === true && view.dragging === null;
        const isHere = event.target instanceof Node && view.dom.contains(event.target);
        const box = isOfFiles && isHere && view.editable ? lineAt(view, placeOf(view, event)) : null;
        view.dom.classList.toggle("takes-files", isOfFiles && isHere);
        if (box === null) line.remove();
        else {
          Object.assign(line.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
          if (!line.isConnected) document.body.append(line);
        }
      };
      const leave = (event: DragEvent) => {
        if (event.relatedTarget === null) end();
      };
      // On the document, since the bars lie over the article.
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

/** Between the blocks around a position; null in a gallery, which has marks of its own. */
function lineAt(view: EditorView, position: number): { left: number; top: number; width: number } | null {
  const $position = view.state.doc.resolve(position);
  if ($position.parent.type.name === "gallery") return null;
  const before = $position.nodeBefore === null ? null : boxOf(view, position - $position.nodeBefore.nodeSize);
  const after = $position.nodeAfter === null ? null : boxOf(view, position);
  const beside = after ?? before;
  if (beside === null) return null;
  const top = before !== null && after !== null ? (before.bottom + after.top) / 2 : (after?.top ?? before?.bottom ?? 0);
  return { left: beside.left, top, width: beside.width };
}

function boxOf(view: EditorView, position: number): DOMRect | null {
  const dom = view.nodeDOM(position);
  return dom instanceof HTMLElement ? dom.getBoundingClientRect() : null;
}

/** Scrolls the page for as long as the pointer stays near a bar. */
function dragScroll() {
  let frame: number | null = null;
  let speed = 0;
  const step = () => {
    frame = null;
    if (speed === 0) return;
    window.scrollBy(0, speed);
    frame = requestAnimationFrame(step);
  };
  return {
    at(y: number): void {
      const { top, bottom } = visibleArea();
      const into = Math.max(top + NEAR - y, 0) - Math.max(y - bottom + NEAR, 0);
      speed = -Math.max(-1, Math.min(1, into / NEAR)) * FASTEST;
      if (speed !== 0 && frame === null) frame = requestAnimationFrame(step);
    },
    end(): void {
      speed = 0;
    },
  };
}
