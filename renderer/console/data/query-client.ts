import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../shared/api-client.ts";

const RETRY_MS = 500;

/** Events report changes (live-updates.ts), so focus and reconnect refetch nothing. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // Deleted: the cached copy is removed.
      onError: (error, query) => {
        if (error instanceof ApiError && error.status === 404) query.setState({ data: undefined });
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: "always",
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Answers below 502 are final. No answer, or 502 to 504 of a proxy, may be a restart: one retry.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 502),
        retryDelay: RETRY_MS,
      },
      mutations: { networkMode: "always" },
    },
  });
}
