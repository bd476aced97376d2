/** Fetches again what is shown, however often it is asked to: one round of a query at a time, with a rest after it. */
import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/** ms between two rounds, at least; a round that took long is followed by as long a rest. */
const SHORTEST_REST_MS = 300;

/**
 * `invalidateQueries` would break off the round under way for each new event, and under a stream of events no round would
 * ever end. Here what changes during a round makes the next one due. What nobody shows is left alone: it is fetched when
 * it is shown again.
 */
export function createRefresher(client: QueryClient): (filters: QueryFilters) => void {
  const rounds = new WeakMap<Query, { again: boolean }>();

  async function run(query: Query) {
    const round = { again: false };
    rounds.set(query, round);
    do {
      round.again = false;
      // What is under way may have been asked for before the change.
      if (query.state.fetchStatus !== "idle") await query.promise?.catch(() => undefined);
      const began = performance.now();
      if (query.isActive()) await query.fetch().catch(() => undefined);
      // A further page that was asked for meanwhile has taken the place of the round.
      if (query.state.fetchMeta?.fetchMore !== undefined) round.again = true;
      await rest(Math.max(SHORTEST_REST_MS, performance.now() - began));
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
