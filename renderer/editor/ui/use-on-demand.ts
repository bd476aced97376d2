import { useEffect, useState } from "react";

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
