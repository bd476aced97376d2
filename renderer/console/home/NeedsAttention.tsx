import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Time } from "../../shared/Time.tsx";
import { type AttentionItem, overviewQuery } from "../data/queries.ts";
import { attentionSentence, contentWords, counted, reasonWords } from "../lib/words.ts";
import { Rows } from "../list/Rows.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { AttentionMark } from "../parts/StateMark.tsx";

/** What the sites do not have, as the appliance counts it: all of it, however many articles were saved since. */
export function NeedsAttention() {
  return (
    <section className="block" aria-labelledby="attention">
      <h2 id="attention">Articles that their site does not have</h2>
      <Body />
    </section>
  );
}

function Body() {
  const overview = useInfiniteQuery(overviewQuery);
  // After an error the page must not claim that nothing needs attention.
  if (overview.error) return <ErrorNote error={overview.error} retry={() => void overview.refetch()} />;
  const { items, totals } = overview.data ?? {};
  if (items === undefined || totals === undefined) return <SkeletonRows rows={3} height={38} />;
  const all = totals.attention_count.articles + totals.attention_count.fonts;
  return (
    <>
      <p className={all === 0 ? "home-all-well" : "home-attention"} role="status">
        {attentionSentence(totals)}
      </p>
      {items.length > 0 && (
        <div className="page-rows">
          <Rows
            label="Articles that their site does not have"
            items={items}
            hrefOf={(row) => `/deliveries/${row.id}`}
            renderRow={(row) => <AttentionCells row={row} />}
          />
        </div>
      )}
      {overview.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          onClick={() => void overview.fetchNextPage()}
          loading={overview.isFetchingNextPage}
        >
          Show more: {items.length.toLocaleString()} of {all.toLocaleString()} are here
        </Button>
      )}
    </>
  );
}

function AttentionCells({ row }: { row: AttentionItem }) {
  return (
    <div className="cells cells-attention">
      <span className="cell-main" title={row.material_id}>
        {row.title ?? row.material_id}
      </span>
      <span className="cell-state">
        <AttentionMark state={row.state} />
      </span>
      <span className="cell-quiet cell-version">{contentWords(row)}</span>
      <span className="cell-quiet cell-reason">
        {reasonWords(row)}
        {row.next_attempt_at !== null && (
          <>
            {" · next "}
            <Time iso={row.next_attempt_at} />
          </>
        )}
        {row.attempts > 1 && ` · ${counted(row.attempts, "attempt")}`}
      </span>
      <span className="cell-quiet cell-project">
        {row.project} → {row.callback_host}
      </span>
      <span className="cell-time">
        <Time iso={row.since} />
      </span>
    </div>
  );
}
