import type { ReactNode } from "react";
import type { SessionRow } from "../../../server/console/console-api.ts";
import { api } from "../api.ts";
import { Rows, type RowsProps } from "../list/Rows.tsx";
import { useLiveEvents } from "../live.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Link } from "../router.tsx";
import { SessionCells } from "../sessions/SessionsScreen.tsx";
import { usePages } from "../use-pages.ts";
import { STUCK_STATES } from "../words.ts";
import { FirstSteps } from "./FirstSteps.tsx";

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

  const stuck = pages.items.filter((row) => row.delivery !== null && STUCK_STATES.includes(row.delivery.state));
  return (
    <Page>
      <section className="block" aria-labelledby="stuck">
        <h2 id="stuck">Articles that their site does not have</h2>
        {stuck.length === 0 ? (
          <p className="all-well">Every article worked on lately is with its site, or on its way there.</p>
        ) : (
          <SessionRows items={stuck} label="Articles that their site does not have" hrefOf={deliveryPath} />
        )}
      </section>
      <section className="block" aria-labelledby="latest">
        <h2 id="latest">Worked on lately</h2>
        <SessionRows
          items={pages.items.slice(0, LATEST)}
          label="Worked on lately"
          hrefOf={(row) => `/sessions/${row.id}`}
        />
        <p>
          <Link to="/sessions">All sessions</Link>
        </p>
      </section>
    </Page>
  );
}

function deliveryPath(row: SessionRow): string {
  return row.delivery === null ? `/sessions/${row.id}` : `/deliveries/${row.delivery.delivery_id}`;
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

function SessionRows(props: Pick<RowsProps<SessionRow>, "items" | "label" | "hrefOf">) {
  return (
    <div className="page-rows">
      <Rows {...props} renderRow={(row) => <SessionCells session={row} />} />
    </div>
  );
}
