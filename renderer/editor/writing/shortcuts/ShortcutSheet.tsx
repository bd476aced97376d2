import { Modal } from "@mantine/core";
import { messages } from "../../messages/index.ts";
import { keyName } from "../../ui/keys.ts";
import type { BlockContext } from "../choices/block-choice.ts";
import { shortcutList } from "./shortcut-list.ts";

export function ShortcutSheet({ context, onClose }: { context: BlockContext; onClose: () => void }) {
  const t = messages.writing.shortcuts;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title}
      size="56rem"
      closeButtonProps={{ "aria-label": messages.notices.close }}
    >
      <div className="writing-shortcut-groups">
        {shortcutList(context).map(({ label, shortcuts }) => (
          <section key={label} aria-label={label}>
            <h3 className="list-title">{label}</h3>
            <dl className="writing-shortcuts">
              {shortcuts.map((shortcut) => (
                <div key={shortcut.label}>
                  <dt>{shortcut.label}</dt>
                  <dd>
                    {shortcut.keys.map((key) => (
                      <kbd key={key}>{keyName(key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
