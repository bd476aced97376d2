/**
 * The writing lease: one tab edits, others read until they take over (editor-api.ts, presence). It is no lock: offline the
 * editing tab continues, and a conflicting save is resolved when it is made.
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
  /** The person who took the lease from this tab, and when (ISO 8601). */
  takenOver: { by: PersonView; at: string } | null;
  /** Whether the journalist chose to read only. */
  settled: boolean;
}

/** Between two heartbeats, by which the appliance knows that the tab is there. */
export const HEARTBEAT_MS = 15_000;
/** ms from a change of name or visibility to its heartbeat. */
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

  /** @returns whether Galley does not know the lease of this tab and must be notified */
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
    /** Takes the lease from the tab that has it. */
    takeOver() {
      wants = "take_over";
      patch({ mode: "editing", takenOver: null, settled: false });
      void heartbeat();
    },
    /** Reads without being asked again. */
    settle: () => patch({ settled: true }),
    /** Offers to take over again. */
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

export function editorAmong(people: PersonView[]): PersonView | null {
  return people.find((person) => person.mode === "editing") ?? null;
}

/** @param own author of this tab */
export function nameOf(person: PersonView, own: string): string {
  const author = person.author.trim();
  if (author === "") return messages.around.people.unnamed;
  return author === own.trim() ? messages.around.people.anotherTab : author;
}

/** Each name once. */
export function namesOf(people: PersonView[], own: string): string {
  return [...new Set(people.map((person) => nameOf(person, own)))].join(", ");
}
