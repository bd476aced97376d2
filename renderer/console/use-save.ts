/** One button's worth of work: busy while it runs, then done or the reason why not. */
import { useCallback, useState } from "react";

export interface Save {
  busy: boolean;
  error: unknown;
  /** True after the last run went well, until the next one or `reset`. */
  done: boolean;
  run: (work: () => Promise<void>) => Promise<void>;
  reset: () => void;
}

export function useSave(): Save {
  const [state, setState] = useState<{ busy: boolean; error: unknown; done: boolean }>(IDLE);
  const run = useCallback(async (work: () => Promise<void>) => {
    setState({ busy: true, error: undefined, done: false });
    try {
      await work();
      setState({ busy: false, error: undefined, done: true });
    } catch (error) {
      setState({ busy: false, error, done: false });
    }
  }, []);
  const reset = useCallback(() => setState(IDLE), []);
  return { ...state, run, reset };
}

const IDLE = { busy: false, error: undefined, done: false };
