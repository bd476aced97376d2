/** The frame around every screen: where one can go, and whether the console hears from the appliance. */
import { IconArrowsRightLeft, IconFileText, IconHome, IconKey, IconLogout, IconSettings } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { api } from "../api.ts";
import { useLiveState } from "../live.tsx";
import { Link, usePlace } from "../router.tsx";
import { HeldBanner } from "./HeldBanner.tsx";

const ROOMS = [
  { to: "/", segment: undefined, label: "Today", Icon: IconHome },
  { to: "/projects", segment: "projects", label: "Projects", Icon: IconKey },
  { to: "/sessions", segment: "sessions", label: "Sessions", Icon: IconFileText },
  { to: "/deliveries", segment: "deliveries", label: "Deliveries", Icon: IconArrowsRightLeft },
  { to: "/settings", segment: "settings", label: "Settings", Icon: IconSettings },
];

export interface ShellProps {
  version: string;
  /** False for the desktop app's own window, and for who came with the console token. */
  canLogOut: boolean;
  children: ReactNode;
}

export function Shell({ version, canLogOut, children }: ShellProps) {
  const { segments } = usePlace();
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <nav className="rail" aria-label="Console">
        <div className="wordmark">Galley</div>
        <ul>
          {ROOMS.map(({ to, segment, label, Icon }) => (
            <li key={to}>
              <Link to={to} aria-current={segments[0] === segment ? "page" : undefined}>
                <Icon size={18} stroke={1.6} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <div className="rail-foot">
          <LiveMark />
          <span>Version {version}</span>
          {canLogOut && (
            <button type="button" className="log-out" onClick={() => void api.logout().catch(() => undefined)}>
              <IconLogout size={14} stroke={1.6} aria-hidden />
              Log out
            </button>
          )}
        </div>
      </nav>
      <main className="stage" id="main" tabIndex={-1}>
        <HeldBanner />
        {children}
      </main>
    </div>
  );
}

function LiveMark() {
  const state = useLiveState();
  const words = { connecting: "Connecting…", open: "Live", lost: "Connection lost, trying again" }[state];
  return (
    <span className="live-mark" data-live={state} role="status">
      {words}
    </span>
  );
}
