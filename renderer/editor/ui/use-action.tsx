import { useState } from "react";

export interface Action {
  /** Runs one work at a time; its error becomes `problem`. */
  run(work: () => Promise<void>): void;
  /** Why the last run failed; null if it did not. */
  problem: string | null;
  busy: boolean;
}

/** Runs the work of a button and catches its error, which the caller shows. */
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

export function Problem({ action: { problem } }: { action: Pick<Action, "problem"> }) {
  if (problem === null) return null;
  return (
    <p role="alert" className="problem">
      {problem}
    </p>
  );
}
