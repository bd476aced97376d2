import { Button, Group } from "@mantine/core";
import type { AccountInvitation } from "../../../../server/contracts/accounts-api.ts";
import { Time } from "../../../shared/Time.tsx";
import { messages } from "../../messages/index.ts";
import { CopyLine, Phrase } from "../../parts/basics.tsx";
import { Dialog } from "../../parts/Confirm.tsx";

/** Shows the link of an invitation or a reset, once. A click outside does not close it. */
export function LinkDialog({ created, onClose }: { created: AccountInvitation; onClose: () => void }) {
  const t = messages.admins.link;
  return (
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title={t.linkFor(created.admin.name)}>
      <p>
        <CopyLine value={created.link} what={t.what} />
      </p>
      <p>
        <Phrase
          text={t.once}
          parts={{ name: () => <strong>{created.admin.name}</strong>, time: () => <Time iso={created.expires_at} /> }}
        />
      </p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t.done}</Button>
      </Group>
    </Dialog>
  );
}
