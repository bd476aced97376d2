/**
 * Forms whose changes are not saved keep the page: whoever leaves it, inside the console or by closing the tab, is asked
 * first.
 */
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";

/** One for every form with changes. */
const keepers = new Set<object>();

/** The step that waits for an answer; null where nobody is asked. */
let waiting: (() => void) | null = null;

const listeners = new Set<() => void>();

/**
 * @param isChanged whether the form holds what is not saved
 * @returns lets the page go at once: to be called before a navigation that follows upon saving
 */
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

/** Goes at once, or, where `asks` and a form holds changes, when the person agrees. */
export function whenFreeToLeave(asks: boolean, go: () => void): void {
  if (asks && isKept()) settle(go);
  else go();
}

/** The step that waits for the person's answer, and the two answers. */
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

/** The browser asks in its own words. */
function ask(event: BeforeUnloadEvent) {
  if (isKept()) event.preventDefault();
}
