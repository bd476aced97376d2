import { useEffect } from "react";
import { messages } from "../../messages/index.ts";
import { keyName } from "../../ui/keys.ts";
import type { BlockChoice } from "../choices/block-choice.ts";

export interface ChoiceListProps {
  /** Id of the listbox; option ids are `<id>-<choice id>`. */
  id: string;
  choices: readonly BlockChoice[];
  active: BlockChoice | undefined;
  /** Shows group headings; otherwise one list, best first, with only snippets as a group. */
  grouped: boolean;
  /** A tab stop, required for a scrolling list without a combobox. */
  tabStop?: boolean;
  onActive(choice: BlockChoice): void;
  onChoose(choice: BlockChoice): void;
}

export const optionId = (list: string, choice: BlockChoice | undefined): string | undefined =>
  choice === undefined ? undefined : `${list}-${choice.id.replace(/[^\w-]/gu, (sign) => `_${sign.codePointAt(0)}`)}`;

/** The listbox of choices. The focus stays in the query field. */
export function ChoiceList({ id, choices, active, grouped, tabStop = false, onActive, onChoose }: ChoiceListProps) {
  const t = messages.writing.insert;
  const activeId = optionId(id, active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const option = (choice: BlockChoice) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the query field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant references the option
    <div
      key={choice.id}
      id={optionId(id, choice)}
      className="choice"
      role="option"
      aria-selected={choice === active}
      onPointerMove={() => choice !== active && onActive(choice)}
      onClick={() => onChoose(choice)}
    >
      <choice.icon size={18} stroke={1.7} aria-hidden />
      <span className="choice-label">
        {choice.label()}
        {choice.about !== undefined && <span className="choice-about one-line">{choice.about}</span>}
      </span>
      {choice.shortcut !== undefined && (
        <kbd className="for-keyboard" aria-hidden>
          {keyName(choice.shortcut)}
        </kbd>
      )}
    </div>
  );
  // Snippets are a group in each list.
  const sections: { group: BlockChoice["group"] | null; members: BlockChoice[] }[] = [];
  for (const choice of choices) {
    const group = grouped || choice.group === "snippets" ? choice.group : null;
    const last = sections.at(-1);
    if (last?.group === group) last.members.push(choice);
    else sections.push({ group, members: [choice] });
  }
  return (
    // Keeps the focus and the selection in the text.
    <div
      className="writing-choice-list"
      id={id}
      role="listbox"
      aria-label={t.label}
      tabIndex={tabStop ? 0 : undefined}
      onMouseDown={(e) => e.preventDefault()}
    >
      {sections.map(({ group, members }) =>
        group === null ? (
          members.map(option)
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong in a listbox
          <div key={group} role="group" aria-labelledby={`${id}-group-${group}`}>
            <div className="choice-group" id={`${id}-group-${group}`} role="presentation">
              {t.groups[group]}
            </div>
            {members.map(option)}
          </div>
        ),
      )}
    </div>
  );
}

/** The choice for an arrow key; null for other keys. */
export function moveActive(
  key: string,
  choices: readonly BlockChoice[],
  active: BlockChoice | undefined,
): BlockChoice | null {
  const at = active === undefined ? -1 : choices.indexOf(active);
  const to = {
    ArrowDown: (at + 1) % choices.length,
    ArrowUp: (at <= 0 ? choices.length : at) - 1,
  }[key];
  return to === undefined ? null : (choices[to] ?? null);
}
