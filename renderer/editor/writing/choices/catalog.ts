import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import type { BlockChoice } from "./block-choice.ts";
import { mediaChoices } from "./media-choices.ts";
import { containerChoices, structureChoices } from "./structure-choices.ts";
import { textChoices } from "./text-choices.ts";

export function blockChoices(session: Pick<EditorSession, "custom_containers">): readonly BlockChoice[] {
  return [...textChoices, ...mediaChoices, ...structureChoices, ...containerChoices(session.custom_containers)];
}

const plainWords = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLocaleLowerCase();

/**
 * The choices that match a query, best first, with a rank: 0 the label starts with it, 1 a word of the label does, 2 a
 * keyword does, 3 the label contains it. Without a query all choices, in order.
 */
export function rankChoices(
  choices: readonly BlockChoice[],
  query: string,
): readonly { choice: BlockChoice; rank: number }[] {
  const wanted = plainWords(query.trim());
  if (wanted === "") return choices.map((choice) => ({ choice, rank: 0 }));
  const rank = (choice: BlockChoice): number => {
    const label = plainWords(choice.label());
    if (label.startsWith(wanted)) return 0;
    const begins = (words: string) => words.split(/\s+/).some((word) => word.startsWith(wanted));
    if (begins(label)) return 1;
    if (begins(plainWords(choice.keywords()))) return 2;
    return label.includes(wanted) ? 3 : 4;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank);
}
