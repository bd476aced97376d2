import { Button, NativeSelect } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { VersionComparison, VersionDetail } from "../../../server/contracts/sessions-api.ts";
import { type CompareLooks, Comparison } from "../../shared/compare/Comparison.tsx";
import { localTime } from "../../shared/Time.tsx";
import { comparisonQuery, sessionVersionsQuery } from "../data/queries.ts";
import { messages, useLanguage } from "../messages/index.ts";
import { bound } from "../parts/Form.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";

interface VersionDifferenceProps {
  version: VersionDetail;
  /** From the URL; null: the previous version. */
  otherId: string | null;
  onChoose: (otherId: string) => void;
}

export function VersionDifference({ version, otherId, onChoose }: VersionDifferenceProps) {
  const t = messages.sessions;
  const list = useInfiniteQuery(sessionVersionsQuery(version.session_id));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const others = (list.data ?? []).filter(({ id, readable }) => readable && id !== version.id);
  const before = others.find(({ number }) => number < version.number);
  const chosen = otherId ?? before?.id ?? others.at(-1)?.id ?? null;
  const isListed =
    chosen !== null && (otherId === null ? before !== undefined : others.some(({ id }) => id === otherId));

  useEffect(() => {
    if (!isListed && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isListed, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (list.error) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined || (!isListed && hasNextPage)) return <SkeletonRows rows={4} height={28} />;
  if (chosen === null) return <p className="hint">{t.nothingToCompare}</p>;
  return (
    <>
      <div className="line session-tools">
        <NativeSelect
          size="xs"
          label={t.compareWith}
          {...bound(chosen, onChoose)}
          data={others.map(({ id, number, created_at }) => ({
            value: id,
            label: t.compareVersion(number, localTime(created_at, Date.now())),
          }))}
        />
        {hasNextPage && (
          <Button size="xs" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {messages.common.older}
          </Button>
        )}
      </div>
      <Compared key={chosen} older={older(version, chosen, others)} />
    </>
  );
}

function older(
  version: VersionDetail,
  otherId: string,
  others: readonly { id: string; number: number }[],
): [from: string, to: string] {
  const other = others.find(({ id }) => id === otherId);
  return other !== undefined && other.number > version.number ? [version.id, otherId] : [otherId, version.id];
}

function Compared({ older: [from, to] }: { older: [from: string, to: string] }) {
  const comparison = useQuery(comparisonQuery(from, to, useLanguage()));
  return (
    <Loaded query={comparison} rows={4} height={28}>
      {(data) => <Difference comparison={data} />}
    </Loaded>
  );
}

/** The newer text is marked like own text in the editor, never as deleted. */
function Difference({
  comparison: { from, to, changes, blocks, left_out, files_path },
}: {
  comparison: VersionComparison;
}) {
  const t = messages.sessions;
  const pictureUrl = (file: string) => files_path + encodeURIComponent(file);
  const looks: CompareLooks = {
    from: { name: t.version(from.number), only: t.onlyIn(from.number), mark: "dashed", pictureUrl },
    to: { name: t.version(to.number), only: t.onlyIn(to.number), mark: "solid", pictureUrl },
    moved: (before) => t.moved(from.number, to.number, before),
  };
  return (
    <>
      <Comparison blocks={blocks} changes={changes} looks={looks} />
      {left_out > 0 && <p className="hint">{t.leftOut(left_out)}</p>}
    </>
  );
}
