/** Applies events to the kept answers: which event patches or refreshes which queries. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { ConsoleEvents } from "../../../server/contracts/console-api.ts";
import type { DeliveryHead } from "../../../server/contracts/deliveries-api.ts";
import { createLiveLog } from "./live-rows.ts";
import { operationKeys } from "./operations.ts";
import { keys } from "./queries.ts";
import { createRefresher } from "./refresher.ts";

/** ms for which events are gathered: many at once are drawn at once. */
const GATHER_MS = 120;

export interface LiveUpdates {
  /** What to do for each kind of event. */
  events: { [Kind in keyof ConsoleEvents]?: (data: ConsoleEvents[Kind]) => void };
  /** Events may have been missed: asks again for everything that is shown. */
  refreshAll: () => void;
  stop: () => void;
}

/** An event `delivery` carries its row, which is put in place; everything else that it touches is fetched again. */
export function createLiveUpdates(client: QueryClient): LiveUpdates {
  const refresh = createRefresher(client);
  const log = createLiveLog(client, (queryKey) => refresh({ queryKey, exact: true }));
  /** The newest row that was heard of each delivery. */
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
        touch(keys.overview, keys.attentionCount);
        if (row.version_id !== null) touch(keys.version(row.version_id));
        if (row.event === "site_fonts_updated")
          touch(keys.fontsNow(row.project_id), keys.fontDeliveries(row.project_id));
      },
      attempt: ({ delivery_id }) => touch(keys.delivery(delivery_id)),
      session: ({ id, change }) => {
        touch(keys.sessions, keys.overview, keys.attentionCount);
        // What is open of a session that was deleted stays to be read; there is nothing left to ask for.
        if (change !== "deleted") touch(keys.session(id));
        // Deliveries go with their session, and lose the number of a version that goes.
        if (change === "deleted" || change === "pruned") touch(keys.deliveries, keys.deliveryTotals);
      },
      version: ({ session_id }) => touch(keys.sessions, keys.session(session_id)),
      // What a project holds goes with it, without an event for each.
      project: ({ id }) => touch(keys.projects, keys.project(id), keys.sessions, keys.deliveries, keys.overview),
      backup: () => touch(keys.backups, keys.overview),
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
    refreshAll: () => refresh({ predicate: ({ queryKey }) => queryKey[0] !== keys.me[0] }),
    stop: () => {
      clearTimeout(timer);
      log.stop();
    },
  };
}
