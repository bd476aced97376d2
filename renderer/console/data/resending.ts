/** Resending many deliveries: each call examines at most 1,000. */
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { RetryOutcome } from "../../../server/contracts/deliveries-api.ts";
import { api, type Cursor } from "./api.ts";

const NOTHING: RetryOutcome = { retried: 0, skipped: [], more: true, next_cursor: null };

/** Resends page by page and reports the outcome so far after each. @param shouldContinue checked before each page */
export async function resendPages(
  resend: (cursor: Cursor) => Promise<RetryOutcome>,
  shouldContinue: () => boolean,
  report: (outcome: RetryOutcome) => void = () => undefined,
): Promise<RetryOutcome> {
  let outcome = NOTHING;
  while (outcome.more && shouldContinue()) {
    outcome = addPage(outcome, await resend(outcome.next_cursor));
    report(outcome);
  }
  return outcome;
}

function addPage(before: RetryOutcome, page: RetryOutcome): RetryOutcome {
  const skipped = before.skipped.map((one) => ({ ...one }));
  for (const one of page.skipped) {
    const known = skipped.find(({ reason }) => reason === one.reason);
    if (known === undefined) skipped.push(one);
    else known.count += one.count;
  }
  return { ...page, retried: before.retried + page.retried, skipped };
}

/** Resends the undelivered articles of a site, whose number is the input. Cancelling, or leaving the site's page, completes the current page. */
export function useResending(site: string) {
  const [outcome, report] = useState(NOTHING);
  const cancelled = useRef(false);
  const cancel = useCallback(() => {
    cancelled.current = true;
  }, []);
  useEffect(() => cancel, [cancel]);

  const resend = useMutation({
    mutationFn: (_all: number) => {
      cancelled.current = false;
      report(NOTHING);
      return resendPages(
        (cursor) => api.retry({ filter: { site }, cursor }),
        () => !cancelled.current,
        report,
      );
    },
  });
  return { ...resend, outcome, cancel };
}
