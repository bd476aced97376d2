import { IconPlus } from "@tabler/icons-react";
import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { ProjectRow } from "../../../server/contracts/projects-api.ts";
import { Time } from "../../shared/Time.tsx";
import { listedProjects, PROJECT_ORDERS } from "../data/filters.ts";
import { useHasRole } from "../data/me.ts";
import { projectsQuery } from "../data/queries.ts";
import type { TabName } from "../lib/pages.ts";
import { Link, navigate } from "../lib/router.tsx";
import { SearchField } from "../list/filters.tsx";
import { ListScreen, listPaths } from "../list/MasterDetail.tsx";
import { messages } from "../messages/index.ts";
import { EnvironmentMark, Mark, SmallButton } from "../parts/basics.tsx";
import { FilterChoice } from "../parts/Choices.tsx";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { ProjectForm } from "../parts/ProjectForm.tsx";
import { PageForRole } from "../parts/RequireRole.tsx";
import { ProjectDetail } from "./ProjectDetail.tsx";
import "./projects.css";

/** Activity has no event. */
const REFRESH_MS = 30_000;

interface ProjectsScreenProps {
  /** A project, "new", or null for none. */
  id: string | null;
  tab: TabName;
  query: URLSearchParams;
}

export function ProjectsScreen({ id, tab, query }: ProjectsScreenProps) {
  const list = useInfiniteQuery({ ...projectsQuery, refetchInterval: REFRESH_MS });
  const t = messages.projects;
  const mayCreate = useHasRole("admin");
  const filter = {
    q: query.get("q") ?? "",
    sort: PROJECT_ORDERS.find((order) => order === query.get("sort")) ?? "name",
  };
  const params = { q: filter.q, sort: filter.sort === "name" ? "" : filter.sort };
  const { pathOf, change } = listPaths("/projects", id, params);
  // All projects are on one page.
  const shown = listedProjects(list.data ?? [], filter);

  return (
    <ListScreen
      place="projects"
      pathOf={pathOf}
      tools={
        <>
          <SearchField label={t.list.search} value={filter.q} onChange={(q) => change({ q })} />
          <FilterChoice
            label={messages.sites.sort}
            words={t.list.orders}
            value={filter.sort}
            onChange={(sort) => change({ sort })}
          />
        </>
      }
      action={
        mayCreate && (
          <SmallButton variant="filled" Icon={IconPlus} onClick={() => navigate("/projects/new")}>
            {t.create}
          </SmallButton>
        )
      }
      list={{ ...list, data: shown } as typeof list}
      renderRow={(project) => <ProjectCells project={project} />}
      empty={
        filter.q !== "" ? (
          <EmptyNote title={messages.common.nothingFound} />
        ) : (
          <EmptyNote title={t.none}>
            <p>{messages.common.projectHint}</p>
          </EmptyNote>
        )
      }
      openId={id}
      one={id === "new" ? t.create : messages.common.project}
      detail={(open) => <ProjectPane key={open} id={open} tab={tab} list={list} />}
    />
  );
}

function ProjectPane({ id, tab, list }: { id: string; tab: TabName; list: UseInfiniteQueryResult<ProjectRow[]> }) {
  const { gone } = messages.projects;
  if (id === "new")
    return (
      <PageForRole atLeast="admin">
        <div className="detail-body">
          <header className="detail-head">
            <h2>{messages.projects.create}</h2>
          </header>
          <ProjectForm onCreated={(project) => navigate(`/projects/${project.id}`, true)} />
        </div>
      </PageForRole>
    );
  const project = list.data?.find((item) => item.id === id);
  if (project !== undefined) return <ProjectDetail project={project} tab={tab} />;
  if (list.isPending) return <SkeletonRows />;
  if (list.error) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  return (
    <EmptyNote title={gone.title}>
      <p>
        <Link to="/projects">{gone.back}</Link>
      </p>
    </EmptyNote>
  );
}

function ProjectCells({ project }: { project: ProjectRow }) {
  const t = messages.projects.list;
  return (
    <div className="cells cells-project">
      <span className="cell-named strong">
        <span className="cut" title={project.name}>
          {project.name}
        </span>
        <span className="muted">
          <EnvironmentMark environment={project.environment} />
        </span>
      </span>
      <span className="cell-state">
        <StateOf project={project} />
      </span>
      <span className="muted cell-hosts">{hostsWords(project)}</span>
      <span className="muted cell-time">
        {project.last_activity_at === null ? t.noActivity : <Time iso={project.last_activity_at} as="relative" />}
      </span>
    </div>
  );
}

function StateOf({ project }: { project: ProjectRow }) {
  if (!project.enabled) return <Mark tone="held">{messages.projects.disabled}</Mark>;
  if (project.undelivered === 0) return null;
  return <span className="text-bad">{messages.common.undelivered(project.undelivered)}</span>;
}

function hostsWords(project: ProjectRow): string {
  const hosts = project.environment === "dev" ? ["localhost", ...project.allowed_hosts] : project.allowed_hosts;
  return hosts.length === 0 ? messages.projects.noHostYet : hosts.join(", ");
}
