import { Button, Group } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type FocusEvent, type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from "react";
import { keyOf } from "../lib/keys.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";

export interface ListPaneProps<T extends { id: string }> extends Omit<RowsProps<T>, "items"> {
  list: UseInfiniteQueryResult<T[]>;
  empty: ReactNode;
}

export function ListPane<T extends { id: string }>({ list, empty, ...rows }: ListPaneProps<T>) {
  const retry = () => void list.refetch();
  if (list.isPending) return <SkeletonRows rows={9} />;
  const items = list.data ?? [];
  // A page of a search may be empty even if there is a next one.
  if (items.length === 0 && !list.hasNextPage)
    return list.error ? <ErrorNote error={list.error} retry={retry} /> : empty;
  return (
    <>
      <Rows {...rows} items={items} />
      {list.error && <ErrorNote error={list.error} retry={retry} />}
      {list.hasNextPage && (
        <More busy={list.isFetchingNextPage} failed={list.error !== null} load={() => void list.fetchNextPage()} />
      )}
    </>
  );
}

/** Loads more when scrolled into view. */
function More({ busy, failed, load }: { busy: boolean; failed: boolean; load: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After an error only the button loads more.
    if (end.current === null || busy || failed) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [busy, failed, load]);
  return (
    <Group justify="center" p="sm" ref={end}>
      <Button variant="subtle" size="xs" onClick={load} loading={busy}>
        {messages.common.older}
      </Button>
    </Group>
  );
}

interface RowsProps<T extends { id: string }> {
  label: string;
  items: T[];
  selectedId?: string | null;
  hrefOf: (item: T) => string;
  /** Must depend on the item only: rows are memoised. */
  renderRow: (item: T) => ReactNode;
}

/** Rows as links with roving focus: arrows or j and k, Home, End. A row re-renders only when its item changes. */
export function Rows<T extends { id: string }>({ label, items, selectedId = null, hrefOf, renderRow }: RowsProps<T>) {
  const { tabStopId, onFocus } = useRowFocus(items, selectedId);
  return (
    <ul className="list rows" aria-label={label} onKeyDown={moveFocus} onFocus={onFocus}>
      {items.map((item) => (
        <Row
          key={item.id}
          item={item}
          href={hrefOf(item)}
          open={item.id === selectedId}
          inTabOrder={item.id === tabStopId}
          render={renderRow as (item: { id: string }) => ReactNode}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  item: { id: string };
  href: string;
  open: boolean;
  inTabOrder: boolean;
  render: (item: { id: string }) => ReactNode;
}

const Row = memo(
  function Row({ item, href, open, inTabOrder, render }: RowProps) {
    return (
      <li>
        <Link
          to={href}
          className="row"
          data-row-id={item.id}
          aria-current={open ? "true" : undefined}
          tabIndex={inTabOrder ? 0 : -1}
        >
          {render(item)}
        </Link>
      </li>
    );
  },
  (before, after) =>
    before.item === after.item &&
    before.href === after.href &&
    before.open === after.open &&
    before.inTabOrder === after.inTabOrder,
);

/** Roving focus: of the rows, the tab order has the last focused one, else the open one, else the first. */
export function useRowFocus(items: readonly { id: string }[], openId: string | null) {
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const known = (id: string | null) => (items.some((item) => item.id === id) ? id : null);
  const [open, focused] = [known(openId), known(focusedId)];
  return {
    /** The row that keys act on. */
    activeId: open ?? focused,
    tabStopId: focused ?? open ?? items[0]?.id,
    setFocusedId,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>("[data-row-id]");
      if (row?.dataset.rowId !== undefined) setFocusedId(row.dataset.rowId);
    },
  };
}

export function findRow(root: HTMLElement | null, id: string): HTMLElement | undefined {
  return root?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"]`) ?? undefined;
}

/** Moves the focus to the first link of another item of the list. */
export function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  if (event.metaKey || event.ctrlKey || event.altKey || !(event.target instanceof HTMLElement)) return;
  const list = event.currentTarget;
  const here = event.target.closest("li");
  const targets: Record<string, Element | null | undefined> = {
    ArrowDown: here?.nextElementSibling,
    j: here?.nextElementSibling,
    ArrowUp: here?.previousElementSibling,
    k: here?.previousElementSibling,
    Home: list.firstElementChild,
    End: list.lastElementChild,
  };
  const key = keyOf(event.nativeEvent);
  if (!(key in targets)) return;
  event.preventDefault();
  targets[key]?.querySelector<HTMLElement>("a")?.focus();
}

interface EmptyListProps {
  isFiltered: boolean;
  words: { none: string; noneText?: string };
  /** The list without filters. */
  allAt: string;
  /** A hint below the title. */
  children?: ReactNode;
}

export function EmptyList({ isFiltered, words: { none, noneText }, allAt, children }: EmptyListProps) {
  const text = isFiltered ? <Link to={allAt}>{messages.common.showAll}</Link> : noneText;
  return (
    <EmptyNote title={isFiltered ? messages.common.nothingFound : none}>
      {text !== undefined && <p>{text}</p>}
      {children && <p>{children}</p>}
    </EmptyNote>
  );
}
