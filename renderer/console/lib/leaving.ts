/** Asks before a page with unsaved changes is left. */
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";

/** One per form with changes. */
const changedForms = new Set<object>();

let waiting: (() => void) | null = null;

const listeners = new Set<() => void>();

/** @returns a function that forgets the changes, for a navigation after saving */
export function useUnsavedChanges(isChanged: boolean): () => void {
  const form = useRef({});
  useEffect(() => {
    const self = form.current;
    if (!isChanged) return;
    changedForms.add(self);
    window.addEventListener("beforeunload", warn);
    return () => {
      changedForms.delete(self);
      window.removeEventListener("beforeunload", warn);
    };
  }, [isChanged]);
  return useCallback(() => void changedForms.delete(form.current), []);
}

export function hasUnsavedChanges(): boolean {
  return changedForms.size > 0;
}

/** Runs `go`, after a confirmation if `confirms` and a form has changes. */
export function afterLeaveCheck(confirms: boolean, go: () => void): void {
  if (confirms && hasUnsavedChanges()) settle(go);
  else go();
}

export function useLeaving(): { isAsked: boolean; leave: () => void; stay: () => void } {
  const isAsked = useSyncExternalStore(subscribe, () => waiting !== null);
  return { isAsked, leave, stay };
}

function leave() {
  const go = waiting;
  changedForms.clear();
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

function warn(event: BeforeUnloadEvent) {
  if (hasUnsavedChanges()) event.preventDefault();
}
