import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { projectsQuery } from "../data/queries.ts";
import { Link, navigate } from "../lib/router.tsx";
import { ListPane } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { messages } from "../messages/index.ts";
import { EnvironmentMark } from "../parts/basics.tsx";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { ProjectCreate } from "./ProjectCreate.tsx";
import { ProjectDetail } from "./ProjectDetail.tsx";
import type { TabName } from "./tabs.ts";
import "./projects.css";

interface ProjectsScreenProps {
  /** A project, "new", or null for none. */
  id: string | null;
  tab: TabName;
}

export function ProjectsScreen({ id, tab }: ProjectsScreenProps) {
  const list = useInfiniteQuery(projectsQuery);
  const t = messages.projects;

  return (
    <MasterDetail
      title={t.title}
      closeTo="/projects"
      action={
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => navigate("/projects/new")}>
          {t.create}
        </Button>
      }
      list={
        <ListPane
          label={t.title}
          list={list}
          selectedId={id}
          hrefOf={(project) => `/projects/${project.id}`}
          renderRow={(project) => <ProjectRow project={project} />}
          empty={
            <EmptyNote title={t.empty.title}>
              <p>{t.empty.why}</p>
              <p>
                <Link to="/projects/new">{t.empty.first}</Link>
              </p>
            </EmptyNote>
          }
        />
      }
      detail={
        id === null
          ? null
          : { id, label: id === "new" ? t.create : t.one, node: <ProjectPane key={id} id={id} tab={tab} list={list} /> }
      }
    />
  );
}

function ProjectPane({ id, tab, list }: { id: string; tab: TabName; list: UseInfiniteQueryResult<ProjectView[]> }) {
  const { gone } = messages.projects;
  if (id === "new") return <ProjectCreate />;
  const project = list.data?.find((item) => item.id === id);
  if (project !== undefined) return <ProjectDetail project={project} tab={tab} />;
  if (list.isPending) return <SkeletonRows rows={6} height={44} />;
  if (list.error) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  return (
    <EmptyNote title={gone.title}>
      <p>
        <Link to="/projects">{gone.back}</Link>
      </p>
    </EmptyNote>
  );
}

function ProjectRow({ project }: { project: ProjectView }) {
  return (
    <div className="cells cells-project">
      <span className="strong">{project.name}</span>
      <span className="muted">
        <EnvironmentMark environment={project.environment} />
      </span>
      <code className="muted cell-key">{project.api_key}</code>
      <span className="muted cell-hosts">{hostsWords(project)}</span>
      <span>{project.enabled ? "" : <span className="state-mark state-held">{messages.projects.disabled}</span>}</span>
    </div>
  );
}

function hostsWords(project: ProjectView): string {
  const hosts = project.environment === "dev" ? ["localhost", ...project.allowed_hosts] : project.allowed_hosts;
  return hosts.length === 0 ? messages.projects.noHostYet : hosts.join(", ");
}
