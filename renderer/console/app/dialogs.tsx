import { Button, Group, Modal } from "@mantine/core";
import { useLeaving } from "../lib/leaving.ts";
import { messages } from "../messages/index.ts";

export function LeaveDialog() {
  const { isAsked, leave, stay } = useLeaving();
  const t = messages.shell.leave;
  return (
    <Modal
      opened={isAsked}
      onClose={stay}
      title={t.title}
      size="md"
      closeButtonProps={{ "aria-label": messages.common.close }}
    >
      <p>{t.why}</p>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={stay} data-autofocus>
          {t.stay}
        </Button>
        <Button color="red" onClick={leave}>
          {t.leave}
        </Button>
      </Group>
    </Modal>
  );
}

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={messages.palette.keys}
      size="md"
      closeButtonProps={{ "aria-label": messages.common.close }}
    >
      <dl className="facts shell-keys">
        {messages.keys.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
