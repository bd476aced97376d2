import { Box, Button, Group, Stack, VisuallyHidden } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconArrowUp, IconPlayerPause } from "@tabler/icons-react";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { DeliveryHead } from "../../../server/contracts/deliveries-api.ts";
import { localTime, Time } from "../../shared/Time.tsx";
import { isDialogOpen, keyOf } from "../lib/keys.ts";
import { Link, navigate } from "../lib/router.tsx";
import { contentWords, durationWords, reasonWords } from "../lib/words.ts";
import { findRow, useRowFocus } from "../list/ListPane.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";

/** px, one line and two lines. */
const ROW = 32;
const NARROW_ROW = 50;
/** Minimum width in px for rows of one line; also in log.css. */
const ONE_LINE = 704;
const OVERSCAN = 12;
/** px from the top that count as the head. */
const HEAD = 8;

interface LogProps {
  list: UseInfiniteQueryResult<DeliveryHead[]>;
  openId: string | null;
  /** The open delivery, if the list has not loaded it yet. */
  opened: DeliveryHead | null;
  marked: ReadonlySet<string>;
  /** Null if the role may not resend: rows cannot be selected. */
  onMark: ((id: string, range: boolean, rows: readonly DeliveryHead[]) => void) | null;
  onResend: ((id: string) => void) | null;
  hrefOf: (id: string) => string;
  empty: ReactNode;
}

/**
 * The virtualised rows of the log. At its head the list follows new rows; scrolled or paused, it counts them. j and k move,
 * Enter opens, r resends, x selects; arrows, Home and End work inside the list.
 */
export function Log({ list, openId, opened, marked, onMark, onResend, hrefOf, empty }: LogProps) {
  const t = messages.deliveries;
  const scroller = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  const all = list.data ?? [];
  const newest = all[0]?.position ?? 0;
  /** Position of the newest row shown while paused. */
  const [head, setHead] = useState<number | null>(null);
  const [isPaused, setPaused] = useState(false);
  const shown = head === null ? all : all.filter(({ position }) => position <= head);
  // Follows again if the paused list has no rows left.
  const rows = shown.length === 0 ? all : shown;
  const pinned = opened !== null && !rows.some(({ id }) => id === opened.id) ? opened : null;
  const items = pinned === null ? rows : [pinned, ...rows];
  const waiting = all.length - rows.length;

  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isWide ? ROW : NARROW_ROW),
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => {
        setWide(rect.width >= ONE_LINE);
        report(rect);
      }),
    overscan: OVERSCAN,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again when their height changes
  useEffect(() => virtual.measure(), [isWide]);
  const drawn = virtual.getVirtualItems();

  // Loads more near the end, or while the rows do not fill the view.
  const lastDrawn = drawn.at(-1)?.index ?? -1;
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && error === null && lastDrawn >= items.length - OVERSCAN)
      void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, lastDrawn, items.length, fetchNextPage]);

  const { activeId, tabStopId, setFocusedId, onFocus } = useRowFocus(items, openId);
  const pendingFocus = useRef<string | null>(null);
  // A row that was scrolled into view exists after the next render.
  useLayoutEffect(() => {
    if (pendingFocus.current === null) return;
    const row = findRow(scroller.current, pendingFocus.current);
    if (row === undefined) return;
    pendingFocus.current = null;
    row.focus({ preventScroll: true });
  });
  useWindowEvent("keydown", (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isElsewhere(event.target)) return;
    const key = keyOf(event);
    const isInList = event.target instanceof Element && event.target.closest(".delivery-rows") !== null;
    const at = items.findIndex(({ id }) => id === activeId);
    const below = at + 1;
    const above = at === -1 ? 0 : at - 1;
    const inList = { ArrowDown: below, ArrowUp: above, Home: 0, End: items.length - 1 };
    const steps: Record<string, number | undefined> = { j: below, k: above, ...(isInList ? inList : {}) };
    const next = steps[key];
    if (next !== undefined) {
      const goal = items[next];
      if (goal === undefined) return;
      event.preventDefault();
      pendingFocus.current = goal.id;
      virtual.scrollToIndex(next, { align: "auto" });
      setFocusedId(goal.id);
      if (openId !== null) navigate(hrefOf(goal.id), true);
      return;
    }
    if (activeId === null) return;
    if (key === "Enter" && !isInteractive(event.target)) navigate(hrefOf(activeId));
    else if (key === "x" || (key === " " && isInList)) onMark?.(activeId, false, items);
    else if (key === "r") onResend?.(activeId);
    else return;
    event.preventDefault();
  });

  const onScroll = () => {
    const isAtHead = (scroller.current?.scrollTop ?? 0) <= HEAD;
    if (isAtHead && !isPaused) setHead(null);
    else if (!isAtHead && head === null) setHead(newest);
  };
  const follow = () => {
    setPaused(false);
    setHead(null);
    scroller.current?.scrollTo(0, 0);
  };
  const pause = () => {
    setPaused(true);
    setHead(newest);
  };

  if (list.isPending) return <SkeletonRows rows={12} />;
  if (items.length === 0 && !hasNextPage)
    return list.error ? <ErrorNote error={list.error} retry={() => void list.refetch()} /> : empty;
  return (
    <Stack gap={0} h="100%">
      <Group
        gap="sm"
        justify="flex-end"
        px="md"
        flex="none"
        wrap="nowrap"
        style={{ borderBottom: "1px solid var(--border)" }}
      >
        {waiting > 0 && (
          <Button size="compact-xs" leftSection={<IconArrowUp size={13} aria-hidden />} onClick={follow}>
            {t.isNew(numberInWords(waiting))}
          </Button>
        )}
        <VisuallyHidden role="status">{waiting > 0 ? t.isNew(numberInWords(waiting)) : ""}</VisuallyHidden>
        {(head === null || waiting === 0) && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-pressed={isPaused}
            leftSection={<IconPlayerPause size={13} aria-hidden />}
            onClick={isPaused ? follow : pause}
          >
            {isPaused ? messages.common.follow : t.pause}
          </Button>
        )}
      </Group>
      <Box flex={1} mih={0} style={{ contain: "strict", overflowY: "auto" }} ref={scroller} onScroll={onScroll}>
        <ul
          className="list delivery-rows"
          aria-label={messages.shell.places.deliveries}
          style={{ position: "relative", height: virtual.getTotalSize() }}
          onFocus={onFocus}
        >
          {drawn.map(({ index, start, size, key }) => {
            const delivery = items[index];
            if (delivery === undefined) return null;
            return (
              <li
                key={key}
                data-pinned={delivery === pinned || undefined}
                aria-setsize={hasNextPage ? -1 : items.length}
                aria-posinset={index + 1}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <LogRow
                  delivery={delivery}
                  href={hrefOf(delivery.id)}
                  open={delivery.id === openId}
                  inTabOrder={delivery.id === tabStopId}
                  marked={marked.has(delivery.id)}
                  onMark={onMark && ((id, range) => onMark(id, range, items))}
                />
              </li>
            );
          })}
        </ul>
        {list.error && <ErrorNote error={list.error} retry={() => void fetchNextPage()} />}
        {isFetchingNextPage && (
          <p className="hint" role="status">
            {t.searching}
          </p>
        )}
      </Box>
    </Stack>
  );
}

function nameOf({ title, material_id, event }: Pick<DeliveryHead, "title" | "material_id" | "event">): string {
  const name = title ?? material_id;
  return event === "site_fonts_updated" ? messages.deliveries.fontsOf(name) : name;
}

const BAD: ReadonlySet<DeliveryHead["standing"]> = new Set(["rejected", "failed", "exhausted", "retrying"]);

/** "500 · next 20:31", the site's message, or "200 · 38 ms". */
function whyOf(delivery: DeliveryHead): string {
  const { standing, code, last_status, last_duration_ms, site_message, next_attempt_at, attempts } = delivery;
  const isDelivered = standing === "delivered" && last_duration_ms !== null;
  const status = code === "http_status" || isDelivered ? last_status : null;
  return [
    (standing === "rejected" && site_message) || (status ?? reasonWords(delivery)),
    standing === "retrying" &&
      next_attempt_at !== null &&
      messages.deliveries.next(localTime(next_attempt_at, Date.now())),
    isDelivered && durationWords(last_duration_ms),
    standing === "exhausted" && messages.common.attempts(attempts),
  ]
    .filter(Boolean)
    .join(" · ");
}

interface LogRowProps {
  delivery: DeliveryHead;
  href: string;
  open: boolean;
  inTabOrder: boolean;
  marked: boolean;
  /** @param range with all rows since the last selected one. Null: rows cannot be selected */
  onMark: ((id: string, range: boolean) => void) | null;
}

const LogRow = memo(function LogRow({ delivery, href, open, inTabOrder, marked, onMark }: LogRowProps) {
  const t = messages.deliveries;
  const name = nameOf(delivery);
  const why = whyOf(delivery);
  return (
    <div className="delivery-line" data-marked={marked || undefined}>
      {onMark && (
        <label className="delivery-check">
          <input
            type="checkbox"
            aria-label={t.select(name)}
            tabIndex={-1}
            checked={marked}
            onChange={() => undefined}
            onClick={(event) => onMark(delivery.id, event.shiftKey)}
          />
        </label>
      )}
      <Link
        to={href}
        className="row delivery-row"
        data-row-id={delivery.id}
        aria-current={open ? "true" : undefined}
        tabIndex={inTabOrder ? 0 : -1}
      >
        <span className="delivery-name" title={name}>
          {name}
          {delivery.title !== null && <small>{delivery.material_id}</small>}
        </span>
        <span className="delivery-state">
          <DeliveryMark delivery={delivery} />
        </span>
        <span
          className="muted"
          style={{ gridArea: "why", ...(BAD.has(delivery.standing) && { color: "var(--foreground)" }) }}
          title={why}
        >
          {why}
        </span>
        <span
          className="muted"
          style={{ gridArea: "site" }}
          title={`${delivery.project_name} → ${delivery.callback_host}`}
        >
          {delivery.callback_host}
        </span>
        <span className="muted delivery-version" title={contentWords(delivery)}>
          {delivery.event === "site_fonts_updated" ? messages.projects.tabs.fonts : t.version(delivery.version_number)}
        </span>
        <span className="muted" style={{ gridArea: "age", textAlign: "right" }}>
          <Time iso={delivery.created_at} as="relative" />
        </span>
      </Link>
    </div>
  );
});

/** Whether a text field has the focus or a dialog is open. */
function isElsewhere(target: EventTarget | null): boolean {
  if (isDialogOpen()) return true;
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type='checkbox']), textarea, select, [contenteditable], [role='tab']")
  );
}

/** Elements with an Enter action of their own. */
function isInteractive(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button, summary, input") !== null;
}
