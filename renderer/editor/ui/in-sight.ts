/**
 * The line that is written stays in sight: whatever scrolls, the browser by itself or the editor, stops short of the
 * head, the foot, notices and the keyboard of a phone; and where one of these grows over the cursor, or what comes in
 * above pushes it away, the page follows.
 */
import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import type { EditorProps, EditorView } from "@tiptap/pm/view";
import { clearView, seenWindow } from "./clear-view.ts";

/** Between the cursor and a bar where it stops, and where it is scrolled to. CSS pixels. */
const LEAST_AIR = 8;
const AIR = 36;

/** Measured once for each scroll to the cursor, which asks for it again at every element around. */
const measured = { top: 0, bottom: 0 };

function measure(): void {
  const seen = seenWindow();
  const clear = clearView();
  // ProseMirror counts from the edges of what is seen, as if that began at 0.
  measured.top = clear.top;
  measured.bottom = seen.bottom - seen.top - clear.bottom;
}

const sides = (air: number, side: number) => ({
  left: side,
  right: side,
  get top() {
    return measured.top + air;
  },
  get bottom() {
    return measured.bottom + air;
  },
});

/** How the editor scrolls to its cursor. */
export const scrollProps: EditorProps = {
  scrollThreshold: sides(LEAST_AIR, 0),
  scrollMargin: sides(AIR, 5),
  handleScrollToSelection(view) {
    measure();
    const { selection } = view.state;
    // The browser scrolls to a whole element well also where it is taller than the window.
    if (selection instanceof NodeSelection) return showBlock(view, selection.from);
    return isLineInSight(view);
  },
};

/** Whether ProseMirror would find nothing to scroll, told without measuring every element around the cursor: most keys. */
function isLineInSight(view: EditorView): boolean {
  const { $head } = view.state.selection;
  // Only the page scrolls around a paragraph or heading of the article itself.
  if ($head.depth !== 1 || !$head.parent.isTextblock || $head.parent.type.spec.code === true) return false;
  const at = view.coordsAtPos($head.pos, 1);
  const seen = seenWindow();
  const isAcross = at.left >= 0 && at.right <= document.documentElement.clientWidth;
  const top = measured.top + LEAST_AIR;
  const bottom = seen.bottom - seen.top - measured.bottom - LEAST_AIR;
  return isAcross && at.top >= top && at.bottom <= bottom;
}

/** Brings a whole block into sight. @returns false where it is not on the screen */
export function showBlock(view: EditorView, position: number): boolean {
  const dom = view.nodeDOM(position);
  if (!(dom instanceof HTMLElement)) return false;
  dom.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

/** The block that shows its settings, while the cursor is in it or it is selected. */
function openBlock(view: EditorView): HTMLElement | null {
  const { selection } = view.state;
  const node = selection instanceof NodeSelection ? view.nodeDOM(selection.from) : view.domAtPos(selection.head).node;
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>(".is-active") ?? null;
}

/** Keeps the cursor of a mounted editor in sight. @returns ends that */
export function keepInSight(editor: Editor): () => void {
  const { view } = editor;
  const root = document.documentElement;
  /** Whether the cursor, or some of the block that shows its settings, was in sight when somebody last moved it or the page. */
  let following = true;
  let frame = 0;
  /** Of the article, when its size was last heard of. */
  let height = view.dom.offsetHeight;

  const isInSight = (at: { top: number; bottom: number }) => {
    const { top, bottom } = clearView();
    return at.top >= top && at.bottom <= bottom;
  };
  const isPartlySeen = (at: { top: number; bottom: number }) => {
    const { top, bottom } = clearView();
    return at.top < bottom && at.bottom > top;
  };
  const cursor = () => view.coordsAtPos(view.state.selection.head, 1);
  const follow = () => {
    const block = openBlock(view);
    if (block !== null && !isInSight(block.getBoundingClientRect()))
      block.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (!isInSight(cursor())) view.dispatch(view.state.tr.scrollIntoView());
  };

  // For all that the browser scrolls by itself: letters, arrow keys, focus, the page's find.
  const setPadding = () => {
    const { top, bottom } = clearView();
    // From the edges of the window, also where a keyboard lies over its lower part.
    root.style.scrollPaddingTop = `${Math.max(0, top) + LEAST_AIR}px`;
    root.style.scrollPaddingBottom = `${Math.max(0, window.innerHeight - bottom) + LEAST_AIR}px`;
  };
  const onResize = () => {
    setPadding();
    if (following && view.hasFocus()) follow();
  };
  const onScroll = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      // What has grown since may have pushed the cursor away: the page is about to follow that.
      if (view.dom.offsetHeight !== height) return;
      const block = openBlock(view);
      following = block === null ? isInSight(cursor()) : isPartlySeen(block.getBoundingClientRect());
    });
  };
  // What somebody clicks on is in sight.
  const onTransaction = ({ transaction }: { transaction: { scrolledIntoView: boolean; selectionSet: boolean } }) => {
    if (transaction.scrolledIntoView || transaction.selectionSet) following = true;
  };

  const observer = new ResizeObserver(() => {
    height = view.dom.offsetHeight;
    onResize();
  });
  for (const each of document.querySelectorAll(".head, .writing-foot, .notices")) observer.observe(each);
  observer.observe(view.dom);
  editor.on("transaction", onTransaction);
  window.addEventListener("scroll", onScroll, { passive: true });
  window.addEventListener("resize", onResize);
  window.visualViewport?.addEventListener("resize", onResize);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    editor.off("transaction", onTransaction);
    window.removeEventListener("scroll", onScroll);
    window.removeEventListener("resize", onResize);
    window.visualViewport?.removeEventListener("resize", onResize);
    root.style.scrollPaddingTop = "";
    root.style.scrollPaddingBottom = "";
  };
}
