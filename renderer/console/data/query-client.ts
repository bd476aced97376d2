/** The query client: how the console fetches, keeps and retries. */
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../shared/api-client.ts";

const RETRY_MS = 500;

/**
 * The appliance stands on this machine or in the same network, often without internet, and tells by events what has
 * changed (live-updates.ts). So nothing is fetched because the window came to the front or the browser believes itself
 * online again; whatever comes on the screen is fetched anew, and until the answer comes the kept one is shown.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // It was deleted: the kept copy must not be shown any longer.
      onError: (error, query) => {
        if (error instanceof ApiError && error.status === 404) query.setState({ data: undefined });
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: "always",
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // An answer below 502 is final. No answer, or a proxy's 502 to 504, may be a restart: asked once more.
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 502),
        retryDelay: RETRY_MS,
      },
      mutations: { networkMode: "always" },
    },
  });
}
