import { useEffect, useRef } from "react";
import type { DeliveryDetail, DeliveryRow } from "../../../server/console/console-api.ts";
import { isAbort } from "../../shared/api-client.ts";
import { api } from "../api.ts";
import { useLiveEvents } from "../live.tsx";
import type { Pages } from "../use-pages.ts";

const GATHER_MS = 120;
/** Beyond so many changed rows at once only the head of the list is fetched again. */
const MOST_SINGLE_FETCHES = 8;

/** Keeps the rows of the list true while events arrive; many at once cost a few requests only. */
export function useLiveDeliveries(pages: Pages<DeliveryRow>) {
  const changed = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(pages);
  latest.current = pages;
  const controller = useRef<AbortController | undefined>(undefined);
  /** Of each row that is being fetched the newest request: an older answer must not take its place. */
  const asked = useRef(new Map<string, symbol>());

  useEffect(() => {
    const own = new AbortController();
    controller.current = own;
    return () => {
      own.abort();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);

  const flush = () => {
    timer.current = undefined;
    const ids = [...changed.current];
    changed.current.clear();
    const { items, refresh, put } = latest.current;
    const signal = controller.current?.signal;
    if (signal === undefined) return;
    const known = ids.filter((id) => items.some((item) => item.id === id));
    if (known.length < ids.length || known.length > MOST_SINGLE_FETCHES) refresh();
    for (const id of known.slice(0, MOST_SINGLE_FETCHES)) {
      const request = Symbol(id);
      asked.current.set(id, request);
      api
        .delivery(id, signal)
        .then((detail) => {
          if (asked.current.get(id) !== request) return;
          asked.current.delete(id);
          put(rowOf(detail));
        })
        // The row is only stale then; the head of the list is fetched again and shows the error if there still is one.
        .catch((error: unknown) => !isAbort(error) && refresh());
    }
  };
  const note = (id: string) => {
    changed.current.add(id);
    timer.current ??= setTimeout(flush, GATHER_MS);
  };

  useLiveEvents({
    delivery: (event) => note(event.id),
    attempt: (event) => note(event.delivery_id),
    resumed: () => latest.current.refresh(),
  });
}

function rowOf(detail: DeliveryDetail): DeliveryRow {
  return { ...detail, attempts: detail.attempts.length };
}
