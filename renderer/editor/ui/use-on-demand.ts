import { useEffect, useState } from "react";

/**
 * Loads a part of the page when it is first needed.
 * @param load defined outside the component
 * @param onFailed Galley is not reachable; the next need retries
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
