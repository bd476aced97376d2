import { MutationCache, type Query, QueryCache, QueryClient, type QueryFilters } from "@tanstack/react-query";
import { ApiError } from "../../shared/api-client.ts";
import { keys } from "./queries.ts";

const RETRY_MS = 500;

/** Events report changes (live.tsx), so focus and reconnect refetch nothing. */
export function createQueryClient(): QueryClient {
  // The role has changed, so refetch it.
  const refetchRole = (error: Error) => {
    if (error instanceof ApiError && error.status === 403)
      void client.invalidateQueries({ queryKey: keys.me, exact: true });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Deleted: the cached copy is removed.
        if (error instanceof ApiError && error.status === 404) query.setState({ data: undefined });
        refetchRole(error);
      },
    }),
    mutationCache: new MutationCache({ onError: refetchRole }),
    defaultOptions: {
      queries: {
        networkMode: "always",
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 1 && isWorthRetry(error),
        retryDelay: RETRY_MS,
      },
      // Kept 1 s after its component, because the input or the response may contain a secret. With 0, React Query would
      // check a running mutation without a pause.
      mutations: { networkMode: "always", gcTime: 1_000 },
    },
  });
  return client;
}

/** No response, or 502 to 504 of a proxy: Galley may be restarting. */
export function isWorthRetry(error: Error): boolean {
  return !(error instanceof ApiError && error.status < 502);
}

/** Minimum pause in ms; a slow round is followed by an equally long pause. */
const MIN_PAUSE_MS = 300;

/**
 * Refetches active queries, one round at a time, with a pause after each. Unlike `invalidateQueries`, it does not abort the
 * running fetch: on a busy stream none would finish.
 */
export function createRefresher(client: QueryClient): (filters: QueryFilters) => void {
  const rounds = new WeakMap<Query, { again: boolean }>();

  async function run(query: Query) {
    const round = { again: false };
    rounds.set(query, round);
    do {
      round.again = false;
      // The running fetch may predate the change.
      if (query.state.fetchStatus !== "idle") await query.promise?.catch(() => undefined);
      const began = performance.now();
      if (query.isActive()) await query.fetch().catch(() => undefined);
      // Loading a further page replaced the round.
      if (query.state.fetchMeta?.fetchMore !== undefined) round.again = true;
      await rest(Math.max(MIN_PAUSE_MS, performance.now() - began));
    } while (round.again && query.isActive());
    rounds.delete(query);
  }

  return (filters) => {
    for (const query of client.getQueryCache().findAll({ ...filters, type: "active" })) {
      const round = rounds.get(query);
      if (round === undefined) void run(query);
      else round.again = true;
    }
  };
}

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
