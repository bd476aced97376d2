/** Keys of the log: j and k move, Enter opens, r resends, x selects; arrows, Home and End work inside the list. */
import { type RefObject, useEffect, useRef } from "react";
import { isDialogOpen, keyOf } from "../lib/keys.ts";
import type { LogHandle } from "./Log.tsx";

interface LogKeys {
  handle: RefObject<LogHandle | null>;
  openId: string | null;
  open: (id: string, replace: boolean) => void;
  mark: (id: string) => void;
  resend: (id: string) => void;
}

const STEPS: Record<string, 1 | -1> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };
const ENDS: Record<string, "first" | "last"> = { Home: "first", End: "last" };

export function useLogKeys(given: LogKeys): void {
  const latest = useRef(given);
  latest.current = given;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { handle, openId, open, mark, resend } = latest.current;
      const log = handle.current;
      if (log === null || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isElsewhere(event.target)) return;
      const key = keyOf(event);
      const isInList = event.target instanceof Element && event.target.closest(".delivery-rows") !== null;
      const step = isInList || !key.startsWith("Arrow") ? STEPS[key] : undefined;
      const end = isInList ? ENDS[key] : undefined;
      const next =
        step !== undefined ? log.neighbour(log.current(), step) : end !== undefined ? log.end(end) : undefined;
      if (next === null) return;
      if (next !== undefined) {
        event.preventDefault();
        log.focus(next.id);
        if (openId !== null) open(next.id, true);
        return;
      }
      const current = log.current();
      if (current === null) return;
      if (key === "Enter" && !isInteractive(event.target)) open(current, false);
      else if (key === "x" || (key === " " && isInList)) mark(current);
      else if (key === "r") resend(current);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** Whether a text field has the focus or a dialog is open. */
function isElsewhere(target: EventTarget | null): boolean {
  if (isDialogOpen()) return true;
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type='checkbox']), textarea, select, [contenteditable], [role='tab']")
  );
}

/** Elements with an Enter action of their own. */
function isInteractive(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button, summary, input") !== null;
}
