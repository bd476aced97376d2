import { useEffect, useState } from "react";

/** Loads a module when it is first needed; after a failure, the next need retries. @param load a stable function */
export function useOnDemand<Module>(load: () => Promise<Module>, needed: boolean, onFailed: () => void): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null);
  const isMissing = needed && loaded === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `onFailed` must not load again
  useEffect(() => {
    if (!isMissing) return;
    let isUnmounted = false;
    load().then(
      (module) => !isUnmounted && setLoaded(() => module),
      () => !isUnmounted && onFailed(),
    );
    return () => {
      isUnmounted = true;
    };
  }, [isMissing, load]);
  return loaded;
}
