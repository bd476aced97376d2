import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { sessionQuery, sessionsQuery } from "../data/queries.ts";
import { SessionCells } from "../list/SessionCells.tsx";
import "./sessions.css";
import { Link, navigate, pathWith } from "../lib/router.tsx";
import { ProjectFilter, SearchField } from "../list/filters.tsx";
import { ListPane } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { SessionDetailView } from "./SessionDetailView.tsx";
import { VersionPane } from "./VersionPane.tsx";

export interface SessionsScreenProps {
  id: string | null;
  /** Of the version that is open within the session. */
  versionId: string | null;
  query: URLSearchParams;
}

export function SessionsScreen({ id, versionId, query }: SessionsScreenProps) {
  const filter = { project: query.get("project") ?? "", q: query.get("q") ?? "" };
  const list = useInfiniteQuery(sessionsQuery(filter));

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
          list={list}
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
                  onDeleted={() => navigate(listPath, true)}
                />
              ),
            }
      }
    />
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

interface SessionPaneProps {
  id: string;
  versionId: string | null;
  /** Address of a version of this session, of the session itself for null. */
  pathOf: (versionId: string | null) => string;
  onDeleted: () => void;
}

/** What is open of a session: itself, or one of its versions. */
function SessionPane({ id, versionId, pathOf, onDeleted }: SessionPaneProps) {
  const session = useQuery(sessionQuery(id));
  if (versionId !== null) return <VersionPane key={versionId} id={versionId} backTo={pathOf(null)} />;
  if (session.data !== undefined)
    return <SessionDetailView session={session.data} pathOf={pathOf} onDeleted={onDeleted} />;
  if (session.error) return <ErrorNote error={session.error} retry={() => void session.refetch()} />;
  return <SkeletonRows rows={7} height={40} />;
}
