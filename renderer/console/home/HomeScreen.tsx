import type { ReactNode } from "react";
import type { SessionRow } from "../../../server/contracts/console-api.ts";
import { api } from "../api.ts";
import { Rows } from "../list/Rows.tsx";
import { useLiveEvents } from "../live.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Link } from "../router.tsx";
import { SessionCells } from "../sessions/SessionsScreen.tsx";
import { usePages } from "../use-pages.ts";
import { FirstSteps } from "./FirstSteps.tsx";
import { NeedsAttention } from "./NeedsAttention.tsx";

const LATEST = 12;
const ALL = { project: "", q: "" };

/** What an admin wants to know first: which articles their sites do not have, then what was worked on. */
export function HomeScreen() {
  const pages = usePages<SessionRow>("home", (cursor, signal) => api.sessions(ALL, cursor, signal));
  useLiveEvents({ session: pages.refresh, version: pages.refresh, delivery: pages.refresh, resumed: pages.refresh });

  if (pages.loading)
    return (
      <Page>
        <SkeletonRows rows={8} height={38} />
      </Page>
    );
  if (pages.items.length === 0)
    return (
      <Page>{pages.error === undefined ? <FirstSteps /> : <ErrorNote error={pages.error} retry={pages.reload} />}</Page>
    );

  return (
    <Page>
      <NeedsAttention />
      <section className="block" aria-labelledby="latest">
        <h2 id="latest">Worked on lately</h2>
        <div className="page-rows">
          <Rows
            label="Worked on lately"
            items={pages.items.slice(0, LATEST)}
            hrefOf={(row) => `/sessions/${row.id}`}
            renderRow={(row) => <SessionCells session={row} />}
          />
        </div>
        {pages.error !== undefined && <ErrorNote error={pages.error} retry={pages.reload} />}
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
