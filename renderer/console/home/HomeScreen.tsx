import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HistorySpan, Overview } from "../../../server/contracts/overview-api.ts";
import { localTime } from "../../shared/Time.tsx";
import { useLive } from "../data/live.tsx";
import { useHasRole } from "../data/me.ts";
import { historyQuery, overviewQuery, sessionsQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { Rows } from "../list/ListPane.tsx";
import { SessionCells } from "../list/SessionCells.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { Block } from "../parts/basics.tsx";
import { AttemptsChart, Chart, total } from "../parts/Chart.tsx";
import { Segments } from "../parts/Choices.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { AfterTakeover } from "./AfterTakeover.tsx";
import { ApplianceFacts } from "./ApplianceFacts.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { ArticleList, NeedsAttention, Sites } from "./NeedsAttention.tsx";
import "./home.css";

const LATEST = 8;
const ALL = { project: "", state: "", q: "" };

export function HomeScreen() {
  const overview = useInfiniteQuery(overviewQuery);
  const { state } = useLive();
  const maySetUp = useHasRole("admin");
  const { items, totals } = overview.data ?? {};
  return (
    <div className="page">
      <header className="page-head">
        <h1>{messages.shell.places.home}</h1>
      </header>
      {state === "lost" && overview.dataUpdatedAt > 0 && (
        <p className="text-bad" role="status">
          {messages.overview.stale(localTime(new Date(overview.dataUpdatedAt).toISOString(), Date.now(), true))}
        </p>
      )}
      {/* After an error the page does not claim that nothing needs attention. */}
      {overview.error && <ErrorNote error={overview.error} retry={() => void overview.refetch()} />}
      {items === undefined || totals === undefined ? (
        overview.error === null && <SkeletonRows rows={9} />
      ) : (
        <>
          {totals.takeover !== null && (
            <AfterTakeover takeover={totals.takeover} url={totals.public_url} held={totals.deliveries.held} />
          )}
          {maySetUp && !totals.first_steps.dismissed && (
            <FirstSteps steps={totals.first_steps} isFolded={isInUse(totals, items.length)} />
          )}
          <div className="home-columns">
            <div className="home-column">
              {overview.error === null && <NeedsAttention totals={totals} />}
              {totals.sites.length > 0 && <Sites sites={totals.sites} all={totals.site_count} />}
              {items.length > 0 && (
                <ArticleList
                  items={items}
                  all={totals.attention_count.articles + totals.attention_count.fonts}
                  more={overview.hasNextPage ? () => void overview.fetchNextPage() : null}
                  loading={overview.isFetchingNextPage}
                />
              )}
              <Latest />
            </div>
            <aside className="home-column">
              <Activity />
              <ApplianceFacts totals={totals} />
            </aside>
          </div>
        </>
      )}
    </div>
  );
}

/** Whether the newsroom already works with Galley, so that the first steps take one line. */
function isInUse(
  { hours, first_steps, takeover }: Pick<Overview, "hours" | "first_steps" | "takeover">,
  needAttention: number,
): boolean {
  const attempts = hours.reduce((sum, { delivered, failed }) => sum + delivered + failed, 0);
  return attempts + needAttention > 0 || first_steps.own_project || takeover !== null;
}

function Latest() {
  const { data: sessions = [], error } = useInfiniteQuery(sessionsQuery(ALL));
  if (sessions.length === 0 || error !== null) return null;
  return (
    <Block id="latest" title={messages.overview.latest} level={2}>
      <div className="boxed home-column">
        <Rows
          label={messages.overview.latest}
          items={sessions.slice(0, LATEST)}
          hrefOf={(row) => `/sessions/${row.id}`}
          renderRow={(row) => <SessionCells session={row} />}
        />
      </div>
      <p>
        <Link to="/sessions">{messages.overview.allSessions}</Link>
      </p>
    </Block>
  );
}

/** Attempts, and the opens and saves behind them, over a day, a month or a year. */
function Activity() {
  const t = messages.overview.activity;
  const [span, setSpan] = useState<HistorySpan>("day");
  return (
    <Block
      id="activity"
      title={t.title}
      level={2}
      action={<Segments label={messages.common.timeSpan} words={t.spans} value={span} onChange={setSpan} />}
    >
      <Loaded query={historyQuery(span)}>
        {({ points, step_ms }) => (
          <>
            <AttemptsChart label={t.attempts} points={points} stepMs={step_ms} />
            <Chart
              kind="lines"
              label={t.opensLabel}
              points={points}
              stepMs={step_ms}
              series={[
                { name: t.opens, look: "middle", of: ({ opens }) => opens },
                { name: t.saves, look: "high", of: ({ saves }) => saves },
              ]}
              valueWords={numberInWords}
              pointWords={({ opens, saves }) => t.opensAndSaves(opens, saves)}
              summary={t.opensAndSaves(
                total(points, ({ opens }) => opens),
                total(points, ({ saves }) => saves),
              )}
            />
          </>
        )}
      </Loaded>
    </Block>
  );
}
