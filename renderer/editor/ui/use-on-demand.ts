import { useEffect, useState } from "react";

/** From the first paint until what opens later is loaded unasked. */
const AT_REST_MS = 4_000;

/**
 * A part of the page that is loaded when it is first wanted.
 * @param load defined once, outside the component
 * @param onFailed the appliance cannot be reached; it is tried again the next time the part is wanted
 */
export function useOnDemand<Module>(load: () => Promise<Module>, wanted: boolean, onFailed: () => void): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null);
  const isMissing = wanted && loaded === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to do on a failure is no reason to load again
  useEffect(() => {
    if (!isMissing) return;
    let gone = false;
    load().then(
      (module) => !gone && setLoaded(() => module),
      () => !gone && onFailed(),
    );
    return () => {
      gone = true;
    };
  }, [isMissing, load]);
  return loaded;
}

/**
 * Loads parts of the page unasked, a while after the component came: they are needed offline too, when they cannot be
 * fetched. Where that fails, they are loaded when they are wanted.
 * @param loads defined once, outside the component
 */
export function useLoadedAtRest(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of loads) load().catch(() => undefined);
    }, AT_REST_MS);
    return () => clearTimeout(timer);
  }, [loads]);
}
