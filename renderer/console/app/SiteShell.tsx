/** The console of a site link: deliveries, requests and the receiver check of one project. */
import { IconArrowsRightLeft, IconDoorEnter, IconPlugConnected } from "@tabler/icons-react";
import { useEffect } from "react";
import type { Me } from "../../../server/contracts/access-api.ts";
import { usePlace } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { TimePhrase } from "../parts/basics.tsx";
import { LogOut } from "../parts/LogOut.tsx";
import { sitePageAt } from "./pages.tsx";
import { PageFrame } from "./Screen.tsx";
import { Frame } from "./Shell.tsx";

const PLACES = [
  { name: "deliveries", Icon: IconArrowsRightLeft },
  { name: "requests", Icon: IconDoorEnter },
  { name: "check", Icon: IconPlugConnected },
] as const;

export function SiteShell({ project }: { project: NonNullable<Me["project"]> }) {
  const place = usePlace();
  const t = messages.site;
  const [first = "site"] = place.segments;
  const name = first === "site" ? "deliveries" : first;

  useEffect(() => {
    document.title = messages.shell.titleOf(project.name);
  }, [project.name]);

  const page = sitePageAt(place, project.id);
  return (
    <Frame
      places={PLACES.map(({ name: each, Icon }) => ({
        to: `/${each}`,
        label: t.places[each],
        Icon,
        isCurrent: name === each,
      }))}
    >
      <div className="between shell-banner">
        <p className="grow">
          <strong>{project.name}</strong>{" "}
          <span className="muted">
            <TimePhrase text={t.until} iso={project.expires_at} />
          </span>
        </p>
        <LogOut />
      </div>
      {page === null ? (
        <div className="page">
          <h1>{messages.shell.noPage.title}</h1>
          <p>{t.only(project.name)}</p>
        </div>
      ) : (
        <PageFrame name={name}>{page}</PageFrame>
      )}
    </Frame>
  );
}
