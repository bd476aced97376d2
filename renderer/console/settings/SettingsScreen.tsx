import { useMantineColorScheme } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { type ComponentProps, type ComponentType, useState } from "react";
import type { RestartView, SettingsView } from "../../../server/contracts/settings-api.ts";
import { localized } from "../../shared/language.ts";
import { api } from "../data/api.ts";
import { useHasRole } from "../data/me.ts";
import { settingsQuery } from "../data/queries.ts";
import { PAGE_NAMES, PAGES, type PageName, useOpenPages } from "../lib/pages.ts";
import { Link } from "../lib/router.tsx";
import { chooseLanguage, languageChoice, messages } from "../messages/index.ts";
import { Segments } from "../parts/Choices.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { PageForRole, ReadOnlyBelow } from "../parts/RequireRole.tsx";
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
  const name = PAGE_NAMES.find((each) => each === (page ?? FIRST));
  const Screen = SCREENS[name ?? FIRST];
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
                <Link to={`/settings/${each}`} className="nav-link" aria-current={each === name ? "page" : undefined}>
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
              <Loaded query={settingsQuery}>
                {(data) => (
                  <>
                    <RestartNote restart={data.restart} startedAt={data.appliance.started_at} />
                    <PageForRole atLeast={PAGES[name].toOpen}>
                      <ReadOnlyBelow atLeast={PAGES[name].toChange}>
                        <Screen key={name} settings={data} />
                      </ReadOnlyBelow>
                    </PageForRole>
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

interface RestartNoteProps {
  restart: RestartView;
  /** Changes with every start. */
  startedAt: string;
}

interface RestartRequest {
  startedAt: string;
  consoleUrl: string;
}

function RestartNote({ restart, startedAt }: RestartNoteProps) {
  const t = messages.settings.restart;
  const mayRestart = useHasRole("admin");
  const [request, setRequest] = useState<RestartRequest>();
  const ask = async () => {
    const { console_url: consoleUrl } = await api.restart();
    setRequest({ startedAt, consoleUrl });
  };
  if (request !== undefined && request.startedAt === startedAt)
    return (
      <div className="notice" role="status">
        {request.consoleUrl === window.location.origin ? (
          <p>{t.restarting}</p>
        ) : (
          <p>
            {t.moved} <a href={request.consoleUrl}>{request.consoleUrl}</a>
          </p>
        )}
      </div>
    );
  const fault = restart.fault !== null && (
    <div className="notice" data-tone="refused" role="alert">
      <p>
        {t.fault} {localized(restart.fault, restart.fault_sentence)}
      </p>
    </div>
  );
  if (restart.waiting.length === 0)
    return (
      <>
        {fault}
        {request !== undefined && (
          <p className="text-taken" role="status">
            {t.back}
          </p>
        )}
      </>
    );
  return (
    <>
      {fault}
      <section className="notice between" aria-label={t.title}>
        <p className="grow">
          <strong>{restart.waiting.map((what) => t.waiting[what]).join(" ")}</strong>{" "}
          {restart.offered ? t.why : t.restartNeeded}
        </p>
        {mayRestart && restart.offered && (
          <ConfirmButton
            button={{ size: "xs", variant: "filled" }}
            action={t.action}
            destructive={false}
            onConfirm={ask}
          >
            <p>{t.actionWhy}</p>
          </ConfirmButton>
        )}
      </section>
    </>
  );
}

function Appearance() {
  const t = messages.common.appearance;
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [language, setLanguage] = useState(languageChoice);
  return (
    <div className="form">
      <Labelled label={t.scheme} words={t.schemes} value={colorScheme} onChange={setColorScheme} />
      <Labelled
        label={t.language}
        words={t.languages}
        value={language}
        onChange={(choice) => {
          setLanguage(choice);
          void chooseLanguage(choice);
        }}
      />
    </div>
  );
}

function Labelled<T extends string>(props: ComponentProps<typeof Segments<T>>) {
  return (
    <div>
      <p aria-hidden>{props.label}</p>
      <Segments size="sm" {...props} />
    </div>
  );
}
