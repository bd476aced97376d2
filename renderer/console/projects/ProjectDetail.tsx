import { Group } from "@mantine/core";
import type { ComponentType } from "react";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { useRoleCheck } from "../data/me.ts";
import { TABS, type TabName } from "../lib/pages.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { EnvironmentMark, Mark, TimePhrase } from "../parts/basics.tsx";
import { PageForRole } from "../parts/RequireRole.tsx";
import { CheckTab } from "./CheckTab.tsx";
import { HostsTab } from "./HostsTab.tsx";
import { IntegrateTab } from "./IntegrateTab.tsx";
import { KeysTab, WrongSignatures } from "./KeysTab.tsx";
import { SettingsTab } from "./SettingsTab.tsx";
import { SiteLinksTab } from "./SiteLinksTab.tsx";
import { SnippetsTab } from "./SnippetsTab.tsx";

const VIEWS: Readonly<Record<TabName, ComponentType<{ project: ProjectView }>>> = {
  keys: KeysTab,
  hosts: HostsTab,
  integrate: IntegrateTab,
  check: CheckTab,
  snippets: SnippetsTab,
  links: SiteLinksTab,
  settings: SettingsTab,
  signatures: WrongSignatures,
};

export function ProjectDetail({ project, tab }: { project: ProjectView; tab: TabName }) {
  const t = messages.projects;
  const View = VIEWS[tab];
  return (
    <div className="detail-body">
      <header className="detail-head project-head" data-environment={project.environment}>
        <div className="line">
          <h2>{project.name}</h2>
          <EnvironmentMark environment={project.environment} />
          {!project.enabled && <Mark tone="held">{t.disabled}</Mark>}
        </div>
        <p className="hint wrap">
          <TimePhrase text={messages.deliveries.createdAt} iso={project.created_at} /> ·{" "}
          <Link to={pathWith("/sites", { project: project.id })}>{messages.shell.places.sites}</Link> ·{" "}
          <Link to={pathWith("/sessions", { project: project.id })}>{messages.shell.places.sessions}</Link> ·{" "}
          <Link to={pathWith("/deliveries", { project: project.id })}>{messages.shell.places.deliveries}</Link> ·{" "}
          <Link to={pathWith("/requests", { project: project.id })}>{messages.shell.places.requests}</Link>
        </p>
      </header>
      <Tabs projectId={project.id} tab={tab} />
      <PageForRole atLeast={TABS[tab]}>
        <View project={project} />
      </PageForRole>
    </div>
  );
}

function Tabs({ projectId, tab }: { projectId: string; tab: TabName }) {
  const t = messages.projects.tabs;
  const hasRole = useRoleCheck();
  const names = (Object.keys(TABS) as (keyof typeof TABS)[]).filter((name) => name !== "signatures");
  return (
    <Group component="nav" gap={4} mb="lg" aria-label={messages.common.project}>
      {names
        .filter((name) => hasRole(TABS[name]))
        .map((name) => (
          <Link
            key={name}
            className="nav-link"
            to={`/projects/${projectId}/${name}`}
            aria-current={name === tab ? "page" : undefined}
          >
            {t[name]}
          </Link>
        ))}
    </Group>
  );
}
