import { Modal } from "@mantine/core";
import { blockShortcuts } from "../../article/nodes/block-keys.ts";
import { messages } from "../../messages/index.ts";
import {
  BLOCK_MENU_KEY,
  COMMENT_KEYS,
  FIND_KEYS,
  FORMAT_BAR_KEY,
  keyName,
  MOVE_SECTION_KEYS,
  OUTLINE_KEY,
  PLAIN_PASTE_KEY,
  SHORTCUTS_KEY,
} from "../../ui/keys.ts";
import type { BlockContext } from "../choices/block-choice.ts";
import { blockChoices } from "../choices/catalog.ts";
import { markTools } from "../format/mark-tools.ts";

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

interface Shortcut {
  label: string;
  /** Alternatives. */
  keys: readonly string[];
}

interface ShortcutGroup {
  label: string;
  shortcuts: readonly Shortcut[];
}

/** All shortcuts of the editor. */
function shortcutList({ session }: Pick<BlockContext, "session">): ShortcutGroup[] {
  const t = messages.writing;
  const blocks = blockChoices(session).flatMap(({ label, shortcut }): Shortcut[] =>
    shortcut === undefined ? [] : [{ label: label(), keys: [shortcut] }],
  );
  return [
    {
      label: t.shortcuts.words,
      shortcuts: [
        ...Object.values(markTools).map(({ label, shortcut }) => ({ label: label(), keys: [shortcut] })),
        { label: messages.toolbar.link, keys: ["Mod+K"] },
        { label: t.format.bar, keys: [FORMAT_BAR_KEY] },
        { label: t.shortcuts.plainPaste, keys: [PLAIN_PASTE_KEY] },
        { label: t.shortcuts.lineBreak, keys: ["Shift+Enter"] },
      ],
    },
    {
      label: t.shortcuts.blocks,
      shortcuts: [
        { label: t.insert.button, keys: ["/"] },
        { label: t.shortcuts.blockMenu, keys: [BLOCK_MENU_KEY] },
        ...blocks,
        ...blockShortcuts().map(({ label, keys }) => ({ label, keys: [keys] })),
        { label: t.shortcuts.indent, keys: ["Tab"] },
        { label: t.shortcuts.outdent, keys: ["Shift+Tab"] },
      ],
    },
    {
      label: t.shortcuts.article,
      shortcuts: [
        { label: messages.header.save, keys: ["Mod+S"] },
        { label: messages.toolbar.undo, keys: ["Mod+Z"] },
        { label: messages.toolbar.redo, keys: ["Mod+Shift+Z", "Mod+Y"] },
        { label: t.find.query, keys: FIND_KEYS.open },
        { label: t.find.label, keys: FIND_KEYS.replace },
        { label: t.find.next, keys: FIND_KEYS.next },
        { label: t.find.previous, keys: FIND_KEYS.previous },
        { label: messages.comments.begin, keys: [COMMENT_KEYS.begin] },
        { label: messages.comments.next, keys: [COMMENT_KEYS.next] },
        { label: messages.comments.previous, keys: [COMMENT_KEYS.previous] },
        { label: messages.outline.keys.open, keys: [OUTLINE_KEY] },
        { label: messages.outline.keys.up, keys: [MOVE_SECTION_KEYS.up] },
        { label: messages.outline.keys.down, keys: [MOVE_SECTION_KEYS.down] },
        { label: t.shortcuts.title, keys: [SHORTCUTS_KEY] },
      ],
    },
  ];
}
