/**
 * Who writes: at most one tab edits an article, others read until they take over (editor-api.ts, presence). The lease is
 * a courtesy between people, never a lock: while the appliance does not answer, who was editing goes on, and what two
 * wrote at once is sorted out by the conflict of a save.
 */
import type { EditorSession, People, PersonView, PresenceBody } from "../../../server/contracts/editor-api.ts";
import type { EditorApi } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

export interface PresenceState {
  mode: "editing" | "reading";
  /** Everybody else who has the article open. */
  others: PersonView[];
  /** Who took the writing lease from this tab, and when (ISO 8601); null where nobody did. */
  takenOver: { by: PersonView; at: string } | null;
  /** Somebody chose to go on reading: one quiet line is enough. */
  settled: boolean;
}

/** Between two heartbeats, by which the appliance knows that the tab is there. */
export const HEARTBEAT_MS = 15_000;
/** From a change of the name or of the tab's visibility to the heartbeat that tells it. */
const CHANGE_PAUSE_MS = 1_000;

interface PresenceTab extends Pick<ArticleTab, "clientId" | "schedule"> {
  api: Pick<EditorApi, "putPresence" | "removePresence">;
  session: Pick<EditorSession, "people">;
}

export type Presence = ReturnType<typeof createPresence>;

/** @param author the author's name, as it is now */
export function createPresence({ api, clientId, schedule, session }: PresenceTab, author: () => string) {
  const isOther = (person: PersonView) => person.client_id !== clientId;
  const others = session.people.filter(isOther);
  const state = createStore<PresenceState>({
    mode: editorAmong(others) === null ? "editing" : "reading",
    others,
    takenOver: null,
    settled: false,
  });
  const patch = (change: Partial<PresenceState>) => state.set({ ...state.get(), ...change });
  let wants: PresenceBody["wants"] = state.get().mode === "editing" ? "edit" : "read";
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
      const people = await api.putPresence(clientId, { author: author().trim(), wants });
      // The answer to an older heartbeat may come after that to a newer one.
      if (number !== sent) return;
      if (wants === "take_over") wants = "edit";
      merge(people);
    } catch {
      // The connection says that there is no answer; the writing lease stays as it is, and the next heartbeat asks again.
    }
  }

  /** @returns whether this tab holds a writing lease that the appliance does not know of: then it is to be told */
  function merge({ people }: People): boolean {
    const own = people.find((person) => !isOther(person)) ?? null;
    const rest = people.filter(isOther);
    const editor = editorAmong(rest);
    const { mode, takenOver } = state.get();
    if (mode === "editing" && editor !== null && wants !== "take_over") {
      wants = "read";
      patch({
        mode: "reading",
        others: rest,
        settled: false,
        takenOver: { by: editor, at: editor.since },
      });
      return false;
    }
    // An older event came late: this tab held the writing lease all the time.
    if (mode === "reading" && takenOver !== null && own?.mode === "editing" && editor === null) {
      wants = "edit";
      patch({ mode: "editing", others: rest, takenOver: null });
      return false;
    }
    patch({ others: rest });
    return mode === "editing" && own?.mode !== "editing";
  }

  void heartbeat();
  return {
    state: state as Readable<PresenceState>,
    /** Takes the writing lease, from whoever has it. */
    takeOver() {
      wants = "take_over";
      patch({ mode: "editing", takenOver: null, settled: false });
      void heartbeat();
    },
    /** Goes on reading without being asked again. */
    settle: () => patch({ settled: true }),
    /** Asks again whether to take over: somebody wants to write. */
    unsettle: () => patch({ settled: false }),
    /** `event: presence` */
    apply(people: People) {
      if (merge(people)) void heartbeat();
    },
    /** The author's name or the tab's visibility changed. */
    changed: () => heartbeatIn(CHANGE_PAUSE_MS),
    /** The page is left. */
    disconnect() {
      sent += 1;
      cancelNext();
      api.removePresence(clientId);
    },
    /** The page came back from the browser's memory, or its event stream did. */
    reconnect: () => void heartbeat(),
  };
}

/** Who of these is editing. */
export function editorAmong(people: PersonView[]): PersonView | null {
  return people.find((person) => person.mode === "editing") ?? null;
}

/** How a person is called here. @param own the author's name of this very tab */
export function nameOf(person: PersonView, own: string): string {
  const author = person.author.trim();
  if (author === "") return messages.around.people.unnamed;
  return author === own.trim() ? messages.around.people.anotherTab : author;
}

/** Everybody, each name once. */
export function namesOf(people: PersonView[], own: string): string {
  return [...new Set(people.map((person) => nameOf(person, own)))].join(", ");
}
