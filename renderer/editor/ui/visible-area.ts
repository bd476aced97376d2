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
  const betweenBars = without(
    whole,
    parts.filter((part) => part.matches(BARS)),
  );
  const boxes = parts.filter((part) => part.matches(LAYERS)).flatMap((part) => [...part.querySelectorAll(OVER)]);
  const area = without(betweenBars, boxes, page?.querySelector(".article-sheet"));
  return area.bottom - area.top < MIN_SHARE * (whole.bottom - whole.top) ? betweenBars : area;
}

/** A box over the sheet reduces the area from the top if it is in the upper half, else from the bottom. */
function without(area: VisibleArea, boxes: Element[], sheet?: Element | null): VisibleArea {
  const { left = 0, right = Infinity } = sheet?.getBoundingClientRect() ?? {};
  const middle = (area.top + area.bottom) / 2;
  let { top, bottom } = area;
  for (const box of boxes.map((each) => each.getBoundingClientRect())) {
    if (box.height === 0 || box.left >= right || box.right <= left) continue;
    if (box.top + box.bottom < 2 * middle) top = Math.max(top, box.bottom);
    else bottom = Math.min(bottom, box.top);
  }
  return { top, bottom };
}

/** Minimum height of a keyboard in CSS pixels. */
const MIN_KEYBOARD = 120;
/** Minimum zoom of a pinched page, where nothing follows the viewport. */
const PINCHED = 1.01;

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
  dom.scrollIntoView(NEAREST);
  return true;
}

const NEAREST = { block: "nearest", inline: "nearest" } as const;

/** Whether a part of a box is visible. */
function isInView({ top, bottom }: VisibleArea): boolean {
  const area = visibleArea();
  return bottom > area.top && top < area.bottom;
}

function openBlock(view: EditorView): HTMLElement | null {
  const { selection } = view.state;
  const node = selection instanceof NodeSelection ? view.nodeDOM(selection.from) : view.domAtPos(selection.head).node;
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>(".is-active") ?? null;
}

/**
 * Keeps header and foot at the edges of the visible window, because some keyboards cover the page without resizing it,
 * and the cursor of the mounted editor between them. Sets `--above-view`, `--below-view`, `--head`, `--foot`, `--notices`
 * and `data-keyboard` on the root, for the CSS. Returns a function that ends it.
 */
export function trackView(page: Element, editor: Editor): () => void {
  const { view } = editor;
  const root = document.documentElement;
  const bars = { "--head": ".head", "--foot": ".writing-foot", "--notices": ".notices" };
  const parts = Object.entries(bars).map(([name, selector]) => [name, page.querySelector(selector)] as const);
  const viewport = window.visualViewport;
  /** Whether the cursor or its open block was visible after the last cursor move or scroll. */
  let following = true;
  let frame = 0;
  let height = 0;

  const cursor = () => view.coordsAtPos(view.state.selection.head, 1);
  const setEdges = () => {
    const isWhole = viewport === null || viewport.scale > PINCHED;
    const above = isWhole ? 0 : Math.max(0, viewport.offsetTop);
    const below = isWhole ? 0 : Math.max(0, window.innerHeight - viewport.offsetTop - viewport.height);
    root.style.setProperty("--above-view", `${above}px`);
    root.style.setProperty("--below-view", `${below}px`);
    root.toggleAttribute("data-keyboard", below >= MIN_KEYBOARD);
  };
  const onResize = () => {
    height = view.dom.offsetHeight;
    setEdges();
    for (const [name, part] of parts) root.style.setProperty(name, `${part?.getBoundingClientRect().height ?? 0}px`);
    const { top, bottom } = visibleArea();
    // Applies to scrolls by the browser: typing, arrow keys, focus and its own find.
    root.style.scrollPaddingTop = `${Math.max(0, top) + MIN_MARGIN}px`;
    root.style.scrollPaddingBottom = `${Math.max(0, window.innerHeight - bottom) + MIN_MARGIN}px`;
    if (!following || !view.hasFocus()) return;
    const block = openBlock(view);
    const box = block?.getBoundingClientRect();
    if (box !== undefined && (box.top < top || box.bottom > bottom)) block?.scrollIntoView(NEAREST);
    const at = cursor();
    if (at.top < top || at.bottom > bottom) view.dispatch(view.state.tr.scrollIntoView());
  };
  const onScroll = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      // If the article changed its height, onResize follows the cursor.
      if (view.dom.offsetHeight === height) following = isInView(openBlock(view)?.getBoundingClientRect() ?? cursor());
    });
  };
  const onTransaction = ({ transaction }: { transaction: { scrolledIntoView: boolean; selectionSet: boolean } }) => {
    if (transaction.scrolledIntoView || transaction.selectionSet) following = true;
  };

  const observer = new ResizeObserver(onResize);
  for (const [, part] of parts) if (part !== null) observer.observe(part);
  observer.observe(view.dom);
  onResize();
  editor.on("transaction", onTransaction);
  viewport?.addEventListener("resize", onResize);
  viewport?.addEventListener("scroll", setEdges);
  const ends = [listenTo(window, { scroll: onScroll }, { passive: true }), listenTo(window, { resize: onResize })];
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    editor.off("transaction", onTransaction);
    viewport?.removeEventListener("resize", onResize);
    viewport?.removeEventListener("scroll", setEdges);
    for (const end of ends) end();
  };
}

/** CSS pixels from the header to the line that is being read. */
const READING_OFFSET = 48;

/** The position of the cursor if it is visible, else of the text at the top. */
export function visiblePosition(view: EditorView): number {
  const { head } = view.state.selection;
  if (isInView(view.coordsAtPos(head, 1))) return head;
  const { top } = visibleArea();
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
