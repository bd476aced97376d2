/** Keeps the handle next to the block under the pointer or, on touch screens, at the cursor. Measures once per frame. */

import type { EditorView } from "@tiptap/pm/view";
import { type BlockPlace, emptyLineAtCursor, topBlockAt } from "../../article/commands/block-places.ts";
import { listenTo } from "../../ui/lib/dom.ts";

export type Followed = ReturnType<typeof followBlocks>;

/** @param handle absolutely positioned in the parent of the text */
export function followBlocks(view: EditorView, handle: HTMLElement) {
  const sheet = view.dom.parentElement ?? view.dom;
  const isTouch = matchMedia("(hover: none)").matches;
  let shown: HTMLElement | null = null;
  let frame = 0;
  let held = false;

  function show(block: BlockPlace | null): void {
    const dom = block === null ? null : view.nodeDOM(block.pos);
    shown = dom instanceof HTMLElement ? dom : null;
    handle.hidden = shown === null;
    if (shown === null) return;
    const [frameBox, box] = [sheet.getBoundingClientRect(), shown.getBoundingClientRect()];
    const line = Number.parseFloat(getComputedStyle(shown).lineHeight) || 0;
    // Aligned with the middle of the first line, or the top of a picture.
    const top = box.top - frameBox.top + Math.max(0, (Math.min(line, box.height) - handle.offsetHeight) / 2);
    handle.style.top = `${top}px`;
    handle.style.left = `${Math.max(0, box.left - frameBox.left - handle.offsetWidth - 4)}px`;
  }

  function later(work: () => void): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(work);
  }

  function showAt(x: number, y: number): void {
    const { left, right } = view.dom.getBoundingClientRect();
    // The margin with the handle belongs to the block.
    const found = view.posAtCoords({ left: Math.min(Math.max(x, left + 2), right - 2), top: y });
    const block = found === null ? null : topBlockAt(view.state, found.inside >= 0 ? found.inside : found.pos);
    if (block !== null) show(isEmptyLine(block) ? null : block);
  }

  function isEmptyLine(block: BlockPlace | null): boolean {
    return block !== null && emptyLineAtCursor(view.state)?.pos === block.pos;
  }

  function onPointerMove(event: PointerEvent): void {
    if (held || isTouch || event.buttons !== 0 || handle.contains(event.target as Node)) return;
    later(() => showAt(event.clientX, event.clientY));
  }

  /** On a touch screen the handle follows the cursor. */
  function onSelectionChange(): void {
    if (!isTouch || held) return;
    later(() => {
      const block = view.hasFocus() ? topBlockAt(view.state, view.state.selection.from) : null;
      show(isEmptyLine(block) ? null : block);
    });
  }

  function onLeave(): void {
    if (held || isTouch) return;
    cancelAnimationFrame(frame);
    // Sets `hidden` only if needed, because each change costs a style recalculation.
    if (shown !== null) later(() => show(null));
  }

  const ends = [
    listenTo(sheet, { pointermove: onPointerMove, pointerleave: onLeave }),
    listenTo(view.dom, { input: onLeave }),
    listenTo(document, { selectionchange: onSelectionChange }),
  ];
  handle.hidden = true;
  onSelectionChange();

  return {
    block(): BlockPlace | null {
      if (shown === null || !view.dom.contains(shown)) return null;
      const block = topBlockAt(view.state, view.posAtDOM(shown, 0));
      return block !== null && view.nodeDOM(block.pos) === shown ? block : null;
    },
    toCursor(): void {
      cancelAnimationFrame(frame);
      show(topBlockAt(view.state, view.state.selection.from));
    },
    hold(now: boolean): void {
      held = now;
    },
    stop(): void {
      cancelAnimationFrame(frame);
      for (const end of ends) end();
    },
  };
}
