import { type ComponentType, lazy, type ReactNode } from "react";
import { tabAt } from "../lib/pages.ts";
import type { Place } from "../lib/router.tsx";

/** A page that loads on demand or by the prefetch; the browser fetches a module once. */
function page<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  loaders.push(load);
  return lazy(async () => ({ default: await load() }));
}

const loaders: (() => Promise<unknown>)[] = [];

const HomeScreen = page(async () => (await import("../home/HomeScreen.tsx")).HomeScreen);
const ProjectsScreen = page(async () => (await import("../projects/ProjectsScreen.tsx")).ProjectsScreen);
const FontsScreen = page(async () => (await import("../fonts/FontsScreen.tsx")).FontsScreen);
const SitesScreen = page(async () => (await import("../sites/SitesScreen.tsx")).SitesScreen);
const SessionsScreen = page(async () => (await import("../sessions/SessionsScreen.tsx")).SessionsScreen);
const DeliveriesScreen = page(async () => (await import("../deliveries/DeliveriesScreen.tsx")).DeliveriesScreen);
const RequestsScreen = page(async () => (await import("../requests/RequestsScreen.tsx")).RequestsScreen);
const CheckTab = page(async () => (await import("../projects/CheckTab.tsx")).CheckTab);
const SettingsScreen = page(async () => (await import("../settings/SettingsScreen.tsx")).SettingsScreen);

/** Prefetches all pages one by one, so that they also open while Galley restarts. */
export async function prefetchPages(): Promise<void> {
  // A page that fails shows its own error when opened.
  for (const load of loaders) await load().catch(() => undefined);
}

export function pageAt({ segments, query }: Place): ReactNode {
  const [name, id = null, part, partId = null] = segments;
  switch (name) {
    case undefined:
      return <HomeScreen />;
    case "projects": {
      if (id !== null && part === "fonts") return <FontsScreen key={id} projectId={id} />;
      const tab = tabAt(part);
      return tab && <ProjectsScreen id={id} tab={tab} query={query} />;
    }
    case "sites":
      return <SitesScreen id={id} query={query} />;
    case "sessions":
      return <SessionsScreen id={id} versionId={part === "versions" ? partId : null} query={query} />;
    case "deliveries":
      return <DeliveriesScreen id={id} query={query} />;
    case "requests":
      return <RequestsScreen id={id} query={query} />;
    case "settings":
      return <SettingsScreen page={id} />;
    default:
      return null;
  }
}

/** The pages that a site link opens; deliveries first. */
export function sitePageAt(place: Place, project: { id: string }): ReactNode {
  const [name = "site", ...rest] = place.segments;
  switch (name) {
    case "site":
      return pageAt({ ...place, segments: ["deliveries", ...rest] });
    case "deliveries":
    case "requests":
      return pageAt(place);
    case "check":
      return (
        <div className="page">
          <CheckTab project={project} />
        </div>
      );
    default:
      return null;
  }
}
