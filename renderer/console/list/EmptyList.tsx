import type { ReactNode } from "react";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { EmptyNote } from "../parts/Notes.tsx";

interface EmptyListProps {
  isFiltered: boolean;
  words: { none: string; noneText?: string; showAll: string };
  /** The list without filters. */
  allAt: string;
  /** A hint below the title. */
  children?: ReactNode;
}

export function EmptyList({ isFiltered, words: { none, noneText, showAll }, allAt, children }: EmptyListProps) {
  const text = isFiltered ? <Link to={allAt}>{showAll}</Link> : noneText;
  return (
    <EmptyNote title={isFiltered ? messages.common.nothingFound : none}>
      {text !== undefined && <p>{text}</p>}
      {children && <p>{children}</p>}
    </EmptyNote>
  );
}
