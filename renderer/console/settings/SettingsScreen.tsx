import { IconChevronLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { settingsQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { PAGE_NAMES, PAGES, type PageName, useOpenPages } from "../lib/settings-pages.ts";
import { messages } from "../messages/index.ts";
import { Appearance } from "../parts/Appearance.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { ChangedBy, OpenTo } from "../parts/May.tsx";
import { AccessPage } from "./AccessPage.tsx";
import { AccountPage } from "./AccountPage.tsx";
import { AdminsPage } from "./AdminsPage.tsx";
import { AuditPage } from "./AuditPage.tsx";
import { BackupsPage } from "./BackupsPage.tsx";
import { AboutPage, DeliveriesPage, LimitsPage, RetentionPage, SamplePage } from "./BasicPages.tsx";
import { LogsPage } from "./LogsPage.tsx";
import { NetworkPage } from "./NetworkPage.tsx";
import { NotificationsPage } from "./NotificationsPage.tsx";
import { ReplicationPage } from "./ReplicationPage.tsx";
import { RestartNote } from "./RestartNote.tsx";
import "./settings.css";

const SCREENS: Readonly<Record<PageName, ComponentType<{ settings: SettingsView }>>> = {
  network: NetworkPage,
  deliveries: DeliveriesPage,
  limits: LimitsPage,
  retention: RetentionPage,
  backups: BackupsPage,
  replication: ReplicationPage,
  access: AccessPage,
  admins: AdminsPage,
  account: AccountPage,
  notifications: NotificationsPage,
  appearance: Appearance,
  sample: SamplePage,
  logs: LogsPage,
  audit: AuditPage,
  about: AboutPage,
};

const FIRST: PageName = "network";

/** @param page null: the list, with the first page next to it in a wide window */
export function SettingsScreen({ page }: { page: string | null }) {
  const t = messages.settings;
  const settings = useQuery(settingsQuery);
  const name = PAGE_NAMES.find((each) => each === (page ?? FIRST));
  const open = useOpenPages();
  return (
    <div className="page settings" data-open={page !== null}>
      <div className="settings-frame">
        <nav className="settings-pages" aria-label={messages.shell.places.settings}>
          {page === null ? (
            <h1 className="settings-title">{messages.shell.places.settings}</h1>
          ) : (
            <p className="settings-title" aria-hidden>
              {messages.shell.places.settings}
            </p>
          )}
          <ul className="list">
            {open.map((each) => (
              <li key={each}>
                <Link to={`/settings/${each}`} aria-current={each === name ? "page" : undefined}>
                  {t.pages[each]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="settings-page">
          <p className="settings-back">
            <Link to="/settings">
              <IconChevronLeft size={16} aria-hidden /> {t.toAll}
            </Link>
          </p>
          {name === undefined ? (
            <p>{t.noSuchPage}</p>
          ) : (
            <>
              <header className="page-head">
                {page === null ? <h2 className="settings-heading">{t.pages[name]}</h2> : <h1>{t.pages[name]}</h1>}
              </header>
              <Loaded query={settings} rows={8} height={44}>
                {(data) => (
                  <>
                    <RestartNote restart={data.restart} startedAt={data.appliance.started_at} />
                    <Page key={name} name={name} settings={data} />
                  </>
                )}
              </Loaded>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function Page({ name, settings }: { name: PageName; settings: SettingsView }) {
  const { toOpen, toChange } = PAGES[name];
  const Screen = SCREENS[name];
  return (
    <OpenTo least={toOpen}>
      <ChangedBy least={toChange}>
        <Screen settings={settings} />
      </ChangedBy>
    </OpenTo>
  );
}
