/**
 * Draws the fields of the blocks that the cursor is in: one React root for all of them, each in the element that its
 * block has for them. A block without the cursor has nothing mounted.
 */
import type { ReactNode } from "react";
import { createPortal, flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";

let root: Root | null = null;
let keys = 0;
const drawn = new Map<HTMLElement, { key: number; content: ReactNode }>();

function render(): void {
  root ??= createRoot(document.createElement("div"));
  root.render([...drawn].map(([panel, { key, content }]) => createPortal(content, panel, String(key))));
}

/** @param at once where the next key may go to a field; else with what React draws next */
export function drawPanel(panel: HTMLElement, content: ReactNode, at: "once" | "next"): void {
  const key = drawn.get(panel)?.key ?? ++keys;
  drawn.set(panel, { key, content });
  if (at === "once") flushSync(render);
  else render();
}

export function clearPanel(panel: HTMLElement): void {
  if (drawn.delete(panel)) render();
}
