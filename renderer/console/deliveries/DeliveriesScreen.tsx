import { Button, CloseButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconSend } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { DeliveryDetail, DeliveryHead, RetryOutcome } from "../../../server/contracts/deliveries-api.ts";
import { api } from "../data/api.ts";
import { DELIVERY_FILTER, type DeliveryFilter, filterOf, isFiltered, retryFilterOf } from "../data/filters.ts";
import { useHasRole } from "../data/me.ts";
import { deliveriesQuery, deliveryQuery, deliveryTotalsQuery, keys } from "../data/queries.ts";
import { resendPages } from "../data/resending.ts";
import { Link, navigate } from "../lib/router.tsx";
import { EmptyList } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { messages } from "../messages/index.ts";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { DeliveryPane } from "./DeliveryPane.tsx";
import { countWords, deliveryPath, FilterBar, queryOfResponses } from "./FilterBar.tsx";
import { Log } from "./Log.tsx";
import "./log.css";

/** Of 1,000 deliveries each, before the admin has to press again. */
const MAX_CALLS = 10;

/** The delivery log and the open delivery. Filters, delivery and tab are in the URL. */
export function DeliveriesScreen({ id, query }: { id: string | null; query: URLSearchParams }) {
  const t = messages.deliveries;
  const filter = filterOf(query, DELIVERY_FILTER);
  const tab = query.get("tab");
  const list = useInfiniteQuery(deliveriesQuery(filter));
  const { data: opened } = useQuery({ ...deliveryQuery(id ?? ""), enabled: id !== null });
  const isPhone = useMediaQuery("(max-width: 60rem)") ?? false;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const client = useQueryClient();
  const mayResend = useHasRole("operator");
  const lastMarked = useRef<string | null>(null);

  const change = (changed: Partial<DeliveryFilter>) => {
    setMarked(new Set());
    navigate(deliveryPath({ ...filter, ...changed }, id, tab), true);
  };
  const mark = (one: string, range: boolean, rows: readonly DeliveryHead[]) => {
    const places = [rows.findIndex((row) => row.id === lastMarked.current), rows.findIndex((row) => row.id === one)];
    const [from = -1, to = -1] = places.sort((a, b) => a - b);
    const ids = range && from !== -1 ? rows.slice(from, to + 1).map((row) => row.id) : [one];
    const isOn = !marked.has(one);
    lastMarked.current = one;
    setMarked((before) => {
      const after = new Set(before);
      for (const each of ids) {
        if (isOn) after.add(each);
        else after.delete(each);
      }
      return after;
    });
  };
  const resend = useMutation({
    mutationFn: ({ one }: { one: string; openId: string | null }) => api.retryDelivery(one),
    onSettled: (_response, _error, { one }) => client.invalidateQueries({ queryKey: keys.delivery(one) }),
  });

  return (
    <MasterDetail
      title={messages.shell.places.deliveries}
      action={mayResend && <SendBar filter={filter} marked={marked} unmark={() => setMarked(new Set())} />}
      closeTo={deliveryPath(filter, null, null)}
      tools={
        <>
          <FilterBar filter={filter} change={change} narrow={isPhone || id !== null} />
          {resend.error && resend.variables.openId === id && <ErrorNote error={resend.error} />}
        </>
      }
      list={
        <Log
          list={list}
          openId={id}
          opened={opened === undefined ? null : headOf(opened)}
          marked={marked}
          onMark={mayResend ? mark : null}
          onResend={mayResend ? (one) => resend.mutate({ one, openId: id }) : null}
          hrefOf={(to) => deliveryPath(filter, to, tab)}
          empty={<NoDeliveries filter={filter} />}
        />
      }
      openId={id}
      one={t.one}
      detail={(open) => (
        <Loaded key={open} query={deliveryQuery(open)}>
          {(delivery) => (
            <DeliveryPane
              delivery={delivery}
              tab={tab}
              onTab={(chosen) => navigate(deliveryPath(filter, open, chosen), true)}
            />
          )}
        </Loaded>
      )}
    />
  );
}

function headOf({ attempts, explanation: _, has_newer: __, ...rest }: DeliveryDetail): DeliveryHead {
  return { ...rest, attempts: attempts.length };
}

function NoDeliveries({ filter }: { filter: DeliveryFilter }) {
  const t = messages.deliveries;
  const inResponses = queryOfResponses(filter.q);
  return (
    <EmptyList isFiltered={isFiltered(filter)} words={t} allAt="/deliveries">
      {!isFiltered(filter) ? (
        <RequireRole atLeast="admin">
          <Link to="/">{messages.common.howToOpen}</Link>
        </RequireRole>
      ) : (
        inResponses !== null && (
          <Link to={deliveryPath({ ...filter, q: inResponses }, null, null)}>{t.searchResponses}</Link>
        )
      )}
    </EmptyList>
  );
}

interface SendBarProps {
  filter: DeliveryFilter;
  marked: ReadonlySet<string>;
  unmark: () => void;
}

/** Resends the selected deliveries, or all that match the filter. */
function SendBar({ filter, marked, unmark }: SendBarProps) {
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
  const resendFound = async () => {
    let calls = 0;
    setOutcome(
      await resendPages(
        (cursor) => api.retry({ filter: retryFilterOf(filter), cursor }),
        () => calls++ < MAX_CALLS,
      ),
    );
  };
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
          button={{ size: "xs", leftSection: <IconSend size={14} aria-hidden /> }}
          action={t.resendAll(countWords(found))}
          destructive={false}
          onConfirm={resendFound}
        >
          <p>{t.resendAllText}</p>
        </ConfirmButton>
      )}
      {chosen.error && <ErrorNote error={chosen.error} />}
      {outcome !== null && <Outcome outcome={outcome} dismiss={() => setOutcome(null)} />}
    </>
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
