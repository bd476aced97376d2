import { IconBookmark, IconBookmarkPlus, IconBookmarks } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import type { SnippetView } from "../../../../server/contracts/snippets-api.ts";
import { messages } from "../../messages/index.ts";
import { keyName } from "../../ui/keys.ts";
import { useStore } from "../../ui/lib/store.ts";
import type { BlockChoice, BlockContext } from "./catalog.ts";
import { blockChoices, rankChoices } from "./catalog.ts";

interface ChoiceListProps {
  id: string;
  list: ReturnType<typeof useChoices>;
  /** Shows group headings; otherwise one list, best first. */
  grouped: boolean;
  /** A tab stop, required for a scrolling list without a combobox. */
  tabStop?: boolean;
  onChoose(choice: BlockChoice): void;
}

export const optionId = (list: string, choice: BlockChoice | undefined): string | undefined =>
  choice === undefined ? undefined : `${list}-${choice.id.replace(/[^\w-]/gu, (sign) => `_${sign.codePointAt(0)}`)}`;

/** The listbox of choices. The focus stays in the query field. */
export function ChoiceList({ id, list, grouped, tabStop = false, onChoose }: ChoiceListProps) {
  const { choices, active, setActive, problem } = list;
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
      onPointerMove={() => choice !== active && setActive(choice)}
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
  const sections = grouped ? [...Map.groupBy(choices, ({ group }) => group)] : [];
  return (
    <>
      <div
        className="writing-choice-list"
        id={id}
        role="listbox"
        aria-label={t.label}
        tabIndex={tabStop ? 0 : undefined}
        // Keeps the focus and the selection in the text.
        onMouseDown={(event) => event.preventDefault()}
      >
        {sections.map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong in a listbox
          <div key={group} role="group" aria-labelledby={`${id}-group-${group}`}>
            <div className="choice-group" id={`${id}-group-${group}`} role="presentation">
              {t.groups[group]}
            </div>
            {members.map(option)}
          </div>
        ))}
        {!grouped && choices.map(option)}
      </div>
      {problem !== "" && <p className="writing-choice-none">{problem}</p>}
    </>
  );
}

/** The choice for an arrow key; null for other keys. */
export function choiceForKey(key: string, choices: readonly BlockChoice[], active?: BlockChoice): BlockChoice | null {
  const at = active === undefined ? -1 : choices.indexOf(active);
  const to = {
    ArrowDown: (at + 1) % choices.length,
    ArrowUp: (at <= 0 ? choices.length : at) - 1,
  }[key];
  return to === undefined ? null : (choices[to] ?? null);
}

const MAX_NEWEST = 6;

/** The choices that match a query, the active one, and an error for missing snippets. */
export function useChoices({ session, snippets }: BlockContext, query: string) {
  const { state, items, problem } = useStore(snippets.list);
  useEffect(() => snippets.load(), [snippets]);
  const [selected, setActive] = useState<BlockChoice>();
  const all = useMemo(() => {
    const shown = query.trim() === "" ? newest(items) : items;
    return [...blockChoices(session), ...shown.map(snippetChoice), saveChoice, listChoice];
  }, [session, items, query]);
  const choices = rankChoices(all, query);
  return {
    choices,
    active: selected !== undefined && choices.includes(selected) ? selected : choices[0],
    setActive,
    problem: state === "failed" ? messages.snippets.notLoaded(problem) : "",
  };
}

const newest = (items: readonly SnippetView[]): readonly SnippetView[] =>
  [...items].sort((one, other) => other.changed_at.localeCompare(one.changed_at)).slice(0, MAX_NEWEST);

const snippetChoice = ({ id, name }: SnippetView): BlockChoice => ({
  id: `snippet-${id}`,
  label: () => name,
  keywords: () => messages.snippets.keyword,
  icon: IconBookmark,
  group: "snippets",
  insert: ({ insertSnippet }) => insertSnippet(id),
});

const command = (kind: "save" | "list", label: () => string, icon: BlockChoice["icon"]): BlockChoice => ({
  id: `snippets-${kind}`,
  label,
  keywords: () => messages.snippets.keywords,
  icon,
  group: "snippets",
  insert: ({ snippets }) => snippets.ask(kind),
});

const saveChoice = command("save", () => messages.snippets.saveAs, IconBookmarkPlus);
const listChoice = command("list", () => messages.snippets.all, IconBookmarks);
