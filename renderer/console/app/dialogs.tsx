import { Button, Group } from "@mantine/core";
import { useMay } from "../data/me.ts";
import { useLeaving } from "../lib/leaving.ts";
import { messages } from "../messages/index.ts";
import { Dialog } from "../parts/Confirm.tsx";

export function LeaveDialog() {
  const { isAsked, leave, stay } = useLeaving();
  const t = messages.shell.leave;
  return (
    <Dialog opened={isAsked} onClose={stay} title={t.title}>
      <p>{t.why}</p>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={stay} data-autofocus>
          {t.stay}
        </Button>
        <Button color="red" onClick={leave}>
          {t.leave}
        </Button>
      </Group>
    </Dialog>
  );
}

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const isOperator = useMay("operator");
  const shown = messages.keys.filter(({ forOperators = false }) => isOperator || !forOperators);
  return (
    <Dialog opened onClose={onClose} title={messages.palette.keys}>
      <dl className="facts shell-keys">
        {shown.map(({ keys, does }) => (
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
    </Dialog>
  );
}
