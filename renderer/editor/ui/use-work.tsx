/** Work that takes time: of a button, and the load of a module. */
import { useEffect, useState } from "react";

/** Runs the work of a button, one at a time. @returns `problem`: why the last run failed; null if it did not */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    busy,
    problem,
    run(work: () => Promise<void>): void {
      if (busy) return;
      setBusy(true);
      setProblem(null);
      work()
        .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
        .finally(() => setBusy(false));
    },
  };
}

export function Problem({ action: { problem } }: { action: { problem: string | null } }) {
  if (problem === null) return null;
  return (
    <p role="alert" className="problem">
      {problem}
    </p>
  );
}

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
