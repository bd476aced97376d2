import { useEffect, useRef } from "react";
import { messages } from "../../messages/index.ts";
import { Popup } from "../../ui/Popup.tsx";
import { ChoiceList, choiceForKey, optionId, useChoices } from "../choices/ChoiceList.tsx";
import type { BlockChoice, BlockContext } from "../choices/catalog.ts";
import type { SlashQuery } from "./slash-trigger.ts";

const LIST = "slash-choices";

/** The slash menu. The focus stays in the text. */
export function SlashMenu({ context, query }: { context: BlockContext; query: SlashQuery }) {
  const { editor } = context;
  const { slash } = editor.storage;
  const list = useChoices(context, query.text);
  const { choices, active } = list;
  // A ref, because several keys may arrive before the next render.
  const latest = useRef(active);
  latest.current = active;
  const activeId = optionId(LIST, active);

  function choose(choice: BlockChoice): void {
    const { $from } = editor.state.selection;
    editor.view.dispatch(editor.state.tr.delete(query.from, $from.pos));
    choice.insert(context);
  }

  function handleKey(key: string): boolean {
    const current = latest.current;
    if (current === undefined) return false;
    if (key === "Enter" || key === "Tab") choose(current);
    else {
      latest.current = choiceForKey(key, choices, current) ?? current;
      list.setActive(latest.current);
    }
    return true;
  }

  // Runs on each render, so that keys use the shown choices.
  useEffect(() => slash.listen(handleKey));

  useEffect(() => {
    const text = editor.view.dom;
    const attributes = { "aria-controls": LIST, "aria-haspopup": "listbox", "aria-autocomplete": "list" };
    for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, value);
    return () => {
      for (const name of [...Object.keys(attributes), "aria-activedescendant"]) text.removeAttribute(name);
    };
  }, [editor]);
  useEffect(() => {
    if (activeId === undefined) editor.view.dom.removeAttribute("aria-activedescendant");
    else editor.view.dom.setAttribute("aria-activedescendant", activeId);
  }, [editor, activeId]);

  const t = messages.writing.insert;
  return (
    <>
      <Popup
        className="writing-choice-menu"
        anchor={() => editor.view.coordsAtPos(query.from)}
        hidden={choices.length === 0}
      >
        <ChoiceList id={LIST} list={list} grouped={query.text === ""} tabStop onChoose={choose} />
      </Popup>
      <p className="unseen" role="status">
        {choices.length === 0 ? t.nothing : t.found(choices.length)}
      </p>
    </>
  );
}
