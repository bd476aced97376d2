/** Rows of the delivery log, and the log without a page. */
import { type InfiniteData, InfiniteQueryObserver, type QueryClient } from "@tanstack/react-query";
import { DELIVERY_FILTER, type DeliveryFilter, filterOf } from "../../../../renderer/console/data/filters.ts";
import { keys, rowsOf } from "../../../../renderer/console/data/queries.ts";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { DeliveryHead } from "../../../../server/contracts/deliveries-api.ts";

export const ALL = filterOf(new URLSearchParams(), DELIVERY_FILTER);

export function delivery(position: number, state: DeliveryHead["state"] = "sending"): DeliveryHead {
  return {
    id: `d${position}`,
    position,
    delivery_id: `d${position}`,
    standing: state === "pending" ? "queued" : state,
    event: "article_saved",
    project_id: "p",
    project_name: "The Daily Test",
    ...{
      session_id: `s${position}`,
      material_id: "front-page",
      title: null,
      site_id: null,
      callback_host: "cms.example.org",
    },
    ...{ site_message: null, version_id: `v${position}`, version_number: 1 },
    created_at: "2026-11-20T09:00:00+00:00",
    state,
    ...{ code: null, warnings: [], attempts: 1, next_attempt_at: null, finished_at: null },
    ...{ last_status: 200, last_duration_ms: 12 },
  };
}

/** Observes the log as a page does; `load` replaces the appliance. */
export function showLog(
  client: QueryClient,
  load: (cursor: string | null) => Promise<Page<DeliveryHead>>,
  filter: DeliveryFilter = ALL,
) {
  const observer = new InfiniteQueryObserver(client, {
    queryKey: [...keys.deliveries, filter],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const hide = observer.subscribe(() => undefined);
  return {
    hide,
    loadMore: () => observer.fetchNextPage(),
    /** Position and state of each row, from the top. */
    rows: () => {
      const data = client.getQueryData<InfiniteData<Page<DeliveryHead>>>([...keys.deliveries, filter]);
      return data === undefined ? undefined : rowsOf(data).map(({ position, state }) => `${position} ${state}`);
    },
  };
}
