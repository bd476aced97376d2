import { Button, Group, Progress } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconSend, IconStethoscope } from "@tabler/icons-react";
import type { SiteView } from "../../../server/contracts/sites-api.ts";
import { useMay } from "../data/me.ts";
import { type Resending, useResending } from "../data/resending.ts";
import { siteCalls, useSiteChange } from "../data/sites.ts";
import { navigate, pathWith } from "../lib/router.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { SmallButton } from "../parts/basics.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { MuteMenu } from "./MuteMenu.tsx";

export function SiteActions({ site }: { site: SiteView }) {
  const t = messages.sites;
  const { id, held_at, undelivered } = site;
  const isHeld = held_at !== null;
  const hold = useSiteChange(id, () => (isHeld ? siteCalls.release(id) : siteCalls.hold(id)));
  const mute = useSiteChange(id, (until: string | null) => siteCalls.change(id, { alerts_muted_until: until }));
  const resending = useResending(id);
  const isResending = resending.state?.running ?? false;
  if (!useMay("operator")) return null;
  return (
    <>
      <Group gap="sm" mb="md">
        <Button
          size="xs"
          variant={isHeld || site.state === "failing" ? "filled" : "default"}
          leftSection={isHeld ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
          loading={hold.isPending}
          onClick={() => hold.mutate()}
        >
          {isHeld ? t.release : t.hold}
        </Button>
        {undelivered.resendable > 0 && !isResending && (
          <SmallButton Icon={IconSend} onClick={() => resending.start(undelivered.resendable)}>
            {t.resend(numberInWords(undelivered.resendable))}
          </SmallButton>
        )}
        <SmallButton
          Icon={IconStethoscope}
          onClick={() => navigate(pathWith(`/projects/${site.project_id}/check`, { url: site.callback_url }))}
        >
          {messages.common.checkReceiver}
        </SmallButton>
        <MuteMenu
          label={t.muteAlerts}
          until={site.alerts_muted_until}
          untilText={t.alertsMuted}
          busy={mute.isPending}
          onMute={(until) => mute.mutate(until)}
        />
      </Group>
      {resending.state !== null && (isResending || !isHeld) && (
        <ResendingState state={resending.state} cancel={resending.cancel} />
      )}
      {hold.error && <ErrorNote error={hold.error} />}
      {mute.error && <ErrorNote error={mute.error} />}
    </>
  );
}

function ResendingState({ state: { running, all, outcome, error }, cancel }: { state: Resending; cancel: () => void }) {
  const t = messages.sites;
  const done = outcome.retried + outcome.skipped.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="site-resending" role="status">
      {running ? (
        <>
          <p>{t.resending(numberInWords(outcome.retried), numberInWords(all))}</p>
          <Progress className="site-progress" value={Math.min(100, (done / all) * 100)} aria-label={t.resendingLabel} />
          <Button size="compact-xs" variant="default" onClick={cancel}>
            {messages.common.cancel}
          </Button>
        </>
      ) : (
        <p>
          {messages.common.resent(outcome.retried)}{" "}
          {outcome.skipped.map(({ reason, count }) => messages.deliveries.skipped[reason](count)).join(" ")}{" "}
          {outcome.more && error === null && t.cancelled}
        </p>
      )}
      {error !== null && <ErrorNote error={error} />}
    </div>
  );
}
