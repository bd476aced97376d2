import { Button } from "@mantine/core";
import { Time } from "../../shared/Time.tsx";
import type { UnsavedWords } from "../drafts/offers.ts";
import { messages } from "../messages/index.ts";

export interface UnsavedListProps {
  words: UnsavedWords[];
  /** null where nothing may be changed. */
  onUse: ((words: UnsavedWords) => void) | null;
  onDiscard: (words: UnsavedWords) => void;
  /** Tabs that are open somewhere: their words are not for others to discard. */
  openTabs: ReadonlySet<string>;
}

/** Words that are in no version: of other tabs, of earlier visits, kept aside. */
export function UnsavedList({ words, onUse, onDiscard, openTabs }: UnsavedListProps) {
  const t = messages.history;
  return (
    <>
      <h3 className="list-title">{t.drafts}</h3>
      <ul className="list history-list">
        {words.map((draft) => (
          <li key={draft.client_id} className="list-row">
            <div className="list-words">
              <span className="list-name">
                <Time iso={draft.updated_at} />
              </span>
              <span className="list-note">{draft.here ? t.here : draft.size === 0 ? t.letGo : t.elsewhere}</span>
            </div>
            {draft.here && !openTabs.has(draft.client_id) && (
              <Button size="xs" variant="subtle" color="gray" onClick={() => onDiscard(draft)}>
                {messages.around.history.discard}
              </Button>
            )}
            {onUse !== null && draft.size !== 0 && (
              <Button size="xs" variant="subtle" onClick={() => onUse(draft)}>
                {t.use}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
