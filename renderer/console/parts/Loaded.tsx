import {
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { ErrorNote, MoreButton, SkeletonRows } from "./Notes.tsx";

interface LoadedProps<Loads, T, Key extends QueryKey> {
  query: UseQueryOptions<Loads, Error, T, Key>;
  children: (data: T) => ReactNode;
}

/** The data of a query, below the error if a refresh failed; until it loads, the error or skeleton bars. */
export function Loaded<Loads, T, Key extends QueryKey>({ query, children }: LoadedProps<Loads, T, Key>) {
  const { data, error, refetch } = useQuery(query);
  return (
    <>
      {error !== null && <ErrorNote error={error} retry={() => void refetch()} />}
      {data !== undefined && children(data)}
      {data === undefined && error === null && <SkeletonRows />}
    </>
  );
}

interface ItemsProps<T> {
  list: UseQueryResult<readonly T[]> | UseInfiniteQueryResult<readonly T[]>;
  label?: string;
  none: ReactNode;
  className?: string;
  children: (item: T) => ReactNode;
}

/** The items of a query as list items, page by page. */
export function Items<T extends { id: string }>(props: ItemsProps<T>) {
  const { list, label, none, className = "list ruled", children } = props;
  const { data: items } = list;
  return (
    <>
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <SkeletonRows />}
      {items?.length === 0 && !list.error && (typeof none === "string" ? <p className="hint">{none}</p> : none)}
      {items !== undefined && items.length > 0 && (
        <ul className={className} aria-label={label}>
          {items.map((item) => (
            <Fragment key={item.id}>{children(item)}</Fragment>
          ))}
        </ul>
      )}
      {"hasNextPage" in list && <MoreButton list={list} />}
    </>
  );
}
