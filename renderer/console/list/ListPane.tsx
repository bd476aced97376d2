import { Button } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { messages } from "../messages/index.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Rows, type RowsProps } from "./Rows.tsx";

interface ListPaneProps<T extends { id: string }> extends Omit<RowsProps<T>, "items"> {
  list: UseInfiniteQueryResult<T[]>;
  empty: ReactNode;
}

export function ListPane<T extends { id: string }>({ list, empty, ...rows }: ListPaneProps<T>) {
  const retry = () => void list.refetch();
  if (list.isPending) return <SkeletonRows rows={9} height={32} />;
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
    <div className="rows-more" ref={end}>
      <Button variant="subtle" size="xs" onClick={load} loading={busy}>
        {messages.common.older}
      </Button>
    </div>
  );
}
