/** The visible area of the article: the window without head, foot, boxes over it and a phone's keyboard. */

import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import type { EditorProps, EditorView } from "@tiptap/pm/view";
import { listenTo } from "./lib/dom.ts";

/** CSS pixels of the window, as in `getBoundingClientRect`. */
export interface VisibleArea {
  top: number;
  bottom: number;
}

const BARS = ".head, .writing-foot";
/** Page parts with boxes over the article, and those boxes. */
const LAYERS = ".notices, .writing-layer";
const OVER = ".notice, .writing-said > *, .writing-find-panel";

/** Share of the window; where less is left to the article, the boxes over it do not count. */
const LEAST_SHARE = 0.3;

/** The window without the keyboard of a phone. */
export function visibleWindow(): VisibleArea {
  const viewport = window.visualViewport;
  const top = viewport?.offsetTop ?? 0;
  return { top, bottom: top + (viewport?.height ?? window.innerHeight) };
}

/** Measured at each call, as all of it changes its height. */
export function visibleArea(): VisibleArea {
  const whole = visibleWindow();
  // Only the children of the page, never the article: this runs with every key.
  const page = document.querySelector(".page");
  const parts = [...(page?.children ?? [])];
  const betweenBars = without(whole, parts.filter((part) => part.matches(BARS)).map(boxOf));
  const boxes = parts.filter((part) => part.matches(LAYERS)).flatMap((part) => [...part.querySelectorAll(OVER)]);
  if (boxes.length === 0) return betweenBars;
  const sheet = page?.querySelector(".article-sheet")?.getBoundingClientRect();
  const over = boxes
    .map(boxOf)
    .filter((box) => sheet !== undefined && box.left < sheet.right && box.right > sheet.left);
  const area = without(betweenBars, over);
  return area.bottom - area.top < LEAST_SHARE * (whole.bottom - whole.top) ? betweenBars : area;
}

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();

/** A box in the upper half takes from the top, one in the lower half from the bottom. */
function without(area: VisibleArea, boxes: DOMRect[]): VisibleArea {
  const middle = (area.top + area.bottom) / 2;
  let { top, bottom } = area;
  for (const box of boxes) {
    if (box.height === 0) continue;
    if (box.top + box.bottom < 2 * middle) top = Math.max(top, box.bottom);
    else bottom = Math.min(bottom, box.top);
  }
  return { top, bottom };
}

/** CSS pixels missing at the bottom from which they are a keyboard. */
const LEAST_KEYBOARD = 120;
/** Zoom from which the page is pinched: then nothing follows. */
const PINCHED = 1.01;

/**
 * Keeps head and foot at the edges of the visible window: some keyboards lie over the page instead of resizing the window.
 * Sets `--above-view`, `--below-view`, `--head`, `--foot`, `--notices` and `data-keyboard` on the root, for the sheets.
 * @returns ends it
 */
export function trackEdges(page: Element): () => void {
  const root = document.documentElement;
  const bars = { "--head": ".head", "--foot": ".writing-foot", "--notices": ".notices" };
  const parts = Object.entries(bars).map(([name, selector]) => [name, page.querySelector(selector)] as const);
  const viewport = window.visualViewport;

  const setEdges = () => {
    const isWhole = viewport === null || viewport.scale > PINCHED;
    const above = isWhole ? 0 : Math.max(0, viewport.offsetTop);
    const below = isWhole ? 0 : Math.max(0, window.innerHeight - viewport.offsetTop - viewport.height);
    root.style.setProperty("--above-view", `${above}px`);
    root.style.setProperty("--below-view", `${below}px`);
    root.toggleAttribute("data-keyboard", below >= LEAST_KEYBOARD);
  };
  const setHeights = () => {
    for (const [name, part] of parts) root.style.setProperty(name, `${part?.getBoundingClientRect().height ?? 0}px`);
  };

  const observer = new ResizeObserver(setHeights);
  for (const [, part] of parts) if (part !== null) observer.observe(part);
  setHeights();
  setEdges();
  viewport?.addEventListener("resize", setEdges);
  viewport?.addEventListener("scroll", setEdges);
  return () => {
    observer.disconnect();
    viewport?.removeEventListener("resize", setEdges);
    viewport?.removeEventListener("scroll", setEdges);
    for (const name of ["--above-view", "--below-view", ...Object.keys(bars)]) root.style.removeProperty(name);
    root.removeAttribute("data-keyboard");
  };
}

/** CSS pixels between the cursor and a bar: the least, and after a scroll. */
const LEAST_AIR = 8;
const AIR = 36;

/** Measured once a scroll: ProseMirror reads it for every element around the cursor. */
const measured = { top: 0, bottom: 0 };

function measure(): void {
  const whole = visibleWindow();
  const area = visibleArea();
  // ProseMirror counts from the edges of the visible window, as if it began at 0.
  measured.top = area.top;
  measured.bottom = whole.bottom - whole.top - area.bottom;
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

export const scrollProps: EditorProps = {
  scrollThreshold: sides(LEAST_AIR, 0),
  scrollMargin: sides(AIR, 5),
  handleScrollToSelection(view) {
    measure();
    const { selection } = view.state;
    // The browser handles elements taller than the window better.
    if (selection instanceof NodeSelection) return showBlock(view, selection.from);
    return isLineVisible(view);
  },
};

/** Whether there is nothing to scroll, without measuring every element around the cursor: true for most keys. */
function isLineVisible(view: EditorView): boolean {
  const { $head } = view.state.selection;
  // Only the page scrolls around a paragraph or heading of the article itself.
  if ($head.depth !== 1 || !$head.parent.isTextblock || $head.parent.type.spec.code === true) return false;
  const at = view.coordsAtPos($head.pos, 1);
  const whole = visibleWindow();
  const isAcross = at.left >= 0 && at.right <= document.documentElement.clientWidth;
  const top = measured.top + LEAST_AIR;
  const bottom = whole.bottom - whole.top - measured.bottom - LEAST_AIR;
  return isAcross && at.top >= top && at.bottom <= bottom;
}

/** Scrolls to a block. @returns false where it has no element */
export function showBlock(view: EditorView, position: number): boolean {
  const dom = view.nodeDOM(position);
  if (!(dom instanceof HTMLElement)) return false;
  dom.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

/** The block that shows its settings. */
function openBlock(view: EditorView): HTMLElement | null {
  const { selection } = view.state;
  const node = selection instanceof NodeSelection ? view.nodeDOM(selection.from) : view.domAtPos(selection.head).node;
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>(".is-active") ?? null;
}

/** Keeps the cursor of a mounted editor visible. @returns ends it */
export function keepCursorVisible(editor: Editor): () => void {
  const { view } = editor;
  const root = document.documentElement;
  /** Whether the cursor or its open block was visible after the last move of the cursor or the page. */
  let following = true;
  let frame = 0;
  let height = view.dom.offsetHeight;

  const isVisible = (at: { top: number; bottom: number }) => {
    const { top, bottom } = visibleArea();
    return at.top >= top && at.bottom <= bottom;
  };
  const isPartlyVisible = (at: { top: number; bottom: number }) => {
    const { top, bottom } = visibleArea();
    return at.top < bottom && at.bottom > top;
  };
  const cursor = () => view.coordsAtPos(view.state.selection.head, 1);
  const follow = () => {
    const block = openBlock(view);
    if (block !== null && !isVisible(block.getBoundingClientRect()))
      block.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (!isVisible(cursor())) view.dispatch(view.state.tr.scrollIntoView());
  };

  // For scrolls by the browser: letters, arrow keys, focus, its find.
  const setPadding = () => {
    const { top, bottom } = visibleArea();
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
      // A grown article may have pushed the cursor away: onResize follows.
      if (view.dom.offsetHeight !== height) return;
      const block = openBlock(view);
      following = block === null ? isVisible(cursor()) : isPartlyVisible(block.getBoundingClientRect());
    });
  };
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
  const ends = [listenTo(window, { scroll: onScroll }, { passive: true }), listenTo(window, { resize: onResize })];
  window.visualViewport?.addEventListener("resize", onResize);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    editor.off("transaction", onTransaction);
    for (const end of ends) end();
    window.visualViewport?.removeEventListener("resize", onResize);
    root.style.scrollPaddingTop = "";
    root.style.scrollPaddingBottom = "";
  };
}

/** CSS pixels below the head where one reads. */
const UNDER_HEAD = 48;

/** The cursor while it is visible, else the position of the text at the top. */
export function visiblePosition(view: EditorView): number {
  const { top, bottom } = visibleArea();
  const { head } = view.state.selection;
  const cursor = view.coordsAtPos(head, 1);
  if (cursor.bottom > top && cursor.top < bottom) return head;
  const text = view.dom.getBoundingClientRect();
  const at = { left: text.left + text.width / 2, top: Math.max(top + UNDER_HEAD, text.top) };
  return view.posAtCoords(at)?.pos ?? head;
}

/** Keeps the read line at its height on the screen; called before the article changes its width. */
export function keepLineInPlace(view: EditorView): void {
  const position = visiblePosition(view);
  const before = view.coordsAtPos(position, 1).top;
  requestAnimationFrame(() => {
    if (position <= view.state.doc.content.size) window.scrollBy({ top: view.coordsAtPos(position, 1).top - before });
  });
}
