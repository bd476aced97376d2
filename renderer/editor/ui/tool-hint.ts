/** The hint at a tool: its name and its key, below it, while the pointer rests on it or the keyboard has it. */
import { element } from "../lib/dom.ts";
import { placeBeside } from "./place.ts";

/** ms that the pointer rests. */
const REST = 300;

const hint = element("div", { class: "tool-hint", role: "tooltip" });
let timer: ReturnType<typeof setTimeout> | undefined;

/** @param at once for the keyboard, after a rest for the pointer */
export function showHint(tool: HTMLElement, words: string, at: "once" | "rest"): void {
  clearTimeout(timer);
  timer = setTimeout(() => draw(tool, words), at === "once" ? 0 : REST);
}

export function hideHint(): void {
  clearTimeout(timer);
  hint.remove();
}

function draw(tool: HTMLElement, words: string): void {
  hint.textContent = words;
  // Everything on the page stands in a landmark.
  document.getElementById("tool-hints")?.append(hint);
  const window = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight };
  const size = { width: hint.offsetWidth, height: hint.offsetHeight };
  const { left, top } = placeBeside(tool.getBoundingClientRect(), size, window, "below");
  hint.style.left = `${left}px`;
  hint.style.top = `${top}px`;
}
