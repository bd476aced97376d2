import { Button } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Time } from "../../shared/Time.tsx";
import { auditQuery, settingsQuery } from "../data/queries.ts";
import { HoldSwitch, ProxySwitch } from "./Switches.tsx";
import "./settings.css";
import { DeedLine } from "../parts/DeedLine.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { ApplianceFacts } from "./ApplianceFacts.tsx";
import { BackupSection } from "./BackupSection.tsx";
import { Logins } from "./Logins.tsx";
import { RestoreSection } from "./RestoreSection.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

export function SettingsScreen() {
  const settings = useQuery(settingsQuery);
  return (
    <div className="page">
      <header className="page-head">
        <h1>Settings</h1>
      </header>
      {settings.data !== undefined ? (
        <div className="page-columns">
          <div>
            <HoldSwitch held={settings.data.settings.deliveries_paused} />
            <SettingsForm settings={settings.data.settings} />
            <ProxySwitch settings={settings.data} />
          </div>
          <div>
            <ApplianceFacts facts={settings.data.appliance} />
            <BackupSection />
            <RestoreSection />
            <Logins />
            <AuditLog />
          </div>
        </div>
      ) : settings.error ? (
        <ErrorNote error={settings.error} retry={() => void settings.refetch()} />
      ) : (
        <SkeletonRows rows={8} height={44} />
      )}
    </div>
  );
}

/** The audit log, newest first; subject and details unfold. */
function AuditLog() {
  const audit = useInfiniteQuery(auditQuery);
  return (
    <section className="block" aria-labelledby="audit">
      <h2 id="audit">What admins did</h2>
      {audit.isPending && <SkeletonRows rows={4} height={24} />}
      {audit.data?.length === 0 && !audit.error && (
        <p className="cell-quiet">Nothing yet. Creating a project or revealing a secret is written down here.</p>
      )}
      <ul className="settings-audit">
        {audit.data?.map((entry) => (
          <li key={entry.id}>
            <details>
              <summary>
                <DeedLine deed={entry} /> <Time iso={entry.at} as="seconds" />
              </summary>
              <code>
                {entry.subject} {JSON.stringify(entry.detail)}
              </code>
            </details>
          </li>
        ))}
      </ul>
      {audit.error && <ErrorNote error={audit.error} retry={() => void audit.refetch()} />}
      {audit.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={audit.isFetchingNextPage}
          onClick={() => void audit.fetchNextPage()}
        >
          Show older ones
        </Button>
      )}
    </section>
  );
}
