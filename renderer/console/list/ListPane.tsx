/**
 * A list whose rows are links: arrow keys or j and k walk, Enter opens, Home and End jump. One row at a time is in the
 * tab order. Further pages come when the end scrolls into view.
 */
import { Button } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Link } from "../router.tsx";
import type { Pages } from "../use-pages.ts";

export interface ListPaneProps<T extends { id: string }> {
  /** Of the list, for a screen reader. */
  label: string;
  pages: Pages<T>;
  selectedId: string | null;
  hrefOf: (item: T) => string;
  renderRow: (item: T) => ReactNode;
  /** Instead of the list when there is nothing in it. */
  empty: ReactNode;
}

export function ListPane<T extends { id: string }>(props: ListPaneProps<T>) {
  const { label, pages, selectedId, hrefOf, renderRow, empty } = props;
  const list = useRef<HTMLUListElement>(null);
  const [touched, setTouched] = useState<string | null>(null);

  if (pages.loading) return <SkeletonRows rows={9} height={38} />;
  if (pages.items.length === 0)
    return pages.error === undefined ? empty : <ErrorNote error={pages.error} retry={pages.reload} />;

  const has = (id: string | null) => id !== null && pages.items.some((item) => item.id === id);
  const reachable = has(touched) ? touched : has(selectedId) ? selectedId : pages.items[0]?.id;

  return (
    <>
      <ul className="rows" aria-label={label} ref={list} onKeyDown={(event) => walk(event, list.current)}>
        {pages.items.map((item) => (
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
      {pages.error !== undefined && <ErrorNote error={pages.error} retry={pages.reload} />}
      {pages.hasMore && <More busy={pages.loadingMore} failed={pages.error !== undefined} load={pages.loadMore} />}
    </>
  );
}

function More({ busy, failed, load }: { busy: boolean; failed: boolean; load: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After a failure the next try is the person's to make.
    if (end.current === null || busy || failed) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [busy, failed, load]);
  return (
    <div className="rows-more" ref={end}>
      <Button variant="subtle" size="xs" onClick={load} loading={busy}>
        Older ones
      </Button>
    </div>
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
