import { IconSend } from "@tabler/icons-react";
import { messages, numberInWords } from "../messages/index.ts";
import { ConfirmButton } from "../parts/Confirm.tsx";

interface ResendAllProps {
  count: number;
  send: () => Promise<unknown>;
  host?: string | null;
}

export function ResendAll({ count, send, host = null }: ResendAllProps) {
  const texts = messages.overview.attention;
  const action = messages.deliveries.resendAll(numberInWords(count));
  return (
    <ConfirmButton
      button={{
        size: "xs",
        variant: host === null ? "default" : "filled",
        leftSection: <IconSend size={14} aria-hidden />,
        "aria-label": host === null ? action : texts.resendAllTo(numberInWords(count), host),
        children: action,
      }}
      title={`${action}?`}
      action={action}
      destructive={false}
      onConfirm={send}
    >
      <p>{host === null ? texts.resendAllText : texts.resendAllToText(host)}</p>
    </ConfirmButton>
  );
}
