/**
 * A list whose rows are links: arrow keys or j and k walk, Enter opens, Home and End jump. One row at a time is in the
 * tab order.
 */
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Link } from "../router.tsx";

export interface RowsProps<T extends { id: string }> {
  /** Of the list, for a screen reader. */
  label: string;
  items: T[];
  selectedId?: string | null;
  hrefOf: (item: T) => string;
  renderRow: (item: T) => ReactNode;
}

export function Rows<T extends { id: string }>({ label, items, selectedId = null, hrefOf, renderRow }: RowsProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [touched, setTouched] = useState<string | null>(null);
  const has = (id: string | null) => id !== null && items.some((item) => item.id === id);
  const reachable = has(touched) ? touched : has(selectedId) ? selectedId : items[0]?.id;

  return (
    <ul className="rows" aria-label={label} ref={list} onKeyDown={(event) => walk(event, list.current)}>
      {items.map((item) => (
        <li key={item.id}>
          <Link
            to={hrefOf(item)}
            className="row"
            data-row-id={item.id}
            aria-current={item.id === selectedId ? "true" : undefined}
            tabIndex={item.id === reachable ? 0 : -1}
            onFocus={() => setTouched(item.id)}
          >
            {renderRow(item)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function walk(event: KeyboardEvent, list: HTMLElement | null) {
  if (list === null || event.metaKey || event.ctrlKey || event.altKey) return;
  const rows = [...list.querySelectorAll<HTMLElement>("[data-row-id]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  const row = rows[Math.min(Math.max(target, 0), rows.length - 1)];
  row?.focus();
}
