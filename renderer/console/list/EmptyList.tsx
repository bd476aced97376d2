import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { EmptyNote } from "../parts/Notes.tsx";

interface EmptyListProps {
  isFiltered: boolean;
  words: { none: string; noneText: string; showAll: string };
  /** The list without filters. */
  allAt: string;
}

export function EmptyList({ isFiltered, words, allAt }: EmptyListProps) {
  return (
    <EmptyNote title={isFiltered ? messages.common.nothingFound : words.none}>
      <p>{isFiltered ? <Link to={allAt}>{words.showAll}</Link> : words.noneText}</p>
    </EmptyNote>
  );
}
