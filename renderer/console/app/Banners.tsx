import { Button } from "@mantine/core";
import { type Icon, IconLock, IconPlayerPause, IconShieldLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useSyncExternalStore } from "react";
import { localized } from "../../shared/language.ts";
import { useChangeSettings } from "../data/changes.ts";
import { replicaQuery, settingsQuery } from "../data/queries.ts";
import { useAllUploads } from "../fonts/use-uploads.ts";
import { Link, navigate, usePlace } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { SmallButton } from "../parts/basics.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";

/** The notes above a page. */
export function Banners() {
  return (
    <>
      <StateBanner />
      <SecondFactorOffer />
      <FontUploadsNote />
    </>
  );
}

interface BannerProps {
  look?: "shell-held" | "state-refused" | "";
  Icon?: Icon;
  text: string;
  children: ReactNode;
}

function Banner({ look = "", Icon, text, children }: BannerProps) {
  return (
    <div className={`between shell-banner ${look}`} role="status">
      {Icon && <Icon size={17} stroke={1.8} aria-hidden />}
      <p className="grow wrap">{text}</p>
      {children}
    </div>
  );
}

/** A takeover by another machine, else deliveries on hold. */
function StateBanner() {
  const { data } = useQuery(replicaQuery);
  if (data === undefined || data.state !== "fenced") return <HeldBanner />;
  return (
    <Banner look="shell-held" Icon={IconLock} text={localized(data.detail, data.detail_sentence)}>
      <Link to="/settings/replication">{messages.shell.fenced}</Link>
    </Banner>
  );
}

function HeldBanner() {
  const { data } = useQuery(settingsQuery);
  const change = useChangeSettings();
  if (data === undefined || !data.settings.deliveries_paused) return null;
  return (
    <Banner look="shell-held" Icon={IconPlayerPause} text={messages.shell.held}>
      <RequireRole atLeast="operator">
        <SmallButton loading={change.isPending} onClick={() => change.mutate({ deliveries_paused: false })}>
          {messages.palette.release}
        </SmallButton>
      </RequireRole>
      {change.error && <ErrorNote error={change.error} />}
    </Banner>
  );
}

/** Kept until a reload or a choice. */
let isOffered = false;
const listeners = new Set<() => void>();

/** @param on whether the account has just set a password */
export function offerSecondFactor(on: boolean) {
  isOffered = on;
  for (const notify of listeners) notify();
}

function SecondFactorOffer() {
  const t = messages.invitation;
  const isShown = useSyncExternalStore(subscribe, () => isOffered);
  if (!isShown) return null;
  return (
    <Banner Icon={IconShieldLock} text={t.offer}>
      <Button
        size="xs"
        onClick={() => {
          offerSecondFactor(false);
          navigate("/settings/account");
        }}
      >
        {t.setUp}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => offerSecondFactor(false)}>
        {t.notNow}
      </Button>
    </Banner>
  );
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Shows running and rejected font uploads on all other pages. */
function FontUploadsNote() {
  const [, here, part] = usePlace().segments;
  const t = messages.shell.fonts;
  const projects = Map.groupBy(useAllUploads(), ({ projectId }) => projectId);
  if (part === "fonts" && here !== undefined) projects.delete(here);
  return [...projects].map(([id, uploads]) => {
    const refused = uploads.filter(({ state }) => state.kind === "refused").map(({ name }) => name);
    const left = uploads.length - refused.length;
    const sentences = [left > 0 ? t.left(left) : "", refused.length > 0 ? t.refused(refused) : ""];
    return (
      <Banner key={id} look={refused.length > 0 ? "state-refused" : ""} text={sentences.filter(Boolean).join(" ")}>
        <Link to={`/projects/${id}/fonts`}>{t.show}</Link>
      </Banner>
    );
  });
}
