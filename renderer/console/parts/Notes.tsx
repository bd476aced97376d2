import { Box, Button, Skeleton, Stack } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ApiError, sentenceOf } from "../../shared/api-client.ts";
import { messages } from "../messages/index.ts";
import { SmallButton } from "./basics.tsx";

export function ErrorNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const isDeleted = error instanceof ApiError && error.status === 404;
  return (
    <div className="notice between" data-tone="bad" role="alert">
      <IconAlertTriangle size={18} stroke={1.8} color="var(--danger)" aria-hidden />
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
    <Box className="note-empty" maw="34rem" px="lg" py="xl">
      <h2>{title}</h2>
      {children}
    </Box>
  );
}

export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  return (
    <Stack className="skeleton-rows" gap="0.6rem" px="lg" py="md" role="status" aria-label={messages.common.loading}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <Skeleton key={row} height={32} radius="xs" />
      ))}
    </Stack>
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
