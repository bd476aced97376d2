/** Rows as links with roving focus: arrows or j and k, Home, End. A row re-renders only when its item changes. */
import { type FocusEvent, type KeyboardEvent, memo, type ReactNode, useState } from "react";
import { keyOf } from "../lib/keys.ts";
import { Link } from "../lib/router.tsx";

export interface RowsProps<T extends { id: string }> {
  label: string;
  items: T[];
  selectedId?: string | null;
  hrefOf: (item: T) => string;
  /** Must depend on the item only: rows are memoised. */
  renderRow: (item: T) => ReactNode;
}

export function Rows<T extends { id: string }>({ label, items, selectedId = null, hrefOf, renderRow }: RowsProps<T>) {
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const has = (id: string | null) => id !== null && items.some((item) => item.id === id);
  const tabStopId = has(focusedId) ? focusedId : has(selectedId) ? selectedId : items[0]?.id;
  const trackFocus = (event: FocusEvent) => {
    const row = event.target.closest<HTMLElement>("[data-row-id]");
    if (row?.dataset.rowId !== undefined) setFocusedId(row.dataset.rowId);
  };

  return (
    <ul className="list rows" aria-label={label} onKeyDown={moveFocus} onFocus={trackFocus}>
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
