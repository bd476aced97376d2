import { IconArrowDown, IconArrowUp, IconCopy, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { NodeSelection, Selection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { type DragEvent, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { deleteBlocks, duplicateBlocks, moveBlocks } from "../../article/commands/block-actions.ts";
import { type BlockPlace, emptyLineAtCursor, rangeAt, topBlockAt } from "../../article/commands/block-places.ts";
import { DELETE, DUPLICATE, MOVE_DOWN, MOVE_UP } from "../../article/nodes/block-keys.ts";
import { messages } from "../../messages/index.ts";
import { ActionMenu, type MenuItem, type MenuSection } from "../../ui/ActionMenu.tsx";
import { BLOCK_MENU_KEY, keyName } from "../../ui/keys.ts";
import { listenTo, sheetTools } from "../../ui/lib/dom.ts";
import { useStorePart } from "../../ui/lib/store.ts";
import type { BlockContext } from "../choices/catalog.ts";
import { turnIntoSection } from "../format/format-sections.ts";
import { selectionTools } from "../format/mark-tools.ts";
import type { WritingTools } from "../writing-tools.ts";

/** The handle to the left of a block, which opens the block's menu and drags the block. */
export function BlockHandle({ tools }: { tools: WritingTools }) {
  const { editor } = tools.context;
  const handle = useRef<HTMLButtonElement>(null);
  const followed = useRef<ReturnType<typeof followBlocks>>(null);
  const opened = useStorePart(tools.open, (open) => open === "blockMenu");
  const t = messages.writing.handle;

  useEffect(() => {
    const button = handle.current;
    if (button === null) return;
    followed.current = followBlocks(editor.view, button);
    return followed.current.stop;
  }, [editor]);
  useEffect(() => followed.current?.hold(opened), [opened]);

  /** Moves the cursor into the handle's block, for the commands of its menu. */
  function enterBlock(): void {
    const block = followed.current?.block();
    if (!block || topBlockAt(editor.state, editor.state.selection.from)?.pos === block.pos) return;
    const { tr, doc } = editor.state;
    const selection = block.node.isAtom
      ? NodeSelection.create(doc, block.pos)
      : Selection.near(doc.resolve(block.pos + 1));
    editor.view.dispatch(tr.setSelection(selection));
  }

  function onDragStart(event: DragEvent): void {
    const block = followed.current?.block();
    if (!block) return;
    const { view } = editor;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, block.pos)));
    const slice = view.state.selection.content();
    const { dom, text } = view.serializeForClipboard(slice);
    event.dataTransfer.clearData();
    event.dataTransfer.setData("text/html", dom.innerHTML);
    event.dataTransfer.setData("text/plain", text);
    event.dataTransfer.effectAllowed = "copyMove";
    const shown = view.nodeDOM(block.pos);
    if (shown instanceof HTMLElement) event.dataTransfer.setDragImage(shown, 0, 0);
    // The drop handler moves this slice.
    view.dragging = { slice, move: true };
  }

  return (
    <>
      {createPortal(
        <button
          ref={handle}
          type="button"
          className="writing-handle"
          data-tool="block-handle"
          aria-label={t.label}
          title={`${t.label} (${keyName(BLOCK_MENU_KEY)})`}
          aria-haspopup="menu"
          aria-expanded={opened}
          // Not a tab stop, because the menu has a shortcut.
          tabIndex={-1}
          draggable
          onDragStart={onDragStart}
          onDragEnd={() => {
            editor.view.dragging = null;
          }}
          onClick={() => {
            enterBlock();
            tools.open.set(opened ? null : "blockMenu");
          }}
        >
          <IconGripVertical size={18} stroke={1.7} aria-hidden />
        </button>,
        sheetTools(editor.view) ?? document.body,
      )}
      {opened && (
        <ActionMenu
          label={t.label}
          sections={blockSections(tools.context)}
          opener="block-handle"
          onClose={(chosen) => {
            tools.open.set(null);
            if (!chosen) editor.view.focus();
          }}
        />
      )}
    </>
  );
}

function blockSections(context: BlockContext): MenuSection[] {
  const { editor } = context;
  const range = rangeAt(editor.state, editor.state.selection.from);
  if (range === null) return [];
  const { index, endIndex, parent } = range;
  const t = messages.writing.handle;
  const item = (
    id: keyof typeof t,
    icon: MenuItem["icon"],
    shortcut: string,
    act: () => boolean,
    unavailable = false,
  ): MenuItem => ({
    id,
    label: t[id],
    icon,
    shortcut,
    unavailable,
    run() {
      act();
      editor.view.focus();
    },
  });
  return [
    {
      items: [
        item("up", IconArrowUp, MOVE_UP, () => moveBlocks(editor, range, -1), index === 0),
        item("down", IconArrowDown, MOVE_DOWN, () => moveBlocks(editor, range, 1), endIndex === parent.childCount),
        item("duplicate", IconCopy, DUPLICATE, () => duplicateBlocks(editor, range)),
        ...selectionTools(context).map(({ tool, onPress, ...rest }) => ({ ...rest, id: tool, run: onPress })),
        item("remove", IconTrash, DELETE, () => deleteBlocks(editor, range)),
      ],
    },
    turnIntoSection(context),
  ];
}

/** Places a button to the left of a block, aligned with the middle of its first line, or the top of a picture. */
export function placeBeside({ dom }: EditorView, button: HTMLElement, block: HTMLElement): void {
  const [frame, box] = [(dom.parentElement ?? dom).getBoundingClientRect(), block.getBoundingClientRect()];
  const line = Number.parseFloat(getComputedStyle(block).lineHeight) || 0;
  button.style.top = `${box.top - frame.top + Math.max(0, (Math.min(line, box.height) - button.offsetHeight) / 2)}px`;
  button.style.left = `${Math.max(0, box.left - frame.left - button.offsetWidth - 4)}px`;
}

/** Keeps the handle next to the block under the pointer or cursor. @param handle absolutely positioned in the parent of the text */
function followBlocks(view: EditorView, handle: HTMLElement) {
  const sheet = view.dom.parentElement ?? view.dom;
  const isTouch = matchMedia("(hover: none)").matches;
  let shown: HTMLElement | null = null;
  let frame = 0;
  let held = false;

  function show(block: BlockPlace | null): void {
    const dom = block === null ? null : view.nodeDOM(block.pos);
    shown = dom instanceof HTMLElement ? dom : null;
    handle.hidden = shown === null;
    if (shown !== null) placeBeside(view, handle, shown);
  }

  function later(work: () => void): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(work);
  }

  function showAt(x: number, y: number): void {
    const { left, right } = view.dom.getBoundingClientRect();
    // The margin with the handle belongs to the block.
    const found = view.posAtCoords({ left: Math.min(Math.max(x, left + 2), right - 2), top: y });
    const block = found === null ? null : topBlockAt(view.state, found.inside >= 0 ? found.inside : found.pos);
    if (block !== null) show(isEmptyLine(block) ? null : block);
  }

  function isEmptyLine(block: BlockPlace | null): boolean {
    return block !== null && emptyLineAtCursor(view.state)?.pos === block.pos;
  }

  function onPointerMove(event: PointerEvent): void {
    if (held || isTouch || event.buttons !== 0 || handle.contains(event.target as Node)) return;
    later(() => showAt(event.clientX, event.clientY));
  }

  /** On a touch screen the handle follows the cursor. */
  function onSelectionChange(): void {
    if (!isTouch || held) return;
    later(() => {
      const block = view.hasFocus() ? topBlockAt(view.state, view.state.selection.from) : null;
      show(isEmptyLine(block) ? null : block);
    });
  }

  function onLeave(): void {
    if (held || isTouch) return;
    cancelAnimationFrame(frame);
    // Sets `hidden` only if needed, because each change costs a style recalculation.
    if (shown !== null) later(() => show(null));
  }

  const ends = [
    listenTo(sheet, { pointermove: onPointerMove, pointerleave: onLeave }),
    listenTo(view.dom, { input: onLeave }),
    listenTo(document, { selectionchange: onSelectionChange }),
  ];
  handle.hidden = true;
  onSelectionChange();

  return {
    block(): BlockPlace | null {
      if (shown === null || !view.dom.contains(shown)) return null;
      const block = topBlockAt(view.state, view.posAtDOM(shown, 0));
      return block !== null && view.nodeDOM(block.pos) === shown ? block : null;
    },
    /** Keeps the handle at the block with the cursor while the menu is open. */
    hold(now: boolean): void {
      held = now;
      if (!now) return;
      cancelAnimationFrame(frame);
      show(topBlockAt(view.state, view.state.selection.from));
    },
    stop(): void {
      cancelAnimationFrame(frame);
      for (const end of ends) end();
    },
  };
}
