import { type Icon, IconLock, IconPlayerPause } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { localized } from "../../shared/language.ts";
import { useChangeSettings } from "../data/changes.ts";
import { replicaQuery, settingsQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { SmallButton } from "../parts/basics.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";

/** The note above a page: a takeover by another machine, else deliveries on hold. */
export function StateBanner() {
  const { data: replica } = useQuery(replicaQuery);
  const { data: settings } = useQuery(settingsQuery);
  const change = useChangeSettings();
  if (replica?.state === "fenced")
    return (
      <Banner Icon={IconLock} text={localized(replica.detail, replica.detail_sentence)}>
        <Link to="/settings/replication">{messages.shell.fenced}</Link>
      </Banner>
    );
  if (settings?.settings.deliveries_paused !== true) return null;
  return (
    <Banner Icon={IconPlayerPause} text={messages.shell.held}>
      <RequireRole atLeast="operator">
        <SmallButton loading={change.isPending} onClick={() => change.mutate({ deliveries_paused: false })}>
          {messages.palette.release}
        </SmallButton>
      </RequireRole>
      {change.error && <ErrorNote error={change.error} />}
    </Banner>
  );
}

function Banner({ Icon, text, children }: { Icon: Icon; text: string; children: ReactNode }) {
  return (
    <div className="between shell-banner state-held" role="status">
      <Icon size={17} stroke={1.8} aria-hidden />
      <p className="grow wrap">{text}</p>
      {children}
    </div>
  );
}
