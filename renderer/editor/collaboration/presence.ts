/** The people who have the article open, and whether this tab is read-only. */

import { Extension } from "@tiptap/core";
import { Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { EditorSession, People, PersonView } from "../../../server/contracts/editor-api.ts";
import { isRemote } from "../article/own-steps.ts";
import type { EditorApi } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

export interface PresenceState {
  mode: "editing" | "reading";
  others: PersonView[];
}

/** Interval of the heartbeats that show Galley that the tab is open. */
export const HEARTBEAT_MS = 15_000;
const CHANGE_PAUSE_MS = 1_000;

interface PresenceTab extends Pick<ArticleTab, "clientId" | "schedule"> {
  api: Pick<EditorApi, "putPresence" | "removePresence">;
  session: Pick<EditorSession, "people">;
}

export type Presence = ReturnType<typeof createPresence>;

export function createPresence({ api, clientId, schedule, session }: PresenceTab, author: () => string) {
  const othersOf = ({ people }: People) => people.filter((person) => person.client_id !== clientId);
  const state = createStore<PresenceState>({ mode: "editing", others: othersOf(session) });
  let cancelNext = () => {};

  function heartbeatIn(ms: number): void {
    cancelNext();
    cancelNext = schedule(ms, () => void heartbeat());
  }

  async function heartbeat(): Promise<void> {
    heartbeatIn(HEARTBEAT_MS);
    try {
      apply(await api.putPresence(clientId, { author: author().trim(), mode: state.get().mode }));
    } catch {
      // The connection reports it, and the next heartbeat retries.
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
      // Galley dropped this tab while it was suspended.
      if (people.people.every((person) => person.client_id !== clientId)) void heartbeat();
    },
    changed: () => heartbeatIn(CHANGE_PAUSE_MS),
    disconnect() {
      cancelNext();
      api.removePresence(clientId);
    },
    /** Call when the browser restored the page from its cache, or the event stream reconnected. */
    reconnect: () => void heartbeat(),
  };
}

export function nameOf(person: PersonView, own: string): string {
  const author = person.author.trim();
  if (author === "") return messages.people.unnamed;
  return author === own.trim() ? messages.people.anotherTab : author;
}

const key = new PluginKey("readingGuard");

interface ReadingGuardOptions {
  isReading: () => boolean;
}

export const ReadingGuard = Extension.create<ReadingGuardOptions>({
  name: "readingGuard",

  addOptions: () => ({ isReading: () => false }),

  addProseMirrorPlugins() {
    const { isReading } = this.options;
    return [
      new Plugin({
        key,
        // Block fields and commands dispatch without checking `editable`.
        filterTransaction: (tr) => !tr.docChanged || !isReading() || isAllowed(tr),
        props: {
          editable: () => !isReading(),
          // Without contenteditable, the element needs a tabindex.
          attributes: (): Record<string, string> => (isReading() ? { "aria-readonly": "true", tabindex: "0" } : {}),
        },
      }),
    ];
  },
});

/** Allows a change that is not an edit by the journalist, such as an uploaded picture. */
export function allowWhileReading(tr: Transaction): Transaction {
  return tr.setMeta(key, true);
}

/** Also allows showing another document and edits from other tabs. */
function isAllowed(tr: Transaction): boolean {
  return tr.getMeta(key) === true || tr.getMeta("preventUpdate") === true || isRemote(tr);
}
