import type { SessionRow } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../api.ts";
import { ListPane } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { ProjectFilter } from "../list/ProjectFilter.tsx";
import { SearchField } from "../list/SearchField.tsx";
import { useLiveEvents } from "../live.tsx";
import { EmptyNote } from "../parts/Notes.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import { Link, navigate, pathWith } from "../router.tsx";
import { usePages } from "../use-pages.ts";
import { SessionPane } from "./SessionPane.tsx";

export interface SessionsScreenProps {
  id: string | null;
  /** Of the version that is open within the session. */
  versionId: string | null;
  query: URLSearchParams;
}

export function SessionsScreen({ id, versionId, query }: SessionsScreenProps) {
  const filter = { project: query.get("project") ?? "", q: query.get("q") ?? "" };
  const pages = usePages<SessionRow>(JSON.stringify(filter), (cursor, signal) => api.sessions(filter, cursor, signal));
  useLiveEvents({ session: pages.refresh, version: pages.refresh, delivery: pages.refresh, resumed: pages.refresh });

  const listPath = pathWith("/sessions", filter);
  const pathOf = (sessionId: string) => pathWith(`/sessions/${sessionId}`, filter);
  const change = (part: Partial<typeof filter>) =>
    navigate(pathWith(id === null ? "/sessions" : `/sessions/${id}`, { ...filter, ...part }), true);
  const filtered = filter.project !== "" || filter.q !== "";

  return (
    <MasterDetail
      title="Sessions"
      closeTo={listPath}
      tools={
        <>
          <SearchField label="Material or session id" value={filter.q} onChange={(q) => change({ q })} />
          <ProjectFilter value={filter.project} onChange={(project) => change({ project })} />
        </>
      }
      list={
        <ListPane
          label="Sessions"
          pages={pages}
          selectedId={id}
          hrefOf={(session) => pathOf(session.id)}
          renderRow={(session) => <SessionCells session={session} />}
          empty={filtered ? <NothingFound clearTo="/sessions" /> : <NoSessions />}
        />
      }
      detail={
        id === null
          ? null
          : {
              id,
              label: "Session",
              node: (
                <SessionPane
                  key={id}
                  id={id}
                  versionId={versionId}
                  pathOf={(version) =>
                    pathWith(`/sessions/${id}${version === null ? "" : `/versions/${version}`}`, filter)
                  }
                  onDeleted={() => {
                    pages.remove(id);
                    navigate(listPath, true);
                  }}
                />
              ),
            }
      }
    />
  );
}

export function SessionCells({ session }: { session: SessionRow }) {
  return (
    <div className="cells cells-session">
      <span className="cell-main">{session.material_id}</span>
      <span className="cell-state">{session.delivery && <DeliveryMark delivery={session.delivery} />}</span>
      <span className="cell-quiet cell-version">
        {session.current_version === null ? "not saved yet" : `version ${session.current_version}`}
      </span>
      <span className="cell-quiet cell-project">
        {session.project_name} → {session.callback_host}
      </span>
      <span className="cell-time">
        <Time iso={session.last_access} />
      </span>
    </div>
  );
}

function NothingFound({ clearTo }: { clearTo: string }) {
  return (
    <EmptyNote title="Nothing found">
      <p>The search looks for the beginning of a material id, or for a whole session id.</p>
      <p>
        <Link to={clearTo}>Show all sessions</Link>
      </p>
    </EmptyNote>
  );
}

function NoSessions() {
  return (
    <EmptyNote title="No article has been opened yet">
      <p>A session begins when a site opens an article. Each article of a site has one.</p>
      <p>
        <Link to="/">See how to open the first one</Link>
      </p>
    </EmptyNote>
  );
}
