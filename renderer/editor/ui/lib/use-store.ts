import { useSyncExternalStore } from "react";
import type { Readable } from "./store.ts";

export function useStore<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** A part of a store's value. @param select returns the same (Object.is) for the same value */
export function useStorePart<T, Part>(store: Readable<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
