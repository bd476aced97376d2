import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { filterOf, isFiltered, SESSION_FILTER } from "../data/filters.ts";
import { sessionQuery, sessionsQuery } from "../data/queries.ts";
import { Link, navigate, pathWith } from "../lib/router.tsx";
import { ProjectFilter, SearchField } from "../list/filters.tsx";
import { EmptyList, ListPane } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { SessionCells } from "../list/SessionCells.tsx";
import { messages } from "../messages/index.ts";
import { Phrase } from "../parts/basics.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { type PathOf, SessionDetailView } from "./SessionDetailView.tsx";
import { VersionPane } from "./VersionPane.tsx";
import "./sessions.css";
import { FilterChoice } from "../parts/Choices.tsx";

interface SessionsScreenProps {
  id: string | null;
  versionId: string | null;
  query: URLSearchParams;
}

export function SessionsScreen({ id, versionId, query }: SessionsScreenProps) {
  const t = messages.sessions;
  const filter = filterOf(query, SESSION_FILTER);
  const list = useInfiniteQuery(sessionsQuery(filter));

  const listPath = pathWith("/sessions", filter);
  const pathOf = (sessionId: string) => pathWith(`/sessions/${sessionId}`, filter);
  const change = (part: Partial<typeof filter>) =>
    navigate(pathWith(id === null ? "/sessions" : `/sessions/${id}`, { ...filter, ...part }), true);

  return (
    <MasterDetail
      title={messages.shell.places.sessions}
      closeTo={listPath}
      tools={
        <>
          <SearchField label={t.search} value={filter.q} onChange={(q) => change({ q })} />
          <FilterChoice<string>
            label={t.state}
            words={{ "": t.anyState, ...t.states }}
            value={filter.state}
            onChange={(state) => change({ state })}
          />
          <ProjectFilter value={filter.project} onChange={(project) => change({ project })} />
        </>
      }
      list={
        <ListPane
          label={messages.shell.places.sessions}
          list={list}
          selectedId={id}
          hrefOf={(session) => pathOf(session.id)}
          renderRow={(session) => <SessionCells session={session} />}
          empty={
            <EmptyList isFiltered={isFiltered(filter)} words={t} allAt="/sessions">
              {isFiltered(filter) ? (
                <Phrase text={t.nothingFoundHint} />
              ) : (
                <Link to="/">{messages.common.howToOpen}</Link>
              )}
            </EmptyList>
          }
        />
      }
      openId={id}
      one={messages.sessions.parts.label}
      detail={(open) => (
        <SessionPane
          key={open}
          id={open}
          versionId={versionId}
          query={query}
          pathOf={(version, view = {}) =>
            pathWith(`/sessions/${open}${version === null ? "" : `/versions/${version}`}`, { ...filter, ...view })
          }
          onDeleted={() => navigate(listPath, true)}
        />
      )}
    />
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
  return (
    <Loaded query={session} rows={7} height={40}>
      {(data) => (
        <SessionDetailView
          session={data}
          part={query.get("part") ?? "versions"}
          pathOf={pathOf}
          onDeleted={onDeleted}
        />
      )}
    </Loaded>
  );
}
