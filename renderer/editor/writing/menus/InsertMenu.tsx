import { useState } from "react";
import { messages } from "../../messages/index.ts";
import { boxOfTool, Popup, useCloseOutside } from "../../ui/Popup.tsx";
import type { BlockChoice, BlockContext } from "../choices/block-choice.ts";
import { ChoiceList, choiceForKey, optionId, useChoices } from "../choices/ChoiceList.tsx";

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
  const list = useChoices(context, query, 0);
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
