import { useState } from "react";

export interface Action {
  /** Runs one at a time; what it throws becomes `problem`. */
  run(work: () => Promise<void>): void;
  /** The sentence of the last run that failed, null while there is none. */
  problem: string | null;
  busy: boolean;
}

/** For a button whose work can fail: the failure is shown beside it. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    busy,
    problem,
    run(work) {
      if (busy) return;
      setBusy(true);
      setProblem(null);
      work()
        .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
        .finally(() => setBusy(false));
    },
  };
}
