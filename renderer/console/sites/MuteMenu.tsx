import { Button, Group, Menu, TextInput } from "@mantine/core";
import { IconBellOff } from "@tabler/icons-react";
import { useState } from "react";
import { forInput } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { SmallButton, TimePhrase } from "../parts/basics.tsx";
import { Dialog } from "../parts/Confirm.tsx";
import { bound, Form } from "../parts/Form.tsx";

const HOUR_MS = 3_600_000;
const HOURS = [1, 8, 24, 168] as const;

interface MuteMenuProps {
  /** Label of the button while nothing is muted. */
  label: string;
  /** When a mute ends; null or past: none. */
  until: string | null;
  /** Such as "Muted until <time></time>". */
  untilText: string;
  busy: boolean;
  onMute: (until: string | null) => void;
}

/** A button that mutes until a time, and ends a mute. */
export function MuteMenu({ label, until, untilText, busy, onMute }: MuteMenuProps) {
  const t = messages.sites.mute;
  const [typed, setTyped] = useState<string | null>(null);
  const isMuted = until !== null && Date.parse(until) > Date.now();
  return (
    <>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <SmallButton Icon={IconBellOff} loading={busy}>
            {isMuted ? (
              <span>
                <TimePhrase text={untilText} iso={until} />
              </span>
            ) : (
              label
            )}
          </SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          {isMuted && <Menu.Item onClick={() => onMute(null)}>{t.end}</Menu.Item>}
          {HOURS.map((hours) => (
            <Menu.Item key={hours} onClick={() => onMute(new Date(Date.now() + hours * HOUR_MS).toISOString())}>
              {t.choices[hours]}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setTyped(forInput(new Date(Date.now() + 24 * HOUR_MS)))}>{t.until}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={typed !== null} onClose={() => setTyped(null)} title={label} size="sm">
        <Form
          onSubmit={() => {
            onMute(new Date(typed ?? "").toISOString());
            setTyped(null);
          }}
        >
          <TextInput
            type="datetime-local"
            label={t.time}
            required
            withAsterisk={false}
            min={forInput(new Date())}
            {...bound(typed ?? "", setTyped)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => setTyped(null)}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" disabled={typed === ""}>
              {t.action}
            </Button>
          </Group>
        </Form>
      </Dialog>
    </>
  );
}
