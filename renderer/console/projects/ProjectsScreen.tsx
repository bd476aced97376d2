import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ProjectView } from "../../../server/contracts/console-api.ts";
import { api } from "../api.ts";
import { ListPane } from "../list/ListPane.tsx";
import { MasterDetail } from "../list/MasterDetail.tsx";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Link, navigate } from "../router.tsx";
import { type Pages, usePages } from "../use-pages.ts";
import { ENVIRONMENT_WORDS } from "../words.ts";
import { ProjectCreate } from "./ProjectCreate.tsx";
import { ProjectDetail } from "./ProjectDetail.tsx";
import { withoutSecret } from "./without-secret.ts";

export function ProjectsScreen({ id }: { id: string | null }) {
  const pages = usePages<ProjectView>("projects", api.projects);

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
          pages={pages}
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
      detail={id === null ? null : { id, label: id === "new" ? "New project" : "Project", node: openNode(id, pages) }}
    />
  );
}

function openNode(id: string, pages: Pages<ProjectView>) {
  if (id === "new")
    return (
      <ProjectCreate
        onCreated={(project) => {
          pages.put(withoutSecret(project));
          navigate(`/projects/${project.id}`, true);
        }}
      />
    );
  const project = pages.items.find((item) => item.id === id);
  if (project !== undefined) return <ProjectDetail key={id} project={project} onChange={pages.put} />;
  if (pages.loading) return <SkeletonRows rows={6} height={44} />;
  if (pages.error !== undefined) return <ErrorNote error={pages.error} retry={pages.reload} />;
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
      <span className="cell-env">{ENVIRONMENT_WORDS[project.environment]}</span>
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
