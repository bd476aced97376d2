/**
 * Who writes: at most one tab edits an article, others read until they take over (editor-api.ts, presence). The lease is
 * a courtesy between people, never a lock: while the appliance does not answer, who was editing goes on, and what two
 * wrote at once is sorted out by the conflict of a save.
 */
import type { People, PersonView, PresenceBody } from "../../../server/contracts/editor-api.ts";
import type { Schedule } from "../client/connection.ts";
import { createStore, type Readable } from "../lib/store.ts";

export interface PresenceState {
  mode: "editing" | "reading";
  /** Everybody else who has the article open. */
  others: PersonView[];
  /** Who took the writing lease from this tab, and when (ISO 8601); null where nobody did. */
  takenOver: { by: PersonView; at: string } | null;
  /** Somebody chose to go on reading: one quiet line is enough. */
  settled: boolean;
}

export interface PresenceParts {
  clientId: string;
  /** Who was there when the article was opened. */
  people: PersonView[];
  author(): string;
  schedule: Schedule;
  send(body: PresenceBody): Promise<People>;
  /** The last word of a tab that is being left. */
  sayGoodbye(): void;
}

export interface Presence {
  readonly state: Readable<PresenceState>;
  /** Takes the writing lease, from whoever has it. */
  takeOver(): void;
  /** Goes on reading without being asked again. */
  settle(): void;
  /** Asks again whether to take over: somebody wants to write. */
  unsettle(): void;
  /** `event: presence` */
  heard(people: People): void;
  /** The author's name or the tab's visibility changed. */
  changed(): void;
  /** The page is left, and it came back from the browser's memory. */
  leave(): void;
  comeBack(): void;
}

export const BEAT_MS = 15_000;
const NAME_PAUSE_MS = 1_000;

export function createPresence(parts: PresenceParts): Presence {
  const isOther = (person: PersonView) => person.client_id !== parts.clientId;
  const others = parts.people.filter(isOther);
  const state = createStore<PresenceState>({
    mode: editorAmong(others) === null ? "editing" : "reading",
    others,
    takenOver: null,
    settled: false,
  });
  const patch = (change: Partial<PresenceState>) => state.set({ ...state.get(), ...change });
  let wants: PresenceBody["wants"] = state.get().mode === "editing" ? "edit" : "read";
  let sent = 0;
  let cancelBeat = () => {};

  function beatIn(ms: number): void {
    cancelBeat();
    cancelBeat = parts.schedule(ms, () => void tell());
  }

  async function tell(): Promise<void> {
    sent += 1;
    const number = sent;
    beatIn(BEAT_MS);
    try {
      const people = await parts.send({ author: parts.author().trim(), wants });
      // An answer that a later word has overtaken says nothing any more.
      if (number !== sent) return;
      if (wants === "take_over") wants = "edit";
      take(people);
    } catch {
      // The connection says that there is no answer; the writing lease stays as it is, and the next beat asks again.
    }
  }

  /** @returns whether this tab holds a writing lease that the appliance does not know of */
  function take({ people }: People): boolean {
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
    // An older event came late: the writing lease was this tab's all the time.
    if (mode === "reading" && takenOver !== null && own?.mode === "editing" && editor === null) {
      wants = "edit";
      patch({ mode: "editing", others: rest, takenOver: null });
      return false;
    }
    patch({ others: rest });
    return mode === "editing" && own?.mode !== "editing";
  }

  void tell();
  return {
    state,
    takeOver() {
      wants = "take_over";
      patch({ mode: "editing", takenOver: null, settled: false });
      void tell();
    },
    settle: () => patch({ settled: true }),
    unsettle: () => patch({ settled: false }),
    heard(people) {
      if (take(people)) void tell();
    },
    changed: () => beatIn(NAME_PAUSE_MS),
    leave() {
      sent += 1;
      cancelBeat();
      parts.sayGoodbye();
    },
    comeBack: () => void tell(),
  };
}

/** Who of these is editing. */
export function editorAmong(people: PersonView[]): PersonView | null {
  return people.find((person) => person.mode === "editing") ?? null;
}
