/** The virtualised rows of the log. At its head the list follows new rows; scrolled or paused, it counts them. */
import { Button } from "@mantine/core";
import { IconArrowUp, IconPlayerPause } from "@tabler/icons-react";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { DeliveryHead } from "../../../server/contracts/deliveries-api.ts";
import { messages, numberInWords } from "../messages/index.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { LogRow } from "./LogRow.tsx";

/** px, one line and two lines. */
const ROW = 32;
const NARROW_ROW = 50;
/** Minimum width in px for rows of one line; also in log.css. */
const ONE_LINE = 704;
const OVERSCAN = 12;
/** px from the top that count as the head. */
const HEAD = 8;

export interface LogHandle {
  current: () => string | null;
  /** Null at either end. */
  neighbour: (id: string | null, by: 1 | -1) => DeliveryHead | null;
  /** Among the loaded rows; null in an empty list. */
  end: (which: "first" | "last") => DeliveryHead | null;
  focus: (id: string) => void;
}

interface LogProps {
  list: UseInfiniteQueryResult<DeliveryHead[]>;
  openId: string | null;
  /** The open delivery, if the list has not loaded it yet. */
  opened: DeliveryHead | null;
  marked: ReadonlySet<string>;
  /** Null if the role may not resend: rows cannot be selected. */
  onMark: ((id: string, range: boolean, rows: readonly DeliveryHead[]) => void) | null;
  hrefOf: (id: string) => string;
  handle: RefObject<LogHandle | null>;
  empty: ReactNode;
}

export function Log({ list, openId, opened, marked, onMark, hrefOf, handle, empty }: LogProps) {
  const t = messages.deliveries;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller, list.isPending);
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
    estimateSize: () => (width >= ONE_LINE ? ROW : NARROW_ROW),
    overscan: OVERSCAN,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again when their height changes
  useEffect(() => virtual.measure(), [width >= ONE_LINE]);
  const drawn = virtual.getVirtualItems();

  // Loads more near the end, or while the rows do not fill the view.
  const lastDrawn = drawn.at(-1)?.index ?? -1;
  const { hasNextPage, isFetchingNextPage, error, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && error === null && lastDrawn >= items.length - OVERSCAN)
      void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, lastDrawn, items.length, fetchNextPage]);

  const [focusedId, setFocusedId] = useState<string | null>(null);
  const pendingFocus = useRef<string | null>(null);
  const has = (id: string | null) => id !== null && items.some((item) => item.id === id);
  const tabStop = has(focusedId) ? focusedId : has(openId) ? openId : (items[0]?.id ?? null);
  const trackFocus = (event: FocusEvent) => {
    const row = event.target.closest<HTMLElement>("[data-row-id]");
    if (row?.dataset.rowId !== undefined) setFocusedId(row.dataset.rowId);
  };
  const rowOf = (id: string) => scroller.current?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`);
  // A row that was scrolled into view exists after the next render.
  useLayoutEffect(() => {
    if (pendingFocus.current === null) return;
    const row = rowOf(pendingFocus.current);
    if (row === null || row === undefined) return;
    pendingFocus.current = null;
    row.focus({ preventScroll: true });
  });
  handle.current = {
    current: () => (has(openId) ? openId : has(focusedId) ? focusedId : null),
    neighbour(id, by) {
      const at = id === null ? -1 : items.findIndex((item) => item.id === id);
      if (at === -1) return items[0] ?? null;
      return items[at + by] ?? null;
    },
    end: (which) => (which === "first" ? items[0] : items.at(-1)) ?? null,
    focus(id) {
      pendingFocus.current = id;
      virtual.scrollToIndex(
        items.findIndex((item) => item.id === id),
        { align: "auto" },
      );
      setFocusedId(id);
    },
  };

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

  if (list.isPending) return <SkeletonRows rows={16} height={24} />;
  if (items.length === 0 && !hasNextPage)
    return list.error ? <ErrorNote error={list.error} retry={() => void list.refetch()} /> : empty;
  return (
    <div className="delivery-log">
      <div className="delivery-log-bar">
        {waiting > 0 && (
          <Button size="compact-xs" leftSection={<IconArrowUp size={13} aria-hidden />} onClick={follow}>
            {t.isNew(numberInWords(waiting))}
          </Button>
        )}
        <span className="visually-hidden" role="status">
          {waiting > 0 ? t.isNew(numberInWords(waiting)) : ""}
        </span>
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
      </div>
      <div className="delivery-scroll" ref={scroller} onScroll={onScroll}>
        <ul
          className="delivery-rows"
          aria-label={messages.shell.places.deliveries}
          style={{ height: virtual.getTotalSize() }}
          onFocus={trackFocus}
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
                  inTabOrder={delivery.id === tabStop}
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
      </div>
    </div>
  );
}

/** Width in px. @param isGone whether the list is not rendered yet */
function useWidth(element: RefObject<HTMLElement | null>, isGone: boolean): number {
  const [width, setWidth] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element comes with the first rows
  useLayoutEffect(() => {
    const shown = element.current;
    if (shown === null) return;
    setWidth(shown.clientWidth);
    const observer = new ResizeObserver(() => setWidth(shown.clientWidth));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [isGone, element]);
  return width;
}
