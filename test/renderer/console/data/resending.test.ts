import { describe, expect, it } from "vitest";
import { resendPages } from "../../../../renderer/console/data/resending.ts";
import type { RetryOutcome, SkipReason } from "../../../../server/contracts/deliveries-api.ts";

const skipped = (reason: SkipReason, count: number) => ({ reason, count, sentence: reason });

/** Three pages of a site, by cursor. */
const PAGES: Record<string, RetryOutcome> = {
  start: { retried: 990, skipped: [skipped("under_way", 10)], more: true, next_cursor: "second" },
  second: { retried: 900, skipped: [skipped("newer", 60), skipped("under_way", 40)], more: true, next_cursor: "third" },
  third: { retried: 5, skipped: [], more: false, next_cursor: null },
};
const resend = async (cursor: string | null) => PAGES[cursor ?? "start"] as RetryOutcome;

describe("resending many deliveries", () => {
  it("continues through all pages and sums their counts", async () => {
    const seen: number[] = [];
    const always = () => true;
    const outcome = await resendPages(resend, always, ({ retried }) => seen.push(retried));
    expect(seen).toEqual([990, 1890, 1895]);
    expect(outcome).toMatchObject({ retried: 1895, more: false });
    expect(outcome.skipped).toEqual([skipped("under_way", 50), skipped("newer", 60)]);
  });

  it("stops after the current page when it is cancelled", async () => {
    const cancel = new AbortController();
    const goesOn = () => !cancel.signal.aborted;
    const outcome = await resendPages(resend, goesOn, () => cancel.abort());
    expect(outcome).toMatchObject({ retried: 990, more: true });
  });
});
