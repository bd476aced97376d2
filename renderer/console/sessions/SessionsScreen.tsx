import { NativeSelect } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { SessionStateFilter } from "../../../server/contracts/sessions-api.ts";
import { sessionQuery, sessionsQuery } from "../data/queries.ts";
import { Link, navigate, pathWith } from "../lib/router.tsx";
import { ProjectFilter, SearchField } from "../list/filters.tsx";
import { ListPane } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { SessionCells } from "../list/SessionCells.tsx";
import { messages } from "../messages/index.ts";
import { Phrase } from "../parts/basics.tsx";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { SessionDetailView } from "./SessionDetailView.tsx";
import type { PathOf } from "./VersionList.tsx";
import { VersionPane } from "./VersionPane.tsx";
import "./sessions.css";
import { bound } from "../parts/Form.tsx";

interface SessionsScreenProps {
  id: string | null;
  versionId: string | null;
  query: URLSearchParams;
}

export function SessionsScreen({ id, versionId, query }: SessionsScreenProps) {
  const t = messages.sessions;
  const filter = {
    project: query.get("project") ?? "",
    state: query.get("state") ?? "",
    q: query.get("q") ?? "",
  };
  const list = useInfiniteQuery(sessionsQuery(filter));

  const listPath = pathWith("/sessions", filter);
  const pathOf = (sessionId: string) => pathWith(`/sessions/${sessionId}`, filter);
  const change = (part: Partial<typeof filter>) =>
    navigate(pathWith(id === null ? "/sessions" : `/sessions/${id}`, { ...filter, ...part }), true);
  const filtered = filter.project !== "" || filter.q !== "" || filter.state !== "";
  const states = Object.keys(t.states) as SessionStateFilter[];

  return (
    <MasterDetail
      title={t.title}
      closeTo={listPath}
      tools={
        <>
          <SearchField label={t.search} value={filter.q} onChange={(q) => change({ q })} />
          <NativeSelect
            size="xs"
            aria-label={t.state}
            {...bound(filter.state, (typed) => change({ state: typed }))}
            data={[
              { value: "", label: t.anyState },
              ...states.map((state) => ({ value: state, label: t.states[state] })),
            ]}
          />
          <ProjectFilter value={filter.project} onChange={(project) => change({ project })} />
        </>
      }
      list={
        <ListPane
          label={t.title}
          list={list}
          selectedId={id}
          hrefOf={(session) => pathOf(session.id)}
          renderRow={(session) => <SessionCells session={session} />}
          empty={filtered ? <NothingFound /> : <NoSessions />}
        />
      }
      detail={
        id === null
          ? null
          : {
              id,
              label: t.session,
              node: (
                <SessionPane
                  key={id}
                  id={id}
                  versionId={versionId}
                  query={query}
                  pathOf={(version, view = {}) =>
                    pathWith(`/sessions/${id}${version === null ? "" : `/versions/${version}`}`, { ...filter, ...view })
                  }
                  onDeleted={() => navigate(listPath, true)}
                />
              ),
            }
      }
    />
  );
}

function NothingFound() {
  const t = messages.sessions;
  return (
    <EmptyNote title={messages.common.nothingFound}>
      <p>
        <Phrase text={t.nothingFoundHint} />
      </p>
      <p>
        <Link to="/sessions">{t.showAll}</Link>
      </p>
    </EmptyNote>
  );
}

function NoSessions() {
  const t = messages.sessions;
  return (
    <EmptyNote title={t.none}>
      <p>{t.noneHint}</p>
      <p>
        <Link to="/">{t.howToOpen}</Link>
      </p>
    </EmptyNote>
  );
}

interface SessionPaneProps {
  id: string;
  versionId: string | null;
  query: URLSearchParams;
  pathOf: PathOf;
  onDeleted: () => void;
}

function SessionPane({ id, versionId, query, pathOf, onDeleted }: SessionPaneProps) {
  const session = useQuery(sessionQuery(id));
  if (versionId !== null)
    return (
      <VersionPane key={versionId} id={versionId} name={session.data?.title ?? null} query={query} pathOf={pathOf} />
    );
  if (session.data !== undefined)
    return (
      <SessionDetailView
        session={session.data}
        part={query.get("part") ?? "versions"}
        pathOf={pathOf}
        onDeleted={onDeleted}
      />
    );
  if (session.error) return <ErrorNote error={session.error} retry={() => void session.refetch()} />;
  return <SkeletonRows rows={7} height={40} />;
}
