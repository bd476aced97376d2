import { useEffect, useRef } from "react";
import type { DeliveryHead } from "../../../server/contracts/console-api.ts";
import type { DeliveryFilter } from "../api.ts";
import { useLiveEvents } from "../live.tsx";
import type { LiveRows } from "../merge-rows.ts";
import type { Pages } from "../use-pages.ts";

const GATHER_MS = 120;

/** Keeps the rows of the log true while events arrive: each brings its row, and many at once are drawn at once. */
export function useLiveDeliveries(pages: Pages<DeliveryHead>) {
  /** The newest that was heard of each. */
  const heard = useRef(new Map<string, DeliveryHead>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(pages);
  latest.current = pages;
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      heard.current.clear();
    },
    [],
  );

  const flush = () => {
    timer.current = undefined;
    const rows = [...heard.current.values()];
    heard.current.clear();
    latest.current.merge(rows);
  };
  useLiveEvents({
    delivery: (row) => {
      heard.current.set(row.id, row);
      timer.current ??= setTimeout(flush, GATHER_MS);
    },
    // They go with their session, and lose the number of a version that goes.
    session: ({ change }) => (change === "deleted" || change === "pruned") && latest.current.refresh(),
    resumed: () => latest.current.refresh(),
  });
}

/** Which deliveries the log has under a filter, as the appliance finds them, and in which order. */
export function liveRows({ project, session, state, q }: DeliveryFilter): LiveRows<DeliveryHead> {
  const isOr = (wanted: string, value: string) => wanted === "" || wanted === value;
  const word = q.trim();
  return {
    fits: (row) =>
      isOr(project, row.project_id) &&
      isOr(session, row.session_id) &&
      isOr(state, row.state) &&
      (word === "" || row.id === word || row.session_id === word || row.material_id.startsWith(word)),
    orderOf: (row) => row.position,
  };
}
