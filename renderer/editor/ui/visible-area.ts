/** The visible area of the article: the window without header, foot, boxes over the article and a phone's keyboard. */

import type { Rect } from "@floating-ui/dom";
import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import type { EditorProps, EditorView } from "@tiptap/pm/view";
import { listenTo } from "./lib/dom.ts";

/** CSS pixels relative to the window, as in `getBoundingClientRect`. */
interface VisibleArea {
  top: number;
  bottom: number;
}

const BARS = ".head, .writing-foot";
/** Page parts that contain boxes over the article, and the boxes. */
const LAYERS = ".notices, .writing-layer";
const OVER = ".notice, .writing-said > *, .writing-find-panel";

/** If the boxes leave a smaller share of the window to the article, they are ignored. */
const MIN_SHARE = 0.3;

function visibleWindow(): VisibleArea {
  const viewport = window.visualViewport;
  const top = viewport?.offsetTop ?? 0;
  return { top, bottom: top + (viewport?.height ?? window.innerHeight) };
}

/** A phone's width; the same limit as in the style sheets. */
export const PHONE = "(max-width: 48em)";

/** The window without a phone's keyboard and the page header. */
export function visibleBounds(): Rect {
  const viewport = window.visualViewport;
  const { top, bottom } = visibleWindow();
  const y = Math.max(top, document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0);
  return { x: viewport?.offsetLeft ?? 0, y, width: viewport?.width ?? window.innerWidth, height: bottom - y };
}

/** Measures at each call, because all parts change their heights. */
export function visibleArea(): VisibleArea {
  const whole = visibleWindow();
  // Reads only the children of the page, never the article, because this runs on each key.
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
  return area.bottom - area.top < MIN_SHARE * (whole.bottom - whole.top) ? betweenBars : area;
}

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();

/** A box in the upper half reduces the area from the top, one in the lower half from the bottom. */
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

/** Minimum height of a keyboard in CSS pixels. */
const MIN_KEYBOARD = 120;
/** Minimum zoom of a pinched page, where nothing follows the viewport. */
const PINCHED = 1.01;

/**
 * Keeps header and foot at the edges of the visible window, because some keyboards cover the page without resizing it.
 * Sets `--above-view`, `--below-view`, `--head`, `--foot`, `--notices` and `data-keyboard` on the root, for the CSS.
 * Returns a function that ends it.
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
    root.toggleAttribute("data-keyboard", below >= MIN_KEYBOARD);
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
  };
}

/** CSS pixels between the cursor and a bar: the minimum, and the distance after a scroll. */
const MIN_MARGIN = 8;
const MARGIN = 36;

/** Measured once for each scroll, because ProseMirror reads it for each element around the cursor. */
const measured = { top: 0, bottom: 0 };

function measure(): void {
  const whole = visibleWindow();
  const area = visibleArea();
  // ProseMirror measures from the edges of the visible window.
  measured.top = area.top;
  measured.bottom = whole.bottom - whole.top - area.bottom;
}

const sides = (margin: number, side: number) => ({
  left: side,
  right: side,
  get top() {
    return measured.top + margin;
  },
  get bottom() {
    return measured.bottom + margin;
  },
});

export const scrollProps: EditorProps = {
  scrollThreshold: sides(MIN_MARGIN, 0),
  scrollMargin: sides(MARGIN, 5),
  handleScrollToSelection(view) {
    measure();
    const { selection } = view.state;
    // The browser scrolls better to elements that are taller than the window.
    if (selection instanceof NodeSelection) return showBlock(view, selection.from);
    return isLineVisible(view);
  },
};

/** Whether no scroll is needed, as for most keys. Does not measure each element around the cursor. */
function isLineVisible(view: EditorView): boolean {
  const { $head } = view.state.selection;
  // Only the page scrolls around a paragraph or heading of the article itself.
  if ($head.depth !== 1 || !$head.parent.isTextblock || $head.parent.type.spec.code === true) return false;
  const at = view.coordsAtPos($head.pos, 1);
  const whole = visibleWindow();
  const isAcross = at.left >= 0 && at.right <= document.documentElement.clientWidth;
  const top = measured.top + MIN_MARGIN;
  const bottom = whole.bottom - whole.top - measured.bottom - MIN_MARGIN;
  return isAcross && at.top >= top && at.bottom <= bottom;
}

/** Scrolls to a block. @returns false if it has no element */
export function showBlock(view: EditorView, position: number): boolean {
  const dom = view.nodeDOM(position);
  if (!(dom instanceof HTMLElement)) return false;
  dom.scrollIntoView({ block: "nearest", inline: "nearest" });
  return true;
}

function openBlock(view: EditorView): HTMLElement | null {
  const { selection } = view.state;
  const node = selection instanceof NodeSelection ? view.nodeDOM(selection.from) : view.domAtPos(selection.head).node;
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>(".is-active") ?? null;
}

/** Keeps the cursor of a mounted editor visible. Returns a function that ends it. */
export function keepCursorVisible(editor: Editor): () => void {
  const { view } = editor;
  const root = document.documentElement;
  /** Whether the cursor or its open block was visible after the last cursor move or scroll. */
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

  // Applies to scrolls by the browser: typing, arrow keys, focus and its own find.
  const setPadding = () => {
    const { top, bottom } = visibleArea();
    root.style.scrollPaddingTop = `${Math.max(0, top) + MIN_MARGIN}px`;
    root.style.scrollPaddingBottom = `${Math.max(0, window.innerHeight - bottom) + MIN_MARGIN}px`;
  };
  const onResize = () => {
    setPadding();
    if (following && view.hasFocus()) follow();
  };
  const onScroll = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      // If the article changed its height, onResize follows the cursor.
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
  };
}

/** CSS pixels from the header to the line that is being read. */
const READING_OFFSET = 48;

/** The position of the cursor if it is visible, else of the text at the top. */
export function visiblePosition(view: EditorView): number {
  const { top, bottom } = visibleArea();
  const { head } = view.state.selection;
  const cursor = view.coordsAtPos(head, 1);
  if (cursor.bottom > top && cursor.top < bottom) return head;
  const text = view.dom.getBoundingClientRect();
  const at = { left: text.left + text.width / 2, top: Math.max(top + READING_OFFSET, text.top) };
  return view.posAtCoords(at)?.pos ?? head;
}

/** Keeps the line that is being read at its height on the screen. Call before the article changes its width. */
export function keepLineInPlace(view: EditorView): void {
  const position = visiblePosition(view);
  const before = view.coordsAtPos(position, 1).top;
  requestAnimationFrame(() => {
    if (position <= view.state.doc.content.size) window.scrollBy({ top: view.coordsAtPos(position, 1).top - before });
  });
}
