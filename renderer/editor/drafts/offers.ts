/** Which unsaved words, of other tabs and earlier visits, are worth offering when an article is opened. */
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type { DraftView, EditorSession } from "../../../server/contracts/editor-api.ts";
import type { LocalDraft } from "./draft-store.ts";
import { readDoc, sameDoc } from "./galley-state.ts";

/** How the client ids of words begin that were put aside, for the history, when others were shown in their place. */
export const KEPT_ASIDE = "kept-";

/** A draft on the appliance; `vms_json` is null while nobody has asked for its words. */
export interface ElsewhereDraft extends DraftView {
  vms_json: VmsJson | null;
}

/** What is known of an article's drafts. */
export interface KnownDrafts {
  /** Of this computer. */
  here: LocalDraft[];
  /** Of the appliance, as far as they were asked for. */
  elsewhere: ElsewhereDraft[];
}

/** Words that can be shown. */
export type FetchedChanges = UnsavedChanges & { vms_json: VmsJson };

export interface UnsavedChanges {
  client_id: string;
  base_version: number | null;
  updated_at: string;
  /** Null where they were not fetched: they are many, or were let go. */
  vms_json: VmsJson | null;
  /** Bytes; 0 where the appliance has let the words go. Not known of words of this computer. */
  size?: number;
  /** On this computer; else only on the appliance, written by somebody's other computer or by a colleague. */
  here: boolean;
}

/** The draft of this very tab, from before a reload; null where there is none or it says what the version says. */
export function ownDraft(session: EditorSession, drafts: KnownDrafts, clientId: string): FetchedChanges | null {
  return fetchedChanges(session, drafts).find((words) => words.client_id === clientId) ?? null;
}

/**
 * Drafts that differ from the current version, newest first. One of another computer counts only where it is newer than
 * that version: an older one was somebody's way to a version that was then overtaken, and stays in the history panel.
 */
export function changesToOffer(
  session: EditorSession,
  drafts: KnownDrafts,
  clientId: string,
  isDismissed: (words: UnsavedChanges) => boolean,
): FetchedChanges[] {
  const current = session.versions.find((version) => version.number === session.current_version);
  const isNew = (words: UnsavedChanges) =>
    words.here || current === undefined || Date.parse(words.updated_at) > Date.parse(current.created_at);
  return fetchedChanges(session, drafts).filter(
    (words) => words.client_id !== clientId && isNew(words) && !isDismissed(words),
  );
}

/**
 * Words of this computer that were begun on the current version, newest first: who opens the article again goes on with
 * them. Not those that somebody put aside on purpose.
 */
export function changesToContinue(
  session: EditorSession,
  local: LocalDraft[],
  isDismissed: (words: UnsavedChanges) => boolean,
): UnsavedChanges[] {
  return unsavedChanges(session, { here: local, elsewhere: [] }).filter(
    (words) =>
      words.base_version === session.current_version && !words.client_id.startsWith(KEPT_ASIDE) && !isDismissed(words),
  );
}

/**
 * Every draft that can be shown and differs from the current version, newest first, and those whose words were not
 * fetched; of one tab's two copies the one on this computer.
 */
export function unsavedChanges(session: EditorSession, { here, elsewhere }: KnownDrafts): UnsavedChanges[] {
  const byTab = new Map<string, UnsavedChanges>();
  for (const draft of elsewhere) byTab.set(draft.client_id, { ...toWords(draft), here: false, size: draft.size });
  for (const draft of here) byTab.set(draft.client_id, { ...toWords(draft), here: true });
  return [...byTab.values()]
    .filter(({ vms_json }) => vms_json === null || (readDoc(vms_json) !== null && !sameDoc(vms_json, session.vms_json)))
    .sort((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
}

const fetchedChanges = (session: EditorSession, drafts: KnownDrafts): FetchedChanges[] =>
  unsavedChanges(session, drafts).filter((words): words is FetchedChanges => words.vms_json !== null);

const toWords = ({ client_id, base_version, updated_at, vms_json }: ElsewhereDraft | LocalDraft) => ({
  client_id,
  base_version,
  updated_at,
  vms_json,
});
