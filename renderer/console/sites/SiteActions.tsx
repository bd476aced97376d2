import { Button, Group, Menu, Progress, Stack, TextInput } from "@mantine/core";
import { IconBellOff, IconPlayerPause, IconPlayerPlay, IconSend, IconStethoscope } from "@tabler/icons-react";
import { useState } from "react";
import type { SiteView } from "../../../server/contracts/sites-api.ts";
import { api } from "../data/api.ts";
import { useSiteChange } from "../data/changes.ts";
import { useHasRole } from "../data/me.ts";
import { useResending } from "../data/resending.ts";
import { navigate, pathWith } from "../lib/router.tsx";
import { forInput } from "../lib/words.ts";
import { messages, numberInWords } from "../messages/index.ts";
import { SmallButton, TimePhrase } from "../parts/basics.tsx";
import { Confirm } from "../parts/Confirm.tsx";
import { bound } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

export function SiteActions({ site }: { site: SiteView }) {
  const t = messages.sites;
  const { id, held_at, undelivered } = site;
  const isHeld = held_at !== null;
  const hold = useSiteChange(id, () => (isHeld ? api.releaseSite(id) : api.holdSite(id)));
  const mute = useSiteChange(id, (until: string | null) => api.changeSite(id, { alerts_muted_until: until }));
  const resending = useResending(id);
  if (!useHasRole("operator")) return null;
  return (
    <>
      <Group gap="sm" mb="md">
        <SmallButton
          variant={isHeld || site.state === "failing" ? "filled" : "default"}
          Icon={isHeld ? IconPlayerPlay : IconPlayerPause}
          loading={hold.isPending}
          onClick={() => hold.mutate()}
        >
          {isHeld ? t.release : t.hold}
        </SmallButton>
        {undelivered.resendable > 0 && !resending.isPending && (
          <SmallButton Icon={IconSend} onClick={() => resending.mutate(undelivered.resendable)}>
            {messages.deliveries.resendAll(numberInWords(undelivered.resendable))}
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
          busy={mute.isPending}
          onMute={(until) => mute.mutate(until)}
        />
      </Group>
      {!resending.isIdle && (resending.isPending || !isHeld) && <ResendingState {...resending} />}
      {hold.error && <ErrorNote error={hold.error} />}
      {mute.error && <ErrorNote error={mute.error} />}
    </>
  );
}

function ResendingState({ isPending, variables: all = 0, outcome, error, cancel }: ReturnType<typeof useResending>) {
  const t = messages.sites;
  const done = outcome.retried + outcome.skipped.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack gap="xs" align="flex-start" maw="24rem" mb="md" role="status">
      {isPending ? (
        <>
          <p>{t.resending(numberInWords(outcome.retried), numberInWords(all))}</p>
          <Progress w="100%" value={Math.min(100, (done / all) * 100)} aria-label={t.resendingLabel} />
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
    </Stack>
  );
}

const HOUR_MS = 3_600_000;
const HOURS = [1, 8, 24, 168] as const;

interface MuteMenuProps {
  /** Label of the button while nothing is muted. */
  label: string;
  /** When a mute ends; null or past: none. */
  until: string | null;
  busy: boolean;
  onMute: (until: string | null) => void;
}

/** A button that mutes until a time, and ends a mute. */
export function MuteMenu({ label, until, busy, onMute }: MuteMenuProps) {
  const t = messages.sites.mute;
  /** In the form of its field; null while the dialog is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const isMuted = until !== null && Date.parse(until) > Date.now();
  const muteUntil = (time: string | number) => onMute(new Date(time).toISOString());
  return (
    <>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <SmallButton Icon={IconBellOff} loading={busy}>
            <span>{isMuted ? <TimePhrase text={t.muted} iso={until} /> : label}</span>
          </SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          {isMuted && <Menu.Item onClick={() => onMute(null)}>{t.end}</Menu.Item>}
          {HOURS.map((hours) => (
            <Menu.Item key={hours} onClick={() => muteUntil(Date.now() + hours * HOUR_MS)}>
              {t.choices[hours]}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setTyped(forInput(new Date(Date.now() + 24 * HOUR_MS)))}>{t.time}…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={typed !== null}
        onClose={() => setTyped(null)}
        action={label}
        destructive={false}
        ready={Date.parse(typed ?? "") > Date.now()}
        onConfirm={async () => muteUntil(typed ?? "")}
      >
        <TextInput type="datetime-local" label={t.time} {...bound(typed ?? "", setTyped)} />
      </Confirm>
    </>
  );
}
