/** One thing fetched from the appliance, and what a screen needs to know about it. */
import { useCallback, useEffect, useRef, useState } from "react";
import { isAbort } from "../shared/api-client.ts";

export interface Resource<T> {
  /** Undefined until the first answer. Stays while it is fetched again, also when that fails. */
  data: T | undefined;
  /** Of the last try, undefined while it went well. */
  error: unknown;
  loading: boolean;
  reload: () => void;
  /** Puts in place what another call has just answered. */
  set: (data: T) => void;
}

interface Held<T> {
  key: string;
  data: T | undefined;
  error: unknown;
}

/**
 * Fetches when the component appears and whenever `key` changes; an answer for an older key is dropped.
 * @param key names what `load` fetches, such as the id
 */
export function useResource<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const [held, setHeld] = useState<Held<T>>({ key, data: undefined, error: undefined });
  const [loading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const latestLoad = useRef(load);
  latestLoad.current = load;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a reason to fetch
  useEffect(() => {
    const controller = new AbortController();
    setLoading(true);
    latestLoad
      .current(controller.signal)
      .then((data) => {
        if (controller.signal.aborted) return;
        setHeld({ key, data, error: undefined });
        setLoading(false);
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted || isAbort(error)) return;
        setHeld((before) => ({ key, data: before.key === key ? before.data : undefined, error }));
        setLoading(false);
      });
    return () => controller.abort();
  }, [key, round]);

  const reload = useCallback(() => setRound((n) => n + 1), []);
  const set = useCallback((data: T) => setHeld({ key, data, error: undefined }), [key]);
  const current = held.key === key;
  return {
    data: current ? held.data : undefined,
    error: current ? held.error : undefined,
    loading: loading || !current,
    reload,
    set,
  };
}
