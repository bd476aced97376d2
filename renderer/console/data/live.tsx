/** The event stream that keeps the query cache current. */
import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { ConsoleEvents } from "../../../server/contracts/console-api.ts";
import type { DeliveryDetail, DeliveryHead } from "../../../server/contracts/deliveries-api.ts";
import { listen, type StreamState } from "../../shared/api-client.ts";
import { api } from "./api.ts";
import { createLiveLog } from "./live-rows.ts";
import { keys } from "./queries.ts";
import { createRefresher } from "./query-client.ts";

interface Live {
  state: StreamState;
  resumed: number;
}

const LiveContext = createContext<Live>({ state: "connecting", resumed: 0 });

interface LiveProviderProps {
  /** `event_id` from before the first fetch, so that no event is missed. */
  after: string;
  children: ReactNode;
}

export function LiveProvider({ after, children }: LiveProviderProps) {
  const client = useQueryClient();
  const [from] = useState(after);
  const [live, setLive] = useState<Live>({ state: "connecting", resumed: 0 });

  useEffect(() => {
    const updates = createLiveUpdates(client);
    const stopListening = listen<ConsoleEvents>(api.eventsUrl(from), {
      events: updates.events,
      onState: (state, resumed) => {
        setLive((before) => ({ state, resumed: before.resumed + (resumed ? 1 : 0) }));
        // A login that was ended elsewhere also ends the stream.
        if (state === "lost") void api.checkLogin();
        if (resumed) updates.refreshAll();
      },
    });
    return () => {
      stopListening();
      updates.stop();
    };
  }, [client, from]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  return useContext(LiveContext);
}

const BATCH_MS = 120;

interface LiveUpdates {
  events: { [Kind in keyof ConsoleEvents]?: (data: ConsoleEvents[Kind]) => void };
  /** Refetches everything shown, after events may have been missed. */
  refreshAll: () => void;
  stop: () => void;
}

/** A `delivery` event carries its row; everything else that it changes is refetched. */
export function createLiveUpdates(client: QueryClient): LiveUpdates {
  const refresh = createRefresher(client);
  const log = createLiveLog(client, (queryKey) => refresh({ queryKey, exact: true }));
  const rows = new Map<string, DeliveryHead>();
  const changed = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    const received = [...rows.values()];
    const stale = [...changed.values()];
    rows.clear();
    changed.clear();
    log.put(received);
    for (const queryKey of stale) refresh({ queryKey });
  };
  const invalidate = (...queryKeys: QueryKey[]) => {
    for (const key of queryKeys) changed.set(JSON.stringify(key), key);
    timer ??= setTimeout(flush, BATCH_MS);
  };
  const invalidateDeliveries = (fits: (shown: DeliveryDetail) => boolean) => {
    for (const [key, shown] of client.getQueriesData<DeliveryDetail>({ queryKey: keys.delivery() }))
      if (shown !== undefined && fits(shown)) invalidate(key);
  };

  return {
    events: {
      delivery: (row) => {
        rows.set(row.id, row);
        invalidate(keys.delivery(row.id), keys.deliveryTotals, keys.sessions, keys.session(row.session_id));
        invalidate(keys.overview, keys.attentionCount, keys.sites, keys.site());
        // Earlier deliveries of the article can no longer be resent.
        invalidateDeliveries((shown) => shown.session_id === row.session_id && !shown.has_newer);
        if (row.version_id !== null) invalidate(keys.version(row.version_id));
        if (row.event === "site_fonts_updated")
          invalidate(keys.fontsNow(row.project_id), keys.fontDeliveries(row.project_id));
      },
      attempt: ({ delivery_id }) => invalidate(keys.delivery(delivery_id)),
      session: ({ id, change }) => {
        invalidate(keys.sessions, keys.overview, keys.attentionCount);
        // An open deleted session stays readable; there is nothing to refetch.
        if (change === "deleted") invalidateDeliveries((shown) => shown.session_id === id);
        else invalidate(keys.session(id));
        // Deliveries are deleted with their session and lose the number of a pruned version.
        if (change === "deleted" || change === "pruned") invalidate(keys.deliveries, keys.deliveryTotals);
      },
      site: ({ id }) => invalidate(keys.sites, keys.site(id), keys.overview),
      version: ({ session_id }) => invalidate(keys.sessions, keys.session(session_id)),
      // A deleted project removes its sessions and deliveries without further events.
      project: ({ id }) => {
        invalidate(keys.projects, keys.project(id), keys.sessions, keys.deliveries, keys.overview);
        invalidateDeliveries((shown) => shown.project_id === id);
      },
      backup: () => invalidate(keys.backups, keys.overview),
      replica: () => invalidate(keys.replica, keys.overview),
      requests: () => invalidate(keys.requests),
      settings: () => invalidate(keys.settings, keys.overview),
      comment: ({ session_id }) => invalidate(keys.sessions, keys.session(session_id)),
      asset: ({ session_id }) => invalidate(keys.session(session_id)),
      snippet: ({ project_id }) => invalidate(keys.snippets(project_id)),
      fonts: ({ project_id }) => invalidate(keys.fonts(project_id)),
      log: () => invalidate(keys.logs),
    },
    refreshAll: () => refresh({}),
    stop: () => {
      clearTimeout(timer);
      log.stop();
    },
  };
}
