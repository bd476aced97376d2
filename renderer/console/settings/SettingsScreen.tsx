import { Button } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Time } from "../../shared/Time.tsx";
import { auditQuery, settingsQuery } from "../data/queries.ts";
import { HoldSwitch, ProxySwitch } from "./Switches.tsx";
import "./settings.css";
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

/** What was done here, newest first; what it was done to is one click below. */
function AuditLog() {
  const deeds = useInfiniteQuery(auditQuery);
  return (
    <section className="block" aria-labelledby="audit">
      <h2 id="audit">What admins did</h2>
      {deeds.isPending && <SkeletonRows rows={4} height={24} />}
      {deeds.data?.length === 0 && !deeds.error && (
        <p className="cell-quiet">Nothing yet. Creating a project or revealing a secret is written down here.</p>
      )}
      <ul className="settings-deeds">
        {deeds.data?.map((deed) => (
          <li key={deed.id}>
            <details>
              <summary>
                <span>{deed.action}</span> <Time iso={deed.at} as="seconds" />
              </summary>
              <code>
                {deed.subject} {JSON.stringify(deed.detail)}
              </code>
            </details>
          </li>
        ))}
      </ul>
      {deeds.error && <ErrorNote error={deeds.error} retry={() => void deeds.refetch()} />}
      {deeds.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={deeds.isFetchingNextPage}
          onClick={() => void deeds.fetchNextPage()}
        >
          Show older ones
        </Button>
      )}
    </section>
  );
}
