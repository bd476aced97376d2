import { useSyncExternalStore } from "react";

/** An observable value, which connects plain TypeScript to React. */
export interface Readable<T> {
  get(): T;
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export interface Store<T> extends Readable<T> {
  set(value: T): void;
}

/** Setting the same value (Object.is) does not notify listeners. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** A part of a store's value. @param select returns the same (Object.is) for the same value */
export function useStorePart<T, Part>(store: Readable<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
