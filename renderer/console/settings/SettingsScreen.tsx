import { useMantineColorScheme } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { type ComponentType, useState } from "react";
import type { SettingsView } from "../../../server/contracts/settings-api.ts";
import { localized } from "../../shared/language.ts";
import { api } from "../data/api.ts";
import { useHasRole } from "../data/me.ts";
import { settingsQuery } from "../data/queries.ts";
import { PAGE_NAMES, PAGES, type PageName, useOpenPages } from "../lib/pages.ts";
import { Link } from "../lib/router.tsx";
import { chooseLanguage, languageChoice, messages } from "../messages/index.ts";
import { Choice } from "../parts/Choices.tsx";
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
  // On a phone, only one of them is visible.
  const [Section, Title] = page === null ? (["h1", "h2"] as const) : (["p", "h1"] as const);
  return (
    <div className="page settings" data-open={page !== null}>
      <div className="settings-frame">
        <nav className="settings-pages" aria-label={messages.shell.places.settings}>
          <Section className="settings-title" aria-hidden={page !== null}>
            {messages.shell.places.settings}
          </Section>
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
                <Title className="settings-heading">{t.pages[name]}</Title>
              </header>
              <Loaded query={settingsQuery}>
                {(data) => (
                  <>
                    <RestartNote {...data} />
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

function RestartNote({
  restart: { waiting, fault, fault_sentence, offered },
  appliance: { started_at },
}: SettingsView) {
  const t = messages.settings.restart;
  const mayRestart = useHasRole("admin");
  /** The start that it ends, and the URL of the console afterwards. */
  const [request, setRequest] = useState<{ started_at: string; console_url: string }>();
  return (
    <>
      {fault !== null && (
        <p className="notice" data-tone="bad" role="alert">
          {t.fault} {localized(fault, fault_sentence)}
        </p>
      )}
      {request?.started_at === started_at ? (
        <p className="notice" role="status">
          {request.console_url === window.location.origin ? (
            t.restarting
          ) : (
            <>
              {t.moved} <a href={request.console_url}>{request.console_url}</a>
            </>
          )}
        </p>
      ) : waiting.length > 0 ? (
        <section className="notice between" aria-label={t.title}>
          <p className="grow">
            <strong>{waiting.map((what) => t.waiting[what]).join(" ")}</strong> {offered ? t.why : t.restartNeeded}
          </p>
          {mayRestart && offered && (
            <ConfirmButton
              button={{ size: "xs", variant: "filled" }}
              action={t.action}
              destructive={false}
              onConfirm={async () => setRequest({ ...(await api.restart()), started_at })}
            >
              <p>{t.actionWhy}</p>
            </ConfirmButton>
          )}
        </section>
      ) : (
        request && (
          <p className="text-good" role="status">
            {t.back}
          </p>
        )
      )}
    </>
  );
}

function Appearance() {
  const t = messages.common.appearance;
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [language, setLanguage] = useState(languageChoice);
  return (
    <div className="form">
      <Choice label={t.scheme} words={t.schemes} value={colorScheme} onChange={setColorScheme} />
      <Choice
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
