/** Applies server-sent events to the query cache. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { ConsoleEvents } from "../../../server/contracts/console-api.ts";
import type { DeliveryHead } from "../../../server/contracts/deliveries-api.ts";
import { createLiveLog } from "./live-rows.ts";
import { operationKeys } from "./operations.ts";
import { keys } from "./queries.ts";
import { createRefresher } from "./query-client.ts";

const GATHER_MS = 120;

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
    const heard = [...rows.values()];
    const touched = [...changed.values()];
    rows.clear();
    changed.clear();
    log.put(heard);
    for (const queryKey of touched) refresh({ queryKey });
  };
  const touch = (...queryKeys: QueryKey[]) => {
    for (const key of queryKeys) changed.set(JSON.stringify(key), key);
    timer ??= setTimeout(flush, GATHER_MS);
  };

  return {
    events: {
      delivery: (row) => {
        rows.set(row.id, row);
        touch(keys.delivery(row.id), keys.deliveryTotals, keys.sessions, keys.session(row.session_id));
        touch(keys.overview, keys.attentionCount, keys.sites, keys.site());
        if (row.version_id !== null) touch(keys.version(row.version_id));
        if (row.event === "site_fonts_updated")
          touch(keys.fontsNow(row.project_id), keys.fontDeliveries(row.project_id));
      },
      attempt: ({ delivery_id }) => touch(keys.delivery(delivery_id)),
      session: ({ id, change }) => {
        touch(keys.sessions, keys.overview, keys.attentionCount);
        // An open deleted session stays readable; there is nothing to refetch.
        if (change !== "deleted") touch(keys.session(id));
        // Deliveries are deleted with their session and lose the number of a pruned version.
        if (change === "deleted" || change === "pruned") touch(keys.deliveries, keys.deliveryTotals);
      },
      site: ({ id }) => touch(keys.sites, keys.site(id), keys.overview),
      version: ({ session_id }) => touch(keys.sessions, keys.session(session_id)),
      // A deleted project removes its sessions and deliveries without events of their own.
      project: ({ id }) => touch(keys.projects, keys.project(id), keys.sessions, keys.deliveries, keys.overview),
      backup: () => touch(keys.backups, keys.overview),
      replica: () => touch(keys.replica, keys.overview),
      requests: () => touch(keys.requests),
      settings: () => touch(keys.settings, keys.overview),
      comment: ({ session_id }) => touch(keys.sessions, keys.session(session_id)),
      asset: ({ session_id }) => touch(keys.session(session_id)),
      snippet: ({ project_id }) => touch(keys.snippets(project_id)),
      fonts: ({ project_id }) => touch(keys.fonts(project_id)),
      log: () => {
        client.setQueryData<number>(operationKeys.logLines, (lines = 0) => lines + 1);
        touch(operationKeys.logs);
      },
    },
    refreshAll: () => refresh({}),
    stop: () => {
      clearTimeout(timer);
      log.stop();
    },
  };
}
