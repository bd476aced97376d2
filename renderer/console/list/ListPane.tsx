/** The rows of a master list in every state: on their way, none, failed, and more of them. */
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import type { Pages } from "../use-pages.ts";
import { Rows, type RowsProps } from "./Rows.tsx";

export interface ListPaneProps<T extends { id: string }> extends Omit<RowsProps<T>, "items"> {
  pages: Pages<T>;
  /** Instead of the list when there is nothing in it. */
  empty: ReactNode;
}

export function ListPane<T extends { id: string }>({ pages, empty, ...rows }: ListPaneProps<T>) {
  if (pages.loading) return <SkeletonRows rows={9} height={38} />;
  if (pages.items.length === 0)
    return pages.error === undefined ? empty : <ErrorNote error={pages.error} retry={pages.reload} />;
  return (
    <>
      <Rows {...rows} items={pages.items} />
      {pages.error !== undefined && <ErrorNote error={pages.error} retry={pages.reload} />}
      {pages.hasMore && <More busy={pages.loadingMore} failed={pages.error !== undefined} load={pages.loadMore} />}
    </>
  );
}

/** Further pages come when the end scrolls into view. */
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
