import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { messages, numberInWords } from "../messages/index.ts";
import { Confirm } from "../parts/Confirm.tsx";

interface ResendAllProps {
  count: number;
  send: () => Promise<unknown>;
  /** Null: all sites. */
  host?: string | null;
}

export function ResendAll({ count, send, host = null }: ResendAllProps) {
  const t = messages.deliveries;
  const [asks, setAsks] = useState(false);
  const action = t.resendAll(numberInWords(count));
  return (
    <>
      <Button
        size="xs"
        variant={host === null ? "default" : "filled"}
        leftSection={<IconSend size={14} aria-hidden />}
        onClick={() => setAsks(true)}
        aria-label={host === null ? action : messages.overview.attention.resendAllTo(numberInWords(count), host)}
      >
        {action}
      </Button>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={`${action}?`}
        action={action}
        destructive={false}
        onConfirm={send}
      >
        <p>
          {host === null
            ? messages.overview.attention.resendAllText
            : messages.overview.attention.resendAllToText(host)}
        </p>
      </Confirm>
    </>
  );
}
