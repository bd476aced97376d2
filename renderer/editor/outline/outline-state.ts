import type { Memory } from "../ui/lib/browser.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

/** Whether the window is wide enough for the outline next to the text; the same limit as in the style sheet. */
export const isBeside = (): boolean => window.matchMedia("(min-width: 75em)").matches;

const MEMORY = "outline";

export type OutlineState = ReturnType<typeof createOutlineState>;

/** Whether the outline is open. The browser remembers it for wide windows. */
export function createOutlineState(memory: Memory) {
  const open = createStore(isBeside() && memory.get(MEMORY) === "open");
  const focusRequests = createStore(0);
  const set = (value: boolean) => {
    open.set(value);
    if (isBeside()) memory.set(MEMORY, value ? "open" : "");
  };
  return {
    open: open as Readable<boolean>,
    /** Counter, increased for each request to focus the outline. */
    focusRequests: focusRequests as Readable<number>,
    enter(): void {
      set(true);
      focusRequests.set(focusRequests.get() + 1);
    },
    close: () => set(false),
  };
}
