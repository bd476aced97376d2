/** Which unsaved changes of other tabs and earlier visits are offered when an article is opened. */
import type { VmsJson } from "../../../server/article/vms-json.ts";
import { type DraftView, type EditorSession, KEPT_DRAFT } from "../../../server/contracts/editor-api.ts";
import type { KeptPlace } from "../collaboration/shared-document.ts";
import type { LocalDraft } from "./draft-store.ts";
import { readDoc, sameDoc } from "./galley-state.ts";

/** A draft in Galley; `vms_json` is null until it is fetched. */
export interface ElsewhereDraft extends DraftView {
  vms_json: VmsJson | null;
}

export interface KnownDrafts {
  here: LocalDraft[];
  /** In Galley, as far as they were fetched. */
  elsewhere: ElsewhereDraft[];
}

export type FetchedChanges = UnsavedChanges & { vms_json: VmsJson };

export interface UnsavedChanges {
  client_id: string;
  base_version: number | null;
  updated_at: string;
  /** Null where they were not fetched: too large, or evicted. */
  vms_json: VmsJson | null;
  /** Bytes; 0 for evicted changes. Absent for changes of this computer. */
  size?: number;
  /** Of this tab, where it wrote with others. */
  room?: KeptPlace;
  author?: string | null;
  /** On this computer; else only in Galley, from another computer or a colleague. */
  here: boolean;
}

/** The draft of this tab before a reload; null where there is none or it equals the version. */
export function ownDraft(session: EditorSession, drafts: KnownDrafts, clientId: string): FetchedChanges | null {
  return fetchedChanges(session, drafts).find((words) => words.client_id === clientId) ?? null;
}

/**
 * Drafts that differ from the current version, newest first. Those of other computers only where they are newer than that
 * version; older ones are in History.
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
  // A tab that writes here sends drafts only for its preview.
  const isOpen = (words: UnsavedChanges) => session.people.some((person) => person.client_id === words.client_id);
  return fetchedChanges(session, drafts).filter(
    (words) => words.client_id !== clientId && isNew(words) && !isDismissed(words) && !isOpen(words),
  );
}

/** Changes of this computer on the current version, newest first, with which the article opens; not those kept aside. */
export function changesToContinue(
  session: EditorSession,
  local: LocalDraft[],
  isDismissed: (words: UnsavedChanges) => boolean,
): UnsavedChanges[] {
  return unsavedChanges(session, { here: local, elsewhere: [] }).filter(
    (words) =>
      words.base_version === session.current_version && !words.client_id.startsWith(KEPT_DRAFT) && !isDismissed(words),
  );
}

/** Drafts that differ from the current version or are not fetched, newest first; of two copies the one on this computer. */
export function unsavedChanges(session: EditorSession, { here, elsewhere }: KnownDrafts): UnsavedChanges[] {
  const byTab = new Map<string, UnsavedChanges>();
  for (const draft of elsewhere) byTab.set(draft.client_id, { ...draft, here: false });
  for (const draft of here) byTab.set(draft.client_id, { ...draft, here: true });
  return [...byTab.values()]
    .filter(({ vms_json }) => vms_json === null || (readDoc(vms_json) !== null && !sameDoc(vms_json, session.vms_json)))
    .sort((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
}

const fetchedChanges = (session: EditorSession, drafts: KnownDrafts): FetchedChanges[] =>
  unsavedChanges(session, drafts).filter((words): words is FetchedChanges => words.vms_json !== null);
