import { type InfiniteData, InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DELIVERY_FILTER, filterOf } from "../../../../renderer/console/data/filters.ts";
import { createLiveUpdates } from "../../../../renderer/console/data/live.tsx";
import { keys, rowsOf } from "../../../../renderer/console/data/queries.ts";
import { createQueryClient } from "../../../../renderer/console/data/query-client.ts";
import { ApiError, NetworkError } from "../../../../renderer/shared/api-client.ts";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { DeliveryHead } from "../../../../server/contracts/deliveries-api.ts";
import { delivery } from "./support.ts";

const ALL = filterOf(new URLSearchParams(), DELIVERY_FILTER);

let client = createQueryClient();
let live = createLiveUpdates(client);
beforeEach(() => {
  vi.useFakeTimers();
  client = createQueryClient();
  live = createLiveUpdates(client);
});
afterEach(() => {
  live.stop();
  client.clear();
  vi.useRealTimers();
});

/** Shows one query; `load` replaces the appliance. */
function show(queryKey: readonly unknown[], load: () => Promise<unknown>) {
  return new QueryObserver(client, { queryKey, queryFn: load }).subscribe(() => undefined);
}

/** A load function whose responses the test resolves. */
function pendingLoads<T>() {
  const requests: PromiseWithResolvers<T>[] = [];
  return {
    requests,
    load: () => {
      const response = Promise.withResolvers<T>();
      requests.push(response);
      return response.promise;
    },
  };
}

/** Applies events for these rows, and waits until they are shown. */
async function arrive(...rows: DeliveryHead[]) {
  for (const row of rows) live.events.delivery?.(row);
  await vi.advanceTimersByTimeAsync(200);
}

/** Observes the log as a page does; `load` replaces the appliance. */
function showLog(load: (cursor: string | null) => Promise<Page<DeliveryHead>>, filter = ALL) {
  const observer = new InfiniteQueryObserver(client, {
    queryKey: [...keys.deliveries, filter],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  observer.subscribe(() => undefined);
  return {
    loadMore: () => observer.fetchNextPage(),
    /** Position and state of each row, from the top. */
    rows: () => {
      const data = client.getQueryData<InfiniteData<Page<DeliveryHead>>>([...keys.deliveries, filter]);
      return data === undefined ? undefined : rowsOf(data).map(({ position, state }) => `${position} ${state}`);
    },
  };
}

describe("the delivery log", () => {
  it("keeps rows that arrive during a fetch", async () => {
    const { requests, load } = pendingLoads<Page<DeliveryHead>>();
    const log = showLog(load);
    await arrive(delivery(3, "delivered"), delivery(4));
    requests[0]?.resolve({ items: [delivery(3, "sending"), delivery(2)], next_cursor: null });
    await vi.advanceTimersByTimeAsync(10);
    expect(log.rows()).toEqual(["4 sending", "3 delivered", "2 sending"]);
  });

  it("keeps live rows when another page loads and when all pages are refetched", async () => {
    const first = { items: Array.from({ length: 50 }, (_, n) => delivery(59 - n)), next_cursor: "10" };
    const { requests, load } = pendingLoads<Page<DeliveryHead>>();
    const log = showLog((cursor) => (cursor === null ? Promise.resolve(first) : load()));
    await vi.advanceTimersByTimeAsync(10);
    // This row belongs to a page that is not loaded.
    await arrive(delivery(5));
    expect(log.rows()?.at(-1)).toBe("10 sending");
    void log.loadMore();
    await vi.advanceTimersByTimeAsync(10);
    await arrive(delivery(59, "delivered"), delivery(9, "rejected"));
    requests[0]?.resolve({ items: [delivery(9), delivery(8)], next_cursor: null });
    await vi.advanceTimersByTimeAsync(10);
    expect(log.rows()?.slice(0, 2)).toEqual(["59 delivered", "58 sending"]);
    expect(log.rows()?.slice(-2)).toEqual(["9 rejected", "8 sending"]);

    live.refreshAll();
    await vi.advanceTimersByTimeAsync(10);
    await arrive(delivery(58, "failed"));
    requests[1]?.resolve({ items: [delivery(9, "rejected"), delivery(8)], next_cursor: null });
    await vi.advanceTimersByTimeAsync(10);
    expect(log.rows()).toHaveLength(52);
    expect(log.rows()?.slice(0, 2)).toEqual(["59 sending", "58 failed"]);
  });

  it("shows only live rows that match its filter", async () => {
    const page = { items: [delivery(5, "rejected")], next_cursor: null };
    const log = showLog(() => Promise.resolve(page), { ...ALL, state: "rejected" });
    await vi.advanceTimersByTimeAsync(10);
    await arrive(delivery(6, "delivered"), delivery(7, "rejected"), delivery(5, "pending"));
    expect(log.rows()).toEqual(["7 rejected"]);
  });

  it("refetches all loaded rows, but only the first page after thousands of live rows", async () => {
    const requests: (string | null)[] = [];
    const log = showLog((cursor) => {
      requests.push(cursor);
      return Promise.resolve({ items: [delivery(1)], next_cursor: `after ${requests.length}` });
    });
    await vi.advanceTimersByTimeAsync(10);
    await arrive(...Array.from({ length: 120 }, (_, n) => delivery(2 + n)));
    expect(log.rows()).toHaveLength(121);
    live.refreshAll();
    await vi.advanceTimersByTimeAsync(400);
    expect(requests).toHaveLength(1 + 3);

    for (let n = 0; n < 2_100; n++) live.events.delivery?.(delivery(200 + n));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log.rows()?.length).toBeLessThanOrEqual(50);
    expect(requests).toHaveLength(4 + 1);
  });
});

describe("other queries", () => {
  it("refetch in batches, the last one after the last event", async () => {
    let state = 0;
    const load = vi.fn(() => new Promise<number>((resolve) => setTimeout(resolve, 50, state)));
    show(["sessions", { project: "", q: "" }], load);
    for (let n = 0; n < 1_000; n++) {
      state = n;
      live.events.delivery?.(delivery(n));
      await vi.advanceTimersByTimeAsync(5);
    }
    await vi.advanceTimersByTimeAsync(2_000);
    expect(load.mock.calls.length).toBeGreaterThan(5);
    expect(load.mock.calls.length).toBeLessThan(25);
    expect(client.getQueryData(["sessions", { project: "", q: "" }])).toBe(999);
  });

  it("refetch only if an event concerns them", async () => {
    const load = () => vi.fn(() => Promise.resolve(null));
    const shown = { one: load(), other: load(), fonts: load(), settings: load() };
    show(keys.session("s1"), shown.one);
    show(keys.session("s2"), shown.other);
    show(keys.fontsNow("p"), shown.fonts);
    show(keys.settings, shown.settings);
    await vi.advanceTimersByTimeAsync(10);
    live.events.version?.({ id: "v", session_id: "s1", number: 2 });
    live.events.session?.({ id: "s2", project_id: "p", change: "deleted" });
    live.events.fonts?.({ project_id: "p", snapshot_id: null });
    await vi.advanceTimersByTimeAsync(1_000);
    const times = Object.fromEntries(Object.entries(shown).map(([name, { mock }]) => [name, mock.calls.length]));
    expect(times).toEqual({ one: 2, other: 1, fonts: 2, settings: 1 });
  });

  it("refetch after a lost connection if they are active", async () => {
    const [shown, left] = [vi.fn(() => Promise.resolve(1)), vi.fn(() => Promise.resolve(1))];
    show(keys.settings, shown);
    const leave = show(keys.logins, left);
    await vi.advanceTimersByTimeAsync(10);
    leave();
    live.refreshAll();
    live.refreshAll();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([shown.mock.calls.length, left.mock.calls.length]).toEqual([3, 1]);
  });
});

describe("a query of the console", () => {
  it("retries once, and only if there was no response", async () => {
    const rejected = vi.fn(() => Promise.reject(new ApiError(404, "There is no such session.", null)));
    const unreachable = vi.fn(() => Promise.reject(new NetworkError(new Error("refused"))));
    show(keys.session("s1"), rejected);
    show(keys.session("s2"), unreachable);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([rejected.mock.calls.length, unreachable.mock.calls.length]).toEqual([1, 2]);
  });

  it("drops its data on 404 and keeps it on other errors", async () => {
    for (const [id, status] of [
      ["s1", 404],
      ["s2", 500],
    ] as const) {
      client.setQueryData(keys.session(id), "kept");
      show(keys.session(id), () => Promise.reject(new ApiError(status, "No.", null)));
    }
    await vi.advanceTimersByTimeAsync(2_000);
    expect(client.getQueryState(keys.session("s1"))).toMatchObject({ data: undefined, status: "error" });
    expect(client.getQueryState(keys.session("s2"))).toMatchObject({ data: "kept", status: "error" });
  });
});
