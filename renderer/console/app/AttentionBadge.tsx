import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { attentionCountQuery } from "../data/queries.ts";
import { messages } from "../messages/index.ts";

const MOST_SHOWN = 999;

/** The number that needs attention, on every page; nothing where there is none. */
export function AttentionBadge() {
  const { data } = useQuery(attentionCountQuery);
  const count = data === undefined ? 0 : data.articles + data.fonts;
  if (count === 0) return null;
  return (
    <span className="shell-badge">
      <span aria-hidden>{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <VisuallyHidden>{`, ${messages.shell.needAttention(count)}`}</VisuallyHidden>
    </span>
  );
}
