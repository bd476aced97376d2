import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import {
  type Icon,
  IconArrowsRightLeft,
  IconDoorEnter,
  IconFileText,
  IconHome,
  IconKey,
  IconLock,
  IconPlayerPause,
  IconSearch,
  IconSettings,
  IconWorld,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Me } from "../../../server/contracts/access-api.ts";
import { said } from "../../shared/language.ts";
import { useChangeSettings } from "../data/changes.ts";
import { useLive } from "../data/live.tsx";
import { attentionCountQuery, replicaQuery, settingsQuery } from "../data/queries.ts";
import { Link, usePlace } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { LogOut } from "../parts/LogOut.tsx";
import { May } from "../parts/May.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { SmallButton } from "../parts/SmallButton.tsx";
import { FontUploadsNote } from "./FontUploadsNote.tsx";
import { openPalette, PaletteAndHelp } from "./PaletteAndHelp.tsx";
import { SecondFactorOffer } from "./SecondFactorOffer.tsx";

const PLACES = [
  { to: "/", segment: undefined, name: "home", Icon: IconHome },
  { to: "/projects", segment: "projects", name: "projects", Icon: IconKey },
  { to: "/sites", segment: "sites", name: "sites", Icon: IconWorld },
  { to: "/sessions", segment: "sessions", name: "sessions", Icon: IconFileText },
  { to: "/deliveries", segment: "deliveries", name: "deliveries", Icon: IconArrowsRightLeft },
  { to: "/requests", segment: "requests", name: "requests", Icon: IconDoorEnter },
  { to: "/settings", segment: "settings", name: "settings", Icon: IconSettings },
] as const;

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

interface ShellProps {
  me: Me;
  children: ReactNode;
}

export function Shell({ me, children }: ShellProps) {
  const { segments } = usePlace();
  const t = messages.shell;
  const places = PLACES.map(({ segment, name, ...place }) => ({
    ...place,
    label: t.places[name],
    isCurrent: segments[0] === segment,
    badge: name === "home" && <AttentionBadge />,
  }));
  return (
    <Frame
      places={places}
      search={
        <UnstyledButton className="shell-go" onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <span className="cut">{messages.palette.open}</span>
          <kbd>{isMac ? "⌘ K" : "Ctrl K"}</kbd>
        </UnstyledButton>
      }
      foot={
        <>
          <span>{t.version(me.version)}</span>
          {me.person !== null && (
            <Link to="/settings/account" className="shell-person cut" title={me.person.email}>
              {me.person.name}
            </Link>
          )}
          <LogOut />
        </>
      }
      dialogs={<PaletteAndHelp />}
    >
      <StateBanner />
      <SecondFactorOffer />
      <FontUploadsNote />
      {children}
    </Frame>
  );
}

interface FrameProps {
  places: readonly { to: string; label: string; Icon: Icon; isCurrent: boolean; badge?: ReactNode }[];
  search?: ReactNode;
  foot?: ReactNode;
  dialogs?: ReactNode;
  children: ReactNode;
}

export function Frame({ places, search, foot, dialogs, children }: FrameProps) {
  const t = messages.shell;
  return (
    <div className="shell">
      <a className="shell-skip" href="#main">
        {t.skip}
      </a>
      <nav className="shell-rail" aria-label={t.navigation}>
        <div className="wordmark shell-wordmark">Galley</div>
        <ul className="list">
          {places.map(({ to, label, Icon: Picture, isCurrent, badge }) => (
            <li key={to}>
              <Link to={to} aria-current={isCurrent ? "page" : undefined}>
                <Picture size={18} stroke={1.6} aria-hidden />
                {label}
                {badge}
              </Link>
            </li>
          ))}
        </ul>
        {search}
        <div className="shell-foot">
          <LiveMark />
          {foot}
        </div>
      </nav>
      <main className="shell-stage" id="main" tabIndex={-1}>
        {children}
      </main>
      {dialogs}
    </div>
  );
}

function LiveMark() {
  const { state } = useLive();
  return (
    <span className="shell-live" data-live={state} role="status">
      {messages.shell.live[state]}
    </span>
  );
}

/** The banner for a takeover by another machine, else for deliveries on hold. */
function StateBanner() {
  const { data } = useQuery(replicaQuery);
  if (data === undefined || data.state !== "fenced") return <HeldBanner />;
  return (
    <div className="between shell-banner shell-held" role="status">
      <IconLock size={17} stroke={1.8} aria-hidden />
      <p className="grow">{said(data.detail, data.detail_sentence)}</p>
      <Link to="/settings/replication">{messages.shell.fenced}</Link>
    </div>
  );
}

function HeldBanner() {
  const { data } = useQuery(settingsQuery);
  const change = useChangeSettings();
  if (data === undefined || !data.settings.deliveries_paused) return null;
  return (
    <div className="between shell-banner shell-held" role="status">
      <IconPlayerPause size={17} stroke={1.8} aria-hidden />
      <p className="grow">{messages.shell.held}</p>
      <May least="operator">
        <SmallButton loading={change.isPending} onClick={() => change.mutate({ deliveries_paused: false })}>
          {messages.palette.release}
        </SmallButton>
      </May>
      {change.error && <ErrorNote error={change.error} />}
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
