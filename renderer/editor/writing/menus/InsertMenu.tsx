import { useState } from "react";
import { messages } from "../../messages/index.ts";
import { Popup, useCloseOutside } from "../../ui/Popup.tsx";
import type { BlockChoice, BlockContext } from "../choices/block-choice.ts";
import { useChoices } from "../choices/use-choices.ts";
import { ChoiceList, moveActive, optionId } from "./ChoiceList.tsx";

const LIST = "insert-choices";

export interface InsertMenuProps {
  context: BlockContext;
  /** `data-tool` of the button that opened it. */
  opener: string;
  onClose: () => void;
}

export function InsertMenu({ context, opener, onClose }: InsertMenuProps) {
  const { editor } = context;
  const [query, setQuery] = useState("");
  const [selected, setSelected] = useState<BlockChoice>();
  const box = useCloseOutside(onClose, opener);
  const { choices, problem } = useChoices(context, query, 0);
  const active = selected !== undefined && choices.includes(selected) ? selected : choices[0];
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
      anchor={() => document.querySelector(`[data-tool="${opener}"]`)?.getBoundingClientRect() ?? null}
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
          const moved = moveActive(event.key, choices, active);
          if (moved !== null) setSelected(moved);
          else if (event.key === "Enter" && active !== undefined) choose(active);
          else if (event.key === "Escape" || event.key === "Tab") {
            onClose();
            editor.view.focus();
          } else return;
          event.preventDefault();
        }}
      />
      <ChoiceList
        id={LIST}
        choices={choices}
        active={active}
        grouped={query.trim() === ""}
        onActive={setSelected}
        onChoose={choose}
      />
      {problem !== "" && <p className="writing-choice-none">{problem}</p>}
      <p className={choices.length === 0 ? "writing-choice-none" : "unseen"} role="status">
        {choices.length === 0 ? t.nothing : t.found(choices.length)}
      </p>
    </Popup>
  );
}
