/** Selects the unsaved changes of other tabs and earlier visits to offer when an article is opened. */
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
  /** Drafts fetched from Galley. */
  elsewhere: ElsewhereDraft[];
}

export type FetchedChanges = UnsavedChanges & { vms_json: VmsJson };

export interface UnsavedChanges {
  client_id: string;
  base_version: number | null;
  updated_at: string;
  /** Null if not fetched, because too large or evicted. */
  vms_json: VmsJson | null;
  /** Bytes; 0 for evicted changes. Absent for changes of this computer. */
  size?: number;
  /** Set for a tab that was in a room. */
  room?: KeptPlace;
  author?: string | null;
  /** Whether this computer has them; otherwise only Galley has them. */
  here: boolean;
}

/** The draft of this tab before a reload; null if there is none or it equals the version. */
export function ownDraft(session: EditorSession, drafts: KnownDrafts, clientId: string): FetchedChanges | null {
  return fetchedChanges(session, drafts).find((changes) => changes.client_id === clientId) ?? null;
}

/**
 * Drafts that differ from the current version, newest first. Drafts of other computers are offered only if newer than
 * that version; older ones are in History.
 */
export function changesToOffer(
  session: EditorSession,
  drafts: KnownDrafts,
  clientId: string,
  isDismissed: (changes: UnsavedChanges) => boolean,
): FetchedChanges[] {
  const current = session.versions.find((version) => version.number === session.current_version);
  const isNew = (changes: UnsavedChanges) =>
    changes.here || current === undefined || Date.parse(changes.updated_at) > Date.parse(current.created_at);
  // An open tab sends drafts only for its preview.
  const isOpen = (changes: UnsavedChanges) => session.people.some((person) => person.client_id === changes.client_id);
  return fetchedChanges(session, drafts).filter(
    (changes) => changes.client_id !== clientId && isNew(changes) && !isDismissed(changes) && !isOpen(changes),
  );
}

/** Changes of this computer on the current version with which the article opens, newest first; not those kept aside. */
export function changesToContinue(
  session: EditorSession,
  local: LocalDraft[],
  isDismissed: (changes: UnsavedChanges) => boolean,
): UnsavedChanges[] {
  return unsavedChanges(session, { here: local, elsewhere: [] }).filter(
    (changes) =>
      changes.base_version === session.current_version &&
      !changes.client_id.startsWith(KEPT_DRAFT) &&
      !isDismissed(changes),
  );
}

/** Drafts that differ from the current version or are not fetched, newest first. Prefers the copy on this computer. */
export function unsavedChanges(session: EditorSession, { here, elsewhere }: KnownDrafts): UnsavedChanges[] {
  const byTab = new Map<string, UnsavedChanges>();
  for (const draft of elsewhere) byTab.set(draft.client_id, { ...draft, here: false });
  for (const draft of here) byTab.set(draft.client_id, { ...draft, here: true });
  return [...byTab.values()]
    .filter(({ vms_json }) => vms_json === null || (readDoc(vms_json) !== null && !sameDoc(vms_json, session.vms_json)))
    .sort((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
}

const fetchedChanges = (session: EditorSession, drafts: KnownDrafts): FetchedChanges[] =>
  unsavedChanges(session, drafts).filter((changes): changes is FetchedChanges => changes.vms_json !== null);
