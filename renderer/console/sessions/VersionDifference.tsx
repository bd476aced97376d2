/** What became of another version of the session in this one, block by block and word by word. */
import { Button, NativeSelect } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ComparedBlock, VersionComparison, VersionDetail } from "../../../server/contracts/sessions-api.ts";
import { localTime } from "../../shared/Time.tsx";
import { comparisonQuery, sessionVersionsQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import "./difference.css";

export interface VersionDifferenceProps {
  version: VersionDetail;
  /** The other version as the address names it; null: the one before. */
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

  // The version to compare with may stand on a further page.
  useEffect(() => {
    if (!isListed && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isListed, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (list.error) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined || (!isListed && hasNextPage)) return <SkeletonRows rows={4} height={28} />;
  if (chosen === null) return <p className="hint">{t.nothingToCompare}</p>;
  return (
    <>
      <div className="session-diff-with">
        <NativeSelect
          size="xs"
          label={t.compareWith}
          value={chosen}
          onChange={(event) => onChoose(event.currentTarget.value)}
          data={others.map(({ id, number, created_at }) => ({
            value: id,
            label: t.compareVersion(number, localTime(created_at, Date.now())),
          }))}
        />
        {hasNextPage && (
          <Button size="xs" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.older}
          </Button>
        )}
      </div>
      <Compared key={chosen} older={older(version, chosen, others)} />
    </>
  );
}

/** The two versions, the older one first. */
function older(
  version: VersionDetail,
  otherId: string,
  others: readonly { id: string; number: number }[],
): [from: string, to: string] {
  const other = others.find(({ id }) => id === otherId);
  return other !== undefined && other.number > version.number ? [version.id, otherId] : [otherId, version.id];
}

function Compared({ older: [from, to] }: { older: [from: string, to: string] }) {
  const comparison = useQuery(comparisonQuery(from, to));
  if (comparison.error) return <ErrorNote error={comparison.error} retry={() => void comparison.refetch()} />;
  if (comparison.data === undefined) return <SkeletonRows rows={4} height={28} />;
  return <Difference comparison={comparison.data} />;
}

function Difference({ comparison }: { comparison: VersionComparison }) {
  const t = messages.sessions;
  const { from, to, changes, blocks, left_out } = comparison;
  return (
    <div className="session-diff">
      <p role="status" className="session-diff-count">
        <strong>{changes === 0 ? t.noDifferences : t.differences(changes)}</strong>{" "}
        {changes > 0 && <span className="cell-quiet">{t.differenceLegend(from.number, to.number)}</span>}
      </p>
      {groupsOf(blocks).map((group) =>
        group.kind === "same" ? (
          <SameBlocks key={group.at} blocks={group.blocks} />
        ) : (
          <DifferentBlock key={group.at} block={group.block} />
        ),
      )}
      {left_out > 0 && <p className="hint">{t.leftOut(left_out)}</p>}
    </div>
  );
}

type Group = { at: number } & ({ kind: "same"; blocks: ComparedBlock[] } | { kind: "different"; block: ComparedBlock });

/** Blocks that are the same are told together. */
function groupsOf(blocks: readonly ComparedBlock[]): Group[] {
  const groups: Group[] = [];
  for (const [at, block] of blocks.entries()) {
    const last = groups.at(-1);
    if (block.kind !== "same") groups.push({ at, kind: "different", block });
    else if (last?.kind === "same") last.blocks.push(block);
    else groups.push({ at, kind: "same", blocks: [block] });
  }
  return groups;
}

function DifferentBlock({ block }: { block: ComparedBlock }) {
  const t = messages.sessions;
  const kind = block.kind === "same" ? "changed" : block.kind;
  return (
    <section className="session-diff-block" data-kind={kind}>
      <p className="session-diff-type">
        {t.block(block.type, block.level)}, {t.kinds[kind]}
      </p>
      <p className="session-diff-text">
        {block.runs.length === 0 && <span className="cell-quiet">{t.emptyBlock}</span>}
        {block.runs.map((run, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: runs have no name of their own, and never move
          if (run.kind === "gone") return <del key={index}>{run.text}</del>;
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          return run.kind === "new" ? <ins key={index}>{run.text}</ins> : run.text;
        })}
      </p>
      {block.only_form && <p className="hint">{t.onlyForm}</p>}
    </section>
  );
}

/** Folded up to one line at both ends. */
function SameBlocks({ blocks }: { blocks: ComparedBlock[] }) {
  const t = messages.sessions;
  const [open, setOpen] = useState(false);
  const folded = !open && blocks.length > 3;
  const lines = (some: readonly ComparedBlock[]) =>
    some.map((block, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name of their own, and never move
      <p key={index} className="session-diff-same">
        {block.runs[0]?.text || t.block(block.type, block.level)}
      </p>
    ));
  if (!folded) return lines(blocks);
  return (
    <>
      {lines(blocks.slice(0, 1))}
      <button type="button" className="session-diff-more" onClick={() => setOpen(true)}>
        {t.same(blocks.length - 2)}
      </button>
      {lines(blocks.slice(-1))}
    </>
  );
}
