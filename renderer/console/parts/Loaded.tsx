import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { ErrorNote, MoreButton, SkeletonRows } from "./Notes.tsx";

interface Bars {
  rows: number;
  height: number;
}

interface LoadedProps<T> extends Bars {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

/** The data of a query, below the error if a refresh failed; until it loads, the error or skeleton bars. */
export function Loaded<T>({ query: { data, error, refetch }, rows, height, children }: LoadedProps<T>) {
  return (
    <>
      {error !== null && <ErrorNote error={error} retry={() => void refetch()} />}
      {data !== undefined && children(data)}
      {data === undefined && error === null && <SkeletonRows rows={rows} height={height} />}
    </>
  );
}

interface ItemsProps<T> extends Bars {
  query: UseQueryResult<unknown> | UseInfiniteQueryResult<unknown>;
  items: readonly T[] | undefined;
  label?: string;
  none: ReactNode;
  className?: string;
  children: (item: T) => ReactNode;
}

/** The items of a query as list items, page by page. */
export function Items<T extends { id: string }>(props: ItemsProps<T>) {
  const { query, items, label, none, className = "list ruled", children } = props;
  return (
    <>
      {query.error && <ErrorNote error={query.error} retry={() => void query.refetch()} />}
      {query.isPending && <SkeletonRows rows={props.rows} height={props.height} />}
      {items?.length === 0 && !query.error && (typeof none === "string" ? <p className="hint">{none}</p> : none)}
      {items !== undefined && items.length > 0 && (
        <ul className={className} aria-label={label}>
          {items.map((item) => (
            <Fragment key={item.id}>{children(item)}</Fragment>
          ))}
        </ul>
      )}
      {"hasNextPage" in query && <MoreButton list={query} />}
    </>
  );
}
