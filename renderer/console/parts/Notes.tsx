import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiError, sentenceOf } from "../../shared/api-client.ts";
import { messages } from "../messages/index.ts";
import { SmallButton } from "./basics.tsx";

export function ErrorNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const isDeleted = error instanceof ApiError && error.status === 404;
  return (
    <div className="notice between" data-tone="refused" role="alert">
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <p className="grow">{sentenceOf(error)}</p>
      {retry && !isDeleted && (
        <SmallButton Icon={IconRefresh} onClick={retry}>
          {messages.common.tryAgain}
        </SmallButton>
      )}
    </div>
  );
}

export function EmptyNote({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="note-empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  return (
    <div className="skeleton-rows" role="status" aria-label={messages.common.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <Skeleton key={row} height={32} radius="xs" />
      ))}
    </div>
  );
}

interface MoreButtonProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the next page; nothing on the last one. */
export function MoreButton({ list }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button variant="subtle" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {messages.common.older}
    </Button>
  );
}
