/** The delivery log and the open delivery. Filters, delivery and tab are in the URL. */

import { useMediaQuery } from "@mantine/hooks";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { DeliveryDetail, DeliveryHead } from "../../../server/contracts/deliveries-api.ts";
import { api } from "../data/api.ts";
import { DELIVERY_FILTER, type DeliveryFilter, filterOf, isFiltered } from "../data/filters.ts";
import { useMay } from "../data/me.ts";
import { deliveriesQuery, deliveryQuery, keys } from "../data/queries.ts";
import { Link, navigate } from "../lib/router.tsx";
import { EmptyList } from "../list/EmptyList.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { messages } from "../messages/index.ts";
import { May } from "../parts/May.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { DeliveryPane } from "./DeliveryPane.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { Log, type LogHandle } from "./Log.tsx";
import { placeOf, queryOfResponses } from "./log-filter.ts";
import { SendBar } from "./SendBar.tsx";
import { useLogKeys } from "./use-log-keys.ts";
import "./log.css";

export function DeliveriesScreen({ id, query }: { id: string | null; query: URLSearchParams }) {
  const t = messages.deliveries;
  const filter = filterOf(query, DELIVERY_FILTER);
  const tab = query.get("tab");
  const list = useInfiniteQuery(deliveriesQuery(filter));
  const { data: opened } = useQuery({ ...deliveryQuery(id ?? ""), enabled: id !== null });
  const isPhone = useMediaQuery("(max-width: 60rem)") ?? false;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const client = useQueryClient();
  const mayResend = useMay("operator");
  const lastMarked = useRef<string | null>(null);
  const handle = useRef<LogHandle | null>(null);

  const change = (changed: Partial<DeliveryFilter>) => {
    setMarked(new Set());
    navigate(placeOf({ ...filter, ...changed }, id, tab), true);
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
    mutationFn: (one: string) => api.retryDelivery(one),
    onSettled: (_answer, _error, one) => client.invalidateQueries({ queryKey: keys.delivery(one) }),
  });
  useLogKeys({
    handle,
    openId: id,
    open: (to, replace) => navigate(placeOf(filter, to, tab), replace),
    mark: (one) => mayResend && mark(one, false, list.data ?? []),
    resend: (one) => mayResend && resend.mutate(one),
  });

  return (
    <MasterDetail
      title={messages.shell.places.deliveries}
      action={mayResend && <SendBar filter={filter} marked={marked} unmark={() => setMarked(new Set())} />}
      closeTo={placeOf(filter, null, null)}
      tools={
        <>
          <FilterBar filter={filter} change={change} narrow={isPhone || id !== null} />
          {resend.error && <ErrorNote error={resend.error} />}
        </>
      }
      list={
        <Log
          list={list}
          openId={id}
          opened={opened === undefined ? null : headOf(opened)}
          marked={marked}
          onMark={mayResend ? mark : null}
          hrefOf={(to) => placeOf(filter, to, tab)}
          handle={handle}
          empty={<NoDeliveries filter={filter} />}
        />
      }
      openId={id}
      one={t.one}
      detail={(open) => (
        <DeliveryPane
          key={open}
          id={open}
          tab={tab}
          onTab={(chosen) => navigate(placeOf(filter, open, chosen), true)}
        />
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
  const words = { none: t.nothingYet, noneText: t.nothingYetText, showAll: t.showAllDeliveries };
  return (
    <EmptyList isFiltered={isFiltered(filter)} words={words} allAt="/deliveries">
      {!isFiltered(filter) ? (
        <May least="admin">
          <Link to="/">{messages.common.howToOpen}</Link>
        </May>
      ) : (
        inResponses !== null && <Link to={placeOf({ ...filter, q: inResponses }, null, null)}>{t.searchResponses}</Link>
      )}
    </EmptyList>
  );
}
