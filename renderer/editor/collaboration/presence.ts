/** Who has the article open, and whether this tab only reads. */
import type { EditorSession, People, PersonView } from "../../../server/contracts/editor-api.ts";
import type { EditorApi } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

export interface PresenceState {
  /** What the journalist chose for this tab. */
  mode: "editing" | "reading";
  others: PersonView[];
}

/** Between two heartbeats, by which the appliance knows that the tab is there. */
export const HEARTBEAT_MS = 15_000;
const CHANGE_PAUSE_MS = 1_000;

interface PresenceTab extends Pick<ArticleTab, "clientId" | "schedule"> {
  api: Pick<EditorApi, "putPresence" | "removePresence">;
  session: Pick<EditorSession, "people">;
}

export type Presence = ReturnType<typeof createPresence>;

/** @param author the author's name, as it is now */
export function createPresence({ api, clientId, schedule, session }: PresenceTab, author: () => string) {
  const othersOf = ({ people }: People) => people.filter((person) => person.client_id !== clientId);
  const state = createStore<PresenceState>({ mode: "editing", others: othersOf(session) });
  let sent = 0;
  let cancelNext = () => {};

  function heartbeatIn(ms: number): void {
    cancelNext();
    cancelNext = schedule(ms, () => void heartbeat());
  }

  async function heartbeat(): Promise<void> {
    sent += 1;
    const number = sent;
    heartbeatIn(HEARTBEAT_MS);
    try {
      const people = await api.putPresence(clientId, { author: author().trim(), mode: state.get().mode });
      // The response to an older heartbeat may come after that to a newer one.
      if (number === sent) apply(people);
    } catch {
      // The connection shows it, and the next heartbeat tries again.
    }
  }

  const apply = (people: People) => {
    const others = othersOf(people);
    if (JSON.stringify(others) !== JSON.stringify(state.get().others)) state.set({ ...state.get(), others });
  };

  void heartbeat();
  return {
    state: state as Readable<PresenceState>,
    choose(mode: PresenceState["mode"]): void {
      state.set({ ...state.get(), mode });
      void heartbeat();
    },
    apply(people: People): void {
      apply(people);
      // Forgotten in its sleep, the tab is still here.
      if (people.people.every((person) => person.client_id !== clientId)) void heartbeat();
    },
    changed: () => heartbeatIn(CHANGE_PAUSE_MS),
    disconnect() {
      sent += 1;
      cancelNext();
      api.removePresence(clientId);
    },
    /** The page came back from the browser's memory, or its event stream did. */
    reconnect: () => void heartbeat(),
  };
}

/** @param own author of this tab */
export function nameOf(person: PersonView, own: string): string {
  const author = person.author.trim();
  if (author === "") return messages.around.people.unnamed;
  return author === own.trim() ? messages.around.people.anotherTab : author;
}
