import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import type { ProjectView } from "../../../server/contracts/console-api.ts";
import { projectsQuery } from "../data/queries.ts";
import { Link, navigate } from "../lib/router.tsx";
import { environmentWords } from "../lib/words.ts";
import { ListPane } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { ProjectCreate } from "./ProjectCreate.tsx";
import { ProjectDetail } from "./ProjectDetail.tsx";

export function ProjectsScreen({ id }: { id: string | null }) {
  const list = useInfiniteQuery(projectsQuery);

  return (
    <MasterDetail
      title="Projects"
      closeTo="/projects"
      action={
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => navigate("/projects/new")}>
          New project
        </Button>
      }
      list={
        <ListPane
          label="Projects"
          list={list}
          selectedId={id}
          hrefOf={(project) => `/projects/${project.id}`}
          renderRow={(project) => <ProjectRow project={project} />}
          empty={
            <EmptyNote title="No projects yet">
              <p>A project is one site in one environment. It has a key and a secret that the site signs with.</p>
              <p>
                <Link to="/projects/new">Create the first project</Link>
              </p>
            </EmptyNote>
          }
        />
      }
      detail={
        id === null
          ? null
          : { id, label: id === "new" ? "New project" : "Project", node: <ProjectPane key={id} id={id} list={list} /> }
      }
    />
  );
}

function ProjectPane({ id, list }: { id: string; list: UseInfiniteQueryResult<ProjectView[]> }) {
  if (id === "new") return <ProjectCreate onCreated={(project) => navigate(`/projects/${project.id}`, true)} />;
  const project = list.data?.find((item) => item.id === id);
  if (project !== undefined) return <ProjectDetail project={project} />;
  if (list.isPending) return <SkeletonRows rows={6} height={44} />;
  if (list.error) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  return (
    <EmptyNote title="There is no such project">
      <p>
        <Link to="/projects">Back to the list</Link>
      </p>
    </EmptyNote>
  );
}

function ProjectRow({ project }: { project: ProjectView }) {
  return (
    <div className="cells cells-project">
      <span className="cell-main">{project.name}</span>
      <span className="cell-env">{environmentWords(project.environment)}</span>
      <code className="cell-key">{project.api_key}</code>
      <span className="cell-hosts">{hostsWords(project)}</span>
      <span className="cell-end">{project.enabled ? "" : <span className="state-mark state-held">Disabled</span>}</span>
    </div>
  );
}

function hostsWords(project: ProjectView): string {
  const hosts = project.environment === "dev" ? ["localhost", ...project.allowed_hosts] : project.allowed_hosts;
  return hosts.length === 0 ? "no host allowed yet" : hosts.join(", ");
}
