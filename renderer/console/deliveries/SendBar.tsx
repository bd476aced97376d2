/** Resends the selected deliveries, or all that match the filter. */

import { Button, CloseButton } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RetryOutcome } from "../../../server/contracts/deliveries-api.ts";
import { api } from "../data/api.ts";
import { type DeliveryFilter, retryFilterOf } from "../data/filters.ts";
import { deliveryTotalsQuery } from "../data/queries.ts";
import { resendPages } from "../data/resending.ts";
import { messages } from "../messages/index.ts";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { countWords } from "./log-filter.ts";

const MAX_CALLS = 10;

interface SendBarProps {
  filter: DeliveryFilter;
  marked: ReadonlySet<string>;
  unmark: () => void;
}

export function SendBar({ filter, marked, unmark }: SendBarProps) {
  const t = messages.deliveries;
  const { data: totals, isPlaceholderData } = useQuery(deliveryTotalsQuery(filter));
  const [outcome, setOutcome] = useState<RetryOutcome | null>(null);
  const chosen = useMutation({
    mutationFn: () => api.retry({ ids: [...marked] }),
    onSuccess: (result) => {
      setOutcome(result);
      unmark();
    },
  });
  // Counts of the previous filter would be wrong here.
  const found = totals === undefined || isPlaceholderData ? null : totals.resend;
  return (
    <>
      {marked.size > 0 && (
        <div className="between" role="status">
          <span>{t.selected(marked.size)}</span>
          <Button
            size="compact-xs"
            leftSection={<IconSend size={13} aria-hidden />}
            loading={chosen.isPending}
            onClick={() => chosen.mutate()}
          >
            {t.resendSelected(marked.size)}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={unmark}>
            {t.unselect}
          </Button>
        </div>
      )}
      {marked.size === 0 && found !== null && found.count > 0 && (
        <ConfirmButton
          button={{
            size: "xs",
            leftSection: <IconSend size={14} aria-hidden />,
            children: t.resendAll(countWords(found)),
          }}
          title={`${t.resendAll(countWords(found))}?`}
          action={t.resendAll(countWords(found))}
          destructive={false}
          onConfirm={async () => setOutcome(await resendFound(filter))}
        >
          <p>{t.resendAllText}</p>
        </ConfirmButton>
      )}
      {chosen.error && <ErrorNote error={chosen.error} />}
      {outcome !== null && <Outcome outcome={outcome} dismiss={() => setOutcome(null)} />}
    </>
  );
}

function resendFound(filter: DeliveryFilter): Promise<RetryOutcome> {
  let calls = 0;
  return resendPages(
    (cursor) => api.retry({ filter: retryFilterOf(filter), cursor }),
    () => calls++ < MAX_CALLS,
  );
}

function Outcome({ outcome: { retried, skipped, more }, dismiss }: { outcome: RetryOutcome; dismiss: () => void }) {
  const t = messages.deliveries;
  return (
    <div className="line muted" role="status">
      <p>
        {messages.common.resent(retried)} {skipped.map(({ reason, count }) => t.skipped[reason](count)).join(" ")}{" "}
        {more ? t.moreLeft : ""}
      </p>
      <CloseButton size="sm" aria-label={messages.common.dismiss} title={messages.common.dismiss} onClick={dismiss} />
    </div>
  );
}
