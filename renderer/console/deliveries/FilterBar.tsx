import { Button, Group, NativeSelect, TextInput, VisuallyHidden } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DeliveryTotals } from "../../../server/contracts/deliveries-api.ts";
import { DELIVERY_CODES, DELIVERY_WARNINGS } from "../../../server/contracts/delivery-states.ts";
import {
  ALL_DELIVERIES,
  DELIVERY_STATUSES,
  type DeliveryStanding,
  readQuery,
} from "../../../server/contracts/log-query.ts";
import { type DeliveryFilter, retryFilterOf } from "../data/filters.ts";
import { deliveryTotalsQuery } from "../data/queries.ts";
import { pathWith } from "../lib/router.tsx";
import { reasonWords } from "../lib/words.ts";
import { ProjectFilter, SearchField, TimeFilter } from "../list/filters.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { FilterChoice } from "../parts/Choices.tsx";
import { bound } from "../parts/Form.tsx";

const FOLDED: readonly (keyof DeliveryFilter)[] = ["project", "event", "code", "warning", "host", "from", "to"];

interface FilterBarProps {
  filter: DeliveryFilter;
  change: (changed: Partial<DeliveryFilter>) => void;
  /** Next to an open delivery, or on a phone. */
  narrow: boolean;
}

export function FilterBar({ filter, change, narrow }: FilterBarProps) {
  const t = messages.deliveries;
  const [unfolded, setUnfolded] = useState(false);
  const active = FOLDED.filter((name) => filter[name] !== "").length;
  return (
    <>
      <SearchField label={t.search} value={filter.q} onChange={(q) => change({ q })} />
      {narrow && (
        <Button
          size="xs"
          variant={active > 0 ? "light" : "default"}
          flex="none"
          miw={0}
          leftSection={<IconFilter size={14} aria-hidden />}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {t.filters}
          {active > 0 && ` (${active})`}
        </Button>
      )}
      {(!narrow || unfolded) && <Choices filter={filter} change={change} />}
      {filter.session !== "" && (
        <Button size="xs" variant="light" flex="none" miw={0} onClick={() => change({ session: "" })}>
          {t.oneArticle} <span aria-hidden>×</span>
          <VisuallyHidden>{t.showAll}</VisuallyHidden>
        </Button>
      )}
      <Tabs filter={filter} change={change} />
    </>
  );
}

function Choices({ filter, change }: Pick<FilterBarProps, "filter" | "change">) {
  const t = messages.deliveries;
  return (
    <>
      <ProjectFilter value={filter.project} onChange={(project) => change({ project })} />
      <FilterChoice<string>
        label={t.event}
        words={t.events}
        value={filter.event}
        onChange={(event) => change({ event })}
      />
      <ReasonField filter={filter} change={change} />
      <HostField key={filter.host} value={filter.host} onChange={(host) => change({ host })} />
      <TimeFilter from={filter.from} to={filter.to} onChange={change} />
    </>
  );
}

const WARNING = "warning:";

/** A failure code, or a warning of a delivered version. */
function ReasonField({ filter: { code, warning }, change }: Pick<FilterBarProps, "filter" | "change">) {
  const t = messages.deliveries;
  const { warnings } = messages.words;
  const codes = DELIVERY_CODES.map((one) => ({
    value: one as string,
    label: one === "http_status" ? "HTTP 4xx, 5xx" : reasonWords({ code: one, last_status: null }),
  }));
  const ofWarnings = [
    {
      value: `${WARNING}archive`,
      label: `${warnings.archive_not_downloaded}, ${warnings.archive_refused.toLowerCase()}`,
    },
    ...DELIVERY_WARNINGS.map((one) => ({ value: WARNING + one, label: warnings[one] })),
  ];
  const value = warning === "" ? code : WARNING + warning;
  const isOffered = value === "" || [...codes, ...ofWarnings].some((one) => one.value === value);
  return (
    <NativeSelect
      size="xs"
      aria-label={t.code}
      value={value}
      onChange={({ currentTarget: { value: chosen } }) =>
        change(
          chosen.startsWith(WARNING)
            ? { code: "", warning: chosen.slice(WARNING.length) }
            : { code: chosen, warning: "" },
        )
      }
      data={[
        { value: "", label: t.allCodes },
        ...codes,
        ...(isOffered ? [] : [{ value, label: value }]),
        { group: messages.common.warnings, items: ofWarnings },
      ]}
    />
  );
}

/** Changes on Enter or blur. */
function HostField({ value, onChange }: { value: string; onChange: (host: string) => void }) {
  const [typed, setTyped] = useState(value);
  const commit = () => onChange(typed.trim());
  return (
    <TextInput
      size="xs"
      aria-label={messages.deliveries.host}
      placeholder={messages.deliveries.host}
      {...bound(typed, setTyped)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
    />
  );
}

function Tabs({ filter, change }: Pick<FilterBarProps, "filter" | "change">) {
  const t = messages.deliveries;
  const { data: totals } = useQuery(deliveryTotalsQuery(filter));
  const chosen = standingsOf(filter);
  const choose = (state: string) => change({ state, q: withoutStates(filter.q) });
  const shown = DELIVERY_STATUSES.filter((one) => chosen.includes(one) || (totals?.[one].count ?? 0) > 0);
  return (
    <Group component="fieldset" gap={2} m={0} p={0} bd={0} flex="1 0 100%" aria-label={t.byState}>
      {(["", ...shown] as const).map((one) => {
        const isChosen = one === "" ? chosen.length === 0 : chosen.includes(one);
        return (
          <Button
            key={one}
            size="compact-xs"
            variant={isChosen ? "light" : "subtle"}
            aria-pressed={isChosen}
            onClick={() => choose(chosen.length === 1 && isChosen ? "" : one)}
          >
            {one === "" ? t.all : messages.words.standings[one]}{" "}
            {totals && countWords(one === "" ? sum(totals, DELIVERY_STATUSES) : totals[one])}
          </Button>
        );
      })}
    </Group>
  );
}

/** @param tab of the delivery, null for the first */
export function deliveryPath(filter: DeliveryFilter, id: string | null, tab: string | null): string {
  return pathWith(id === null ? "/deliveries" : `/deliveries/${id}`, { ...filter, tab: id === null ? "" : tab });
}

/** States of the tab and the search; empty for all. */
export function standingsOf(filter: DeliveryFilter): DeliveryStanding[] {
  const { state = [], q = null } = retryFilterOf(filter);
  const { standings } = readQuery({ ...ALL_DELIVERIES, states: state, q });
  return DELIVERY_STATUSES.filter((one) => standings.has(one));
}

/** The search without its `state:` words. */
export function withoutStates(q: string): string {
  return q.replace(/(^|\s)state:(?:"[^"]*"|\S+)/gi, "").trim();
}

/** The search for the same words in the responses; null for a search with other terms. */
export function queryOfResponses(q: string): string | null {
  const words = q.replaceAll('"', "").trim();
  return words === "" || /^[a-z]+:/i.test(words) ? null : `text:"${words}"`;
}

interface Count {
  count: number;
  more: boolean;
}

/** The server stops counting here. */
const MAX_COUNTED = 1_000;

/** "37" or "1,000+". */
export function countWords({ count, more }: Count): string {
  return more ? `${numberInWords(Math.min(count, MAX_COUNTED))}+` : numberInWords(count);
}

export function sum(totals: DeliveryTotals, standings: readonly DeliveryStanding[]): Count {
  return standings.reduce<Count>(
    (all, one) => ({ count: all.count + totals[one].count, more: all.more || totals[one].more }),
    { count: 0, more: false },
  );
}
