/**
 * The part of the window in which the article can be read: below the head, above the foot and what lies over it, and
 * without a phone's keyboard. Measured when it is asked for, as each of them changes its height.
 */

/** CSS pixels of the window, as `getBoundingClientRect` has them. */
export interface ClearView {
  top: number;
  bottom: number;
}

/** What always takes its part of the window. */
const BARS = ".head, .writing-foot";
/** What lies over the article for a while. */
const LAYERS = ".notices, .writing-layer";
const OVER = ".notice, .writing-said > *, .writing-find-panel";

/** The least share of the window that is left to the article before what lies over it no longer counts. */
const LEAST_SHARE = 0.3;

/** What the browser shows of the window: a keyboard takes its part of it. */
export function seenWindow(): ClearView {
  const seen = window.visualViewport;
  const top = seen?.offsetTop ?? 0;
  return { top, bottom: top + (seen?.height ?? window.innerHeight) };
}

export function clearView(): ClearView {
  const seen = seenWindow();
  // Looks at the children of the page only, never into the article: this runs with every key.
  const page = document.querySelector(".page");
  const parts = [...(page?.children ?? [])];
  const betweenBars = without(seen, parts.filter((part) => part.matches(BARS)).map(boxOf));
  const lying = parts.filter((part) => part.matches(LAYERS)).flatMap((part) => [...part.querySelectorAll(OVER)]);
  if (lying.length === 0) return betweenBars;
  const sheet = page?.querySelector(".article-sheet")?.getBoundingClientRect();
  const over = lying
    .map(boxOf)
    .filter((box) => sheet !== undefined && box.left < sheet.right && box.right > sheet.left);
  const clear = without(betweenBars, over);
  return clear.bottom - clear.top < LEAST_SHARE * (seen.bottom - seen.top) ? betweenBars : clear;
}

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();

/** A box in the upper half takes from the top, one in the lower half from the bottom. */
function without(view: ClearView, boxes: DOMRect[]): ClearView {
  const middle = (view.top + view.bottom) / 2;
  let { top, bottom } = view;
  for (const box of boxes) {
    if (box.height === 0) continue;
    if (box.top + box.bottom < 2 * middle) top = Math.max(top, box.bottom);
    else bottom = Math.min(bottom, box.top);
  }
  return { top, bottom };
}
