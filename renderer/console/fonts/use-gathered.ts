import { useCallback, useEffect, useRef } from "react";

const GATHER_MS = 150;

/** Calls `work` once for many calls that come close together: a publication may tell of hundreds of deliveries at once. */
export function useGathered(work: () => void): () => void {
  const latest = useRef(work);
  latest.current = work;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, GATHER_MS);
  }, []);
}
