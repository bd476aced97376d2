import { Button } from "@mantine/core";
import { useState } from "react";
import type { AttentionRow, Overview } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../api.ts";
import { Rows } from "../list/Rows.tsx";
import { useLiveEvents } from "../live.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { AttentionMark } from "../parts/StateMark.tsx";
import { type Pages, usePages } from "../use-pages.ts";
import { attentionSentence, cargoOf, counted, reasonWords } from "../words.ts";

type Row = AttentionRow & { id: string };
type Standing = Pick<Overview, "attention_count" | "deliveries">;

/** What the sites do not have, as the appliance counts it: all of it, however many articles were saved since. */
export function NeedsAttention() {
  const [standing, setStanding] = useState<Standing | null>(null);
  const pages = usePages<Row>("attention", async (cursor, signal) => {
    const { attention, next_cursor, ...rest } = await api.overview(cursor, signal);
    setStanding(rest);
    return { items: attention.map((row) => ({ ...row, id: row.delivery_id })), next_cursor };
  });
  useLiveEvents({ delivery: pages.refresh, session: pages.refresh, resumed: pages.refresh });

  return (
    <section className="block" aria-labelledby="attention">
      <h2 id="attention">Articles that their site does not have</h2>
      <Body pages={pages} standing={standing} />
    </section>
  );
}

function Body({ pages, standing }: { pages: Pages<Row>; standing: Standing | null }) {
  // What is not known is not said to be well.
  if (pages.error !== undefined) return <ErrorNote error={pages.error} retry={pages.reload} />;
  if (pages.loading || standing === null) return <SkeletonRows rows={3} height={38} />;
  const all = standing.attention_count.articles + standing.attention_count.fonts;
  return (
    <>
      <p className={all === 0 ? "all-well" : "attention-count"} role="status">
        {attentionSentence(standing)}
      </p>
      {pages.items.length > 0 && (
        <div className="page-rows">
          <Rows
            label="Articles that their site does not have"
            items={pages.items}
            hrefOf={(row) => `/deliveries/${row.id}`}
            renderRow={(row) => <AttentionCells row={row} />}
          />
        </div>
      )}
      {pages.hasMore && (
        <Button variant="default" size="xs" onClick={pages.loadMore} loading={pages.loadingMore}>
          Show more: {pages.items.length.toLocaleString()} of {all.toLocaleString()} are here
        </Button>
      )}
    </>
  );
}

function AttentionCells({ row }: { row: Row }) {
  return (
    <div className="cells cells-attention">
      <span className="cell-main" title={row.material_id}>
        {row.title ?? row.material_id}
      </span>
      <span className="cell-state">
        <AttentionMark state={row.state} />
      </span>
      <span className="cell-quiet cell-version">{cargoOf(row)}</span>
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
