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
