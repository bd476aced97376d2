/** Asks before a page with unsaved changes is left. */
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";

/** One per form with changes. */
const keepers = new Set<object>();

let waiting: (() => void) | null = null;

const listeners = new Set<() => void>();

/** @returns releases the page, for a navigation after saving */
export function useUnsavedChanges(isChanged: boolean): () => void {
  const keeper = useRef({});
  useEffect(() => {
    const self = keeper.current;
    if (!isChanged) return;
    keepers.add(self);
    window.addEventListener("beforeunload", ask);
    return () => {
      keepers.delete(self);
      window.removeEventListener("beforeunload", ask);
    };
  }, [isChanged]);
  return useCallback(() => void keepers.delete(keeper.current), []);
}

export function isKept(): boolean {
  return keepers.size > 0;
}

/** Runs `go`, after a confirmation if `asks` and a form has changes. */
export function whenFreeToLeave(asks: boolean, go: () => void): void {
  if (asks && isKept()) settle(go);
  else go();
}

export function useLeaving(): { isAsked: boolean; leave: () => void; stay: () => void } {
  const isAsked = useSyncExternalStore(subscribe, () => waiting !== null);
  return { isAsked, leave, stay };
}

function leave() {
  const go = waiting;
  keepers.clear();
  settle(null);
  go?.();
}

function stay() {
  settle(null);
}

function settle(step: (() => void) | null) {
  waiting = step;
  for (const notify of listeners) notify();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function ask(event: BeforeUnloadEvent) {
  if (isKept()) event.preventDefault();
}
