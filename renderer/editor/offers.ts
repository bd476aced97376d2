/** Which unsaved words, of other tabs and earlier visits, are worth offering when an article is opened. */
import type { DraftView, EditorSession } from "../../server/editor/editor-api.ts";
import type { LocalDraft } from "./saving/draft-store.ts";
import { readDoc, sameDoc } from "./saving/galley-state.ts";

/** How the client ids of words begin that were put aside, for the history, when others were shown in their place. */
export const KEPT_ASIDE = "kept-";

export interface UnsavedWords {
  client_id: string;
  base_version: number | null;
  updated_at: string;
  vms_json: Record<string, unknown>;
  /** On this computer; else only on the appliance, written by somebody's other computer or by a colleague. */
  here: boolean;
}

/** The draft of this very tab, from before a reload; null where there is none or it says what the version says. */
export function ownDraft(session: EditorSession, local: LocalDraft[], clientId: string): UnsavedWords | null {
  return unsavedWords(session, local).find((words) => words.client_id === clientId) ?? null;
}

/**
 * Drafts that differ from the current version, newest first. One of another computer counts only where it is newer than
 * that version: an older one was somebody's way to a version that was then overtaken, and stays in the history panel.
 */
export function wordsToOffer(
  session: EditorSession,
  local: LocalDraft[],
  clientId: string,
  isDismissed: (words: UnsavedWords) => boolean,
): UnsavedWords[] {
  const current = session.versions.find((version) => version.number === session.current_version);
  const isNew = (words: UnsavedWords) =>
    words.here || current === undefined || Date.parse(words.updated_at) > Date.parse(current.created_at);
  return unsavedWords(session, local).filter(
    (words) => words.client_id !== clientId && isNew(words) && !isDismissed(words),
  );
}

/**
 * Words of this computer that were begun on the current version, newest first: who opens the article again goes on with
 * them. Not those that somebody put aside on purpose.
 */
export function wordsToContinue(
  session: EditorSession,
  local: LocalDraft[],
  isDismissed: (words: UnsavedWords) => boolean,
): UnsavedWords[] {
  return unsavedWords(session, local).filter(
    (words) =>
      words.here &&
      words.base_version === session.current_version &&
      !words.client_id.startsWith(KEPT_ASIDE) &&
      !isDismissed(words),
  );
}

/** Every readable draft that differs from the current version, newest first; of one tab's two copies the one on this computer. */
export function unsavedWords(session: EditorSession, local: LocalDraft[]): UnsavedWords[] {
  const byTab = new Map<string, UnsavedWords>();
  for (const draft of session.drafts) byTab.set(draft.client_id, toWords(draft, false));
  for (const draft of local) byTab.set(draft.client_id, toWords(draft, true));
  return [...byTab.values()]
    .filter((words) => readDoc(words.vms_json) !== null && !sameDoc(words.vms_json, session.vms_json))
    .sort((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
}

function toWords(draft: DraftView | LocalDraft, here: boolean): UnsavedWords {
  const { client_id, base_version, updated_at, vms_json } = draft;
  return { client_id, base_version, updated_at, vms_json, here };
}
