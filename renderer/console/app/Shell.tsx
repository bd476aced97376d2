import { Stack, VisuallyHidden } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import {
  type Icon,
  IconArrowsRightLeft,
  IconDoorEnter,
  IconFileText,
  IconHome,
  IconKey,
  IconPlugConnected,
  IconSettings,
  IconWorld,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Me } from "../../../server/contracts/access-api.ts";
import { useLive } from "../data/live.tsx";
import { attentionCountQuery } from "../data/queries.ts";
import { Link, usePlace } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { TimePhrase } from "../parts/basics.tsx";
import { LogOut } from "../parts/RequireRole.tsx";
import { FontUploadsNote, SecondFactorOffer, StateBanner } from "./Banners.tsx";
import { PaletteAndHelp } from "./PaletteAndHelp.tsx";
import { sitePageAt } from "./pages.tsx";
import { PageFrame, Screen } from "./Screen.tsx";

const PLACES = [
  { to: "/", name: "home", Icon: IconHome },
  { to: "/projects", name: "projects", Icon: IconKey },
  { to: "/sites", name: "sites", Icon: IconWorld },
  { to: "/sessions", name: "sessions", Icon: IconFileText },
  { to: "/deliveries", name: "deliveries", Icon: IconArrowsRightLeft },
  { to: "/requests", name: "requests", Icon: IconDoorEnter },
  { to: "/settings", name: "settings", Icon: IconSettings },
] as const;

/** @param props.isNew whether the person has just set a password */
export function Shell({ me, isNew }: { me: Me; isNew: boolean }) {
  const { segments } = usePlace();
  const t = messages.shell;
  const places = PLACES.map(({ name, ...place }) => ({
    ...place,
    label: t.places[name],
    badge: name === "home" && <AttentionBadge />,
  }));
  return (
    <Frame
      places={places}
      current={`/${segments[0] ?? ""}`}
      search={<PaletteAndHelp />}
      foot={
        <>
          <span>{messages.sessions.version(me.version)}</span>
          {me.person !== null && (
            <Link to="/settings/account" className="cut" title={me.person.email}>
              {me.person.name}
            </Link>
          )}
          <LogOut />
        </>
      }
    >
      <StateBanner />
      {isNew && <SecondFactorOffer />}
      <FontUploadsNote />
      <Screen />
    </Frame>
  );
}

/** The console of a site link: deliveries, requests and the receiver check of one project. */
export function SiteShell({ project }: { project: NonNullable<Me["project"]> }) {
  const place = usePlace();
  const t = messages.site;
  useDocumentTitle(messages.shell.titleOf(project.name));
  const { places } = messages.shell;
  const [first = "site"] = place.segments;
  const name = first === "site" ? "deliveries" : first;

  const page = sitePageAt(place, project);
  return (
    <Frame
      places={[
        { to: "/deliveries", label: places.deliveries, Icon: IconArrowsRightLeft },
        { to: "/requests", label: places.requests, Icon: IconDoorEnter },
        { to: "/check", label: messages.common.checkReceiver, Icon: IconPlugConnected },
      ]}
      current={`/${name}`}
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

interface FrameProps {
  places: readonly { to: string; label: string; Icon: Icon; badge?: ReactNode }[];
  current: string;
  search?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}

function Frame({ places, current, search, foot, children }: FrameProps) {
  const t = messages.shell;
  const { state } = useLive();
  return (
    <div className="shell">
      <a className="shell-skip" href="#main">
        {t.skip}
      </a>
      <nav className="shell-rail" aria-label={t.navigation}>
        <div className="wordmark shell-wordmark">Galley</div>
        <ul className="list">
          {places.map(({ to, label, Icon: Picture, badge }) => (
            <li key={to}>
              <Link to={to} className="nav-link" aria-current={to === current ? "page" : undefined}>
                <Picture size={18} stroke={1.6} aria-hidden />
                {label}
                {badge}
              </Link>
            </li>
          ))}
        </ul>
        {search}
        <div className="shell-foot">
          <span className="shell-live" data-live={state} role="status">
            {t.live[state]}
          </span>
          {foot}
        </div>
      </nav>
      <Stack component="main" className="shell-stage" id="main" tabIndex={-1} gap={0} miw={0} mih={0}>
        {children}
      </Stack>
    </div>
  );
}

const MAX_SHOWN = 999;

function AttentionBadge() {
  const { data } = useQuery(attentionCountQuery);
  const count = data === undefined ? 0 : data.articles + data.fonts;
  if (count === 0) return null;
  return (
    <span className="shell-badge">
      <span aria-hidden>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <VisuallyHidden>{`, ${messages.shell.needAttention(count)}`}</VisuallyHidden>
    </span>
  );
}
