import { useInfiniteQuery } from "@tanstack/react-query";
import { filterOf, isFiltered, SESSION_FILTER } from "../data/filters.ts";
import { sessionQuery, sessionsQuery } from "../data/queries.ts";
import { Link, navigate, pathWith } from "../lib/router.tsx";
import { ProjectFilter, SearchField } from "../list/filters.tsx";
import { EmptyList } from "../list/ListPane.tsx";
import { ListScreen, listPaths } from "../list/MasterDetail.tsx";
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
  const { pathOf, change } = listPaths("/sessions", id, filter);
  return (
    <ListScreen
      place="sessions"
      pathOf={pathOf}
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
      list={list}
      renderRow={(session) => <SessionCells session={session} />}
      empty={
        <EmptyList isFiltered={isFiltered(filter)} words={t} allAt="/sessions">
          {isFiltered(filter) ? <Phrase text={t.nothingFoundHint} /> : <Link to="/">{messages.common.howToOpen}</Link>}
        </EmptyList>
      }
      openId={id}
      one={messages.sessions.parts.label}
      detail={(open) => {
        const inSession: PathOf = (version, view = {}) =>
          pathWith(`/sessions/${open}${version === null ? "" : `/versions/${version}`}`, { ...filter, ...view });
        if (versionId !== null) return <VersionPane key={versionId} id={versionId} query={query} pathOf={inSession} />;
        return (
          <Loaded key={open} query={sessionQuery(open)}>
            {(session) => (
              <SessionDetailView
                session={session}
                part={query.get("part") ?? "versions"}
                pathOf={inSession}
                onDeleted={() => navigate(pathOf(null), true)}
              />
            )}
          </Loaded>
        );
      }}
    />
  );
}
