/** The unsaved changes of other tabs and earlier visits: which are offered, fetched, continued or dismissed. */
import type { VmsJson } from "../../../server/article/vms-json.ts";
import { type DraftView, type EditorSession, KEPT_DRAFT } from "../../../server/contracts/editor-api.ts";
import { type EditorApi, Refused } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import type { KeptPlace } from "../collaboration/shared-document.ts";
import type { Memory } from "../ui/lib/browser.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { DraftStore, LocalDraft } from "./draft-store.ts";
import { readDoc, sameDoc } from "./galley-state.ts";

/** A draft in Galley; `vms_json` is null until it is fetched. */
export interface RemoteDraft extends DraftView {
  vms_json: VmsJson | null;
}

export interface KnownDrafts {
  here: LocalDraft[];
  elsewhere: RemoteDraft[];
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

/** Drafts that differ from the current version, newest first; of other computers only those newer than that version. */
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

/** The changes of this computer with which the article opens: on the current version, newest first, without those kept aside. */
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

/** @param localDrafts drafts of the article on this computer */
export function createDraftOffers(
  { api, memory, clientId, session }: Pick<ArticleTab, "api" | "memory" | "clientId" | "session">,
  store: DraftStore,
  localDrafts: LocalDraft[],
) {
  const dismissed = dismissedChanges(memory, session.session_id);
  const offered = (fresh: EditorSession, drafts: KnownDrafts) => changesToOffer(fresh, drafts, clientId, dismissed.has);
  const offers = createStore(offered(session, { here: localDrafts, elsewhere: [] }));

  /** Fetches the drafts that are not on this computer and not of this tab. */
  async function known({ drafts }: EditorSession, here: LocalDraft[]): Promise<KnownDrafts> {
    const isHere = new Set([clientId, ...here.map((draft) => draft.client_id)]);
    return {
      here,
      elsewhere: await fetchDrafts(
        api,
        drafts.filter((draft) => !isHere.has(draft.client_id)),
      ),
    };
  }

  async function renew(fresh: EditorSession, here: LocalDraft[]): Promise<void> {
    offers.set(offered(fresh, await known(fresh, here)));
  }

  /** Stops offering these changes, because they were restored or dismissed. */
  function dismiss(changes: UnsavedChanges): void {
    dismissed.add(changes);
    offers.set(offers.get().filter((offer) => offer.client_id !== changes.client_id));
  }

  // Opening does not wait for drafts of others. After a failure, History fetches them.
  void renew(session, localDrafts).catch(() => undefined);

  return {
    offers: offers as Readable<FetchedChanges[]>,
    renew,
    /** All unsaved changes of other tabs, for History. @throws the errors of client/api.ts */
    all: async (fresh: EditorSession, here: LocalDraft[]): Promise<UnsavedChanges[]> =>
      unsavedChanges(fresh, await known(fresh, here)).filter(
        (changes) => changes.client_id !== clientId && !dismissed.has(changes),
      ),
    dismiss,
    async discard(changes: UnsavedChanges): Promise<void> {
      if (changes.here) {
        await store.remove(session.session_id, changes.client_id);
        // If this fails, the copy in Galley remains, but is dismissed in this browser.
        await api.removeDraft(changes.client_id).catch(() => undefined);
      }
      dismiss(changes);
    },
  };
}

const MAX_DISMISSED = 50;

/** The dismissed changes of this browser; newer changes of the same tab are offered again. */
export function dismissedChanges(memory: Memory, sessionId: string) {
  const name = `dismissed.${sessionId}`;
  const read = (): string[] => (memory.get(name) ?? "").split(" ").filter(Boolean);
  return {
    has: (changes: UnsavedChanges): boolean =>
      changes.vms_json !== null && read().includes(markOf(changes.client_id, changes.vms_json)),
    add({ client_id, vms_json }: UnsavedChanges): void {
      if (vms_json !== null) memory.set(name, [...read(), markOf(client_id, vms_json)].slice(-MAX_DISMISSED).join(" "));
    },
  };
}

/** The tab and a hash of the content (FNV-1a). Without the time, which differs between the two copies of a draft. */
function markOf(client_id: string, vms_json: VmsJson): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(vms_json.doc))
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return `${client_id}:${hash.toString(16)}`;
}

/** Maximum bytes of other tabs' drafts to fetch in advance. */
const PREFETCH_BYTES = 4 * 1024 * 1024;

/** Fetches drafts that only Galley has, in the same order; without those that were deleted. @throws the errors of client/api.ts */
export async function fetchDrafts(
  api: Pick<EditorApi, "draft">,
  drafts: DraftView[],
  budget = PREFETCH_BYTES,
): Promise<RemoteDraft[]> {
  const read: RemoteDraft[] = [];
  let left = budget;
  for (const draft of drafts) {
    left -= draft.size;
    if (draft.size === 0 || left < 0) read.push({ ...draft, vms_json: null });
    else
      try {
        read.push(await api.draft(draft.client_id));
      } catch (error) {
        // Saved, discarded or evicted since the list.
        if (!(error instanceof Refused)) throw error;
      }
  }
  return read;
}
