import { useEffect, useState } from "react";

/** Loads a part when it is first needed; the next need retries. @param load defined outside the component */
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
