import { IconPlus } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { emptyLineAtCursor } from "../../article/commands/block-places.ts";
import { messages } from "../../messages/index.ts";
import { sheetTools } from "../../ui/lib/dom.ts";
import { useStore } from "../../ui/lib/store.ts";
import { boxOfTool, Popup, useCloseOutside } from "../../ui/Popup.tsx";
import { ChoiceList, choiceForKey, optionId, useChoices } from "../choices/ChoiceList.tsx";
import type { BlockChoice, BlockContext } from "../choices/catalog.ts";
import { placeBeside } from "../handle/BlockHandle.tsx";
import type { WritingTools } from "../writing-tools.ts";

const LIST = "insert-choices";

interface InsertMenuProps {
  context: BlockContext;
  /** `data-tool` of the button that opened it. */
  opener: string;
  onClose: () => void;
}

export function InsertMenu({ context, opener, onClose }: InsertMenuProps) {
  const { editor } = context;
  const [query, setQuery] = useState("");
  const box = useCloseOutside(onClose, opener);
  const list = useChoices(context, query);
  const { choices, active } = list;
  const t = messages.writing.insert;

  function choose(choice: BlockChoice): void {
    onClose();
    // Focuses before the insertion, which may focus a field.
    editor.view.focus();
    choice.insert(context);
  }

  return (
    <Popup
      ref={box}
      className="writing-choice-menu"
      role="dialog"
      aria-label={t.button}
      anchor={() => boxOfTool(opener)}
    >
      <input
        className="field"
        type="text"
        role="combobox"
        aria-label={t.search}
        placeholder={t.search}
        aria-expanded={choices.length > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={optionId(LIST, active)}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the journalist opened the menu to type
        autoFocus
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const moved = choiceForKey(event.key, choices, active);
          if (moved !== null) list.setActive(moved);
          else if (event.key === "Enter" && active !== undefined) choose(active);
          else if (event.key === "Escape" || event.key === "Tab") {
            onClose();
            editor.view.focus();
          } else return;
          event.preventDefault();
        }}
      />
      <ChoiceList id={LIST} list={list} grouped={query.trim() === ""} onChoose={choose} />
      <p className={choices.length === 0 ? "writing-choice-none" : "unseen"} role="status">
        {choices.length === 0 ? t.nothing : t.found(choices.length)}
      </p>
    </Popup>
  );
}

/** The "+" at an empty paragraph with the cursor, which opens the insert menu. */
export function InsertHere({ tools }: { tools: WritingTools }) {
  const { editor } = tools.context;
  const button = useRef<HTMLButtonElement>(null);
  const open = useStore(tools.open);
  const isOpen = open === "insertHere";
  // The block handle replaces it while the block menu is open.
  const isReplaced = open === "blockMenu";

  useEffect(() => {
    const { view } = editor;
    const plus = button.current;
    if (plus === null) return;
    let frame = 0;
    const place = () => {
      const line = isReplaced ? null : emptyLineAtCursor(editor.state);
      const dom = line === null ? null : view.nodeDOM(line.pos);
      const isInUse = view.hasFocus() || isOpen || document.activeElement === plus;
      const isHidden = !(dom instanceof HTMLElement) || !isInUse;
      // Sets `hidden` only if needed, because each assignment costs a style recalculation.
      if (plus.hidden !== isHidden) plus.hidden = isHidden;
      if (!isHidden && dom instanceof HTMLElement) placeBeside(view, plus, dom);
    };
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    place();
    const observer = new ResizeObserver(later);
    observer.observe(view.dom);
    for (const event of ["transaction", "focus", "blur"] as const) editor.on(event, later);
    plus.addEventListener("blur", later);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      for (const event of ["transaction", "focus", "blur"] as const) editor.off(event, later);
      plus.removeEventListener("blur", later);
    };
  }, [editor, isOpen, isReplaced]);

  return createPortal(
    <button
      ref={button}
      type="button"
      className="writing-insert-here"
      data-tool="insert-here"
      aria-label={messages.writing.insert.here}
      title={messages.writing.insert.here}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      hidden
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => tools.open.set(isOpen ? null : "insertHere")}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        editor.view.focus();
      }}
    >
      <IconPlus size={18} stroke={1.7} aria-hidden />
    </button>,
    sheetTools(editor.view) ?? document.body,
  );
}
