/** Whether the outline is open, which the browser remembers where it stands beside the words. */
import type { Memory } from "../ui/lib/memory.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

/** Windows in which it stands beside the words; over them in others. The sheets say the same. */
export const BESIDE = "(min-width: 75em)";

const MEMORY = "outline";

/** Whether the outline is beside the words now. */
export const isBeside = (): boolean => window.matchMedia(BESIDE).matches;

export type OutlineState = ReturnType<typeof createOutlineState>;

export function createOutlineState(memory: Memory) {
  const open = createStore(isBeside() && memory.get(MEMORY) === "open");
  const asked = createStore(0);
  const set = (value: boolean) => {
    open.set(value);
    if (isBeside()) memory.set(MEMORY, value ? "open" : "");
  };
  return {
    open: open as Readable<boolean>,
    /** How often it was asked to take the keyboard. */
    asked: asked as Readable<number>,
    /** Opens it, with the keyboard in it. */
    enter(): void {
      set(true);
      asked.set(asked.get() + 1);
    },
    close: () => set(false),
  };
}
