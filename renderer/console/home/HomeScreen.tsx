import { useInfiniteQuery } from "@tanstack/react-query";
import { sessionsQuery } from "../data/queries.ts";
import { SessionCells } from "../list/SessionCells.tsx";
import "./home.css";
import type { ReactNode } from "react";
import { Link } from "../lib/router.tsx";
import { Rows } from "../list/Rows.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { NeedsAttention } from "./NeedsAttention.tsx";

const LATEST = 12;
const ALL = { project: "", q: "" };

/** What an admin wants to know first: which articles their sites do not have, then what was worked on. */
export function HomeScreen() {
  const list = useInfiniteQuery(sessionsQuery(ALL));
  const retry = () => void list.refetch();

  if (list.isPending)
    return (
      <Page>
        <SkeletonRows rows={8} height={38} />
      </Page>
    );
  const sessions = list.data ?? [];
  if (sessions.length === 0)
    return <Page>{list.error ? <ErrorNote error={list.error} retry={retry} /> : <FirstSteps />}</Page>;

  return (
    <Page>
      <NeedsAttention />
      <section className="block" aria-labelledby="latest">
        <h2 id="latest">Worked on lately</h2>
        <div className="page-rows">
          <Rows
            label="Worked on lately"
            items={sessions.slice(0, LATEST)}
            hrefOf={(row) => `/sessions/${row.id}`}
            renderRow={(row) => <SessionCells session={row} />}
          />
        </div>
        {list.error && <ErrorNote error={list.error} retry={retry} />}
        <p>
          <Link to="/sessions">All sessions</Link>
        </p>
      </section>
    </Page>
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <div className="page">
      <header className="page-head">
        <h1>Today</h1>
      </header>
      {children}
    </div>
  );
}
