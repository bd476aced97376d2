import { Modal, Table } from "@mantine/core";
import { blockShortcuts } from "../../article/nodes/block-keys.ts";
import { messages } from "../../messages/index.ts";
import {
  BLOCK_MENU_KEY,
  COMMENT_KEYS,
  FIND_KEYS,
  FORMAT_BAR_KEY,
  keyName,
  LINK_KEY,
  MOVE_SECTION_KEYS,
  OUTLINE_KEY,
  PLAIN_PASTE_KEY,
  SHORTCUTS_KEY,
} from "../../ui/keys.ts";
import type { BlockContext } from "../choices/catalog.ts";
import { blockChoices } from "../choices/catalog.ts";
import { markTools } from "../format/mark-tools.ts";
import "@mantine/core/styles/Table.layer.css";

export function ShortcutSheet({ context, onClose }: { context: BlockContext; onClose: () => void }) {
  const t = messages.writing.shortcuts;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title}
      size="56rem"
      closeButtonProps={{ "aria-label": messages.common.close }}
    >
      <div className="writing-shortcut-groups">
        {shortcutList(context).map(({ label, shortcuts }) => (
          <section key={label} aria-label={label}>
            <h3 className="list-title">{label}</h3>
            <Table data={{ body: shortcuts.map(([name, ...keys]) => [name, keys.map(keyName).join(", ")]) }} mb="lg" />
          </section>
        ))}
      </div>
    </Modal>
  );
}

type Shortcut = readonly [label: string, ...keys: readonly string[]];

function shortcutList({ session }: Pick<BlockContext, "session">): { label: string; shortcuts: Shortcut[] }[] {
  const t = messages.writing;
  const { toolbar, comments, outline } = messages;
  const marks = Object.values(markTools).map(({ label, shortcut }): Shortcut => [label(), shortcut]);
  const blocks = blockChoices(session).flatMap(({ label, shortcut }): Shortcut[] =>
    shortcut === undefined ? [] : [[label(), shortcut]],
  );
  return [
    {
      label: t.shortcuts.words,
      shortcuts: [
        ...marks,
        [toolbar.link, LINK_KEY],
        [t.format.bar, FORMAT_BAR_KEY],
        [t.shortcuts.plainPaste, PLAIN_PASTE_KEY],
        [t.shortcuts.lineBreak, "Shift+Enter"],
      ],
    },
    {
      label: t.insert.label,
      shortcuts: [
        [t.insert.button, "/"],
        [t.shortcuts.blockMenu, BLOCK_MENU_KEY],
        ...blocks,
        ...blockShortcuts().map(({ label, keys }): Shortcut => [label, keys]),
        [t.shortcuts.indent, "Tab"],
        [t.shortcuts.outdent, "Shift+Tab"],
      ],
    },
    {
      label: t.shortcuts.article,
      shortcuts: [
        [messages.common.save, "Mod+S"],
        [toolbar.undo, "Mod+Z"],
        [toolbar.redo, "Mod+Shift+Z", "Mod+Y"],
        [t.find.query, ...FIND_KEYS.open],
        [t.find.label, ...FIND_KEYS.replace],
        [t.find.next, ...FIND_KEYS.next],
        [t.find.previous, ...FIND_KEYS.previous],
        [comments.begin, COMMENT_KEYS.begin],
        [comments.next, COMMENT_KEYS.next],
        [comments.previous, COMMENT_KEYS.previous],
        [outline.keys.open, OUTLINE_KEY],
        [outline.keys.up, MOVE_SECTION_KEYS.up],
        [outline.keys.down, MOVE_SECTION_KEYS.down],
        [t.shortcuts.title, SHORTCUTS_KEY],
      ],
    },
  ];
}
