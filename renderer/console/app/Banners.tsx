import { type Icon, IconLock, IconPlayerPause, IconShieldLock, IconTypography } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { localized } from "../../shared/language.ts";
import { useChangeSettings } from "../data/changes.ts";
import { replicaQuery, settingsQuery } from "../data/queries.ts";
import { useAllUploads } from "../fonts/use-uploads.ts";
import { Link, usePlace } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { SmallButton } from "../parts/basics.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";

/** A takeover by another machine, else deliveries on hold. */
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

/** Shown until a choice or a reload. */
export function SecondFactorOffer() {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <Banner look="" Icon={IconShieldLock} text={messages.invitation.offer}>
      <Link to="/settings/account" onClick={() => setOpen(false)}>
        {messages.account.factor.setUp}
      </Link>
      <SmallButton variant="subtle" onClick={() => setOpen(false)}>
        {messages.common.dismiss}
      </SmallButton>
    </Banner>
  );
}

/** Shows running and rejected font uploads on all other pages. */
export function FontUploadsNote() {
  const [, here, part] = usePlace().segments;
  const t = messages.shell.fonts;
  const projects = Map.groupBy(useAllUploads(), ({ projectId }) => projectId);
  if (part === "fonts" && here !== undefined) projects.delete(here);
  return [...projects].map(([id, uploads]) => {
    const refused = uploads.filter(({ state }) => state.kind === "refused").map(({ name }) => name);
    const left = uploads.length - refused.length;
    const sentences = [left > 0 && t.left(left), refused.length > 0 && t.refused(refused)];
    const look = refused.length > 0 ? "state-bad" : "";
    return (
      <Banner key={id} look={look} Icon={IconTypography} text={sentences.filter(Boolean).join(" ")}>
        <Link to={`/projects/${id}/fonts`}>{messages.common.show}</Link>
      </Banner>
    );
  });
}

interface BannerProps {
  look?: "state-held" | "state-bad" | "";
  Icon: Icon;
  text: string;
  children: ReactNode;
}

function Banner({ look = "state-held", Icon, text, children }: BannerProps) {
  return (
    <div className={`between shell-banner ${look}`} role="status">
      <Icon size={17} stroke={1.8} aria-hidden />
      <p className="grow wrap">{text}</p>
      {children}
    </div>
  );
}
