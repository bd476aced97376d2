import { Modal } from "@mantine/core";
import { messages } from "../messages/index.ts";

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
