/** Unsaved changes that this tab offers, and those that were dismissed. */
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type { DraftView, EditorSession } from "../../../server/contracts/editor-api.ts";
import { type EditorApi, Refused } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import type { Memory } from "../ui/lib/memory.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { DraftStore, LocalDraft } from "./draft-store.ts";
import {
  changesToOffer,
  type ElsewhereDraft,
  type FetchedChanges,
  type KnownDrafts,
  type UnsavedChanges,
  unsavedChanges,
} from "./offers.ts";

/** @param localDrafts drafts of the article on this computer */
export function createDraftOffers(
  { api, memory, clientId, session }: Pick<ArticleTab, "api" | "memory" | "clientId" | "session">,
  store: DraftStore,
  localDrafts: LocalDraft[],
) {
  const dismissed = dismissedChanges(memory, session.session_id);
  const elsewhere = createElsewhere(api);
  const offered = (fresh: EditorSession, drafts: KnownDrafts) => changesToOffer(fresh, drafts, clientId, dismissed.has);
  const offers = createStore(offered(session, { here: localDrafts, elsewhere: [] }));

  /** Fetches the drafts that are neither on this computer nor of this tab. */
  async function known({ drafts }: EditorSession, here: LocalDraft[]): Promise<KnownDrafts> {
    const isHere = new Set([clientId, ...here.map((draft) => draft.client_id)]);
    return { here, elsewhere: await elsewhere.read(drafts.filter((draft) => !isHere.has(draft.client_id))) };
  }

  async function renew(fresh: EditorSession, here: LocalDraft[]): Promise<void> {
    offers.set(offered(fresh, await known(fresh, here)));
  }

  /** These changes were restored or dismissed: not offered again. */
  function dismiss(words: UnsavedChanges): void {
    dismissed.add(words);
    offers.set(offers.get().filter((offer) => offer.client_id !== words.client_id));
  }

  // The article does not wait for drafts of others; History fetches them again.
  void renew(session, localDrafts).catch(() => undefined);

  return {
    offers: offers as Readable<FetchedChanges[]>,
    renew,
    /** All unsaved changes of other tabs, for History. @throws what the API throws */
    all: async (fresh: EditorSession, here: LocalDraft[]): Promise<UnsavedChanges[]> =>
      unsavedChanges(fresh, await known(fresh, here)).filter(
        (words) => words.client_id !== clientId && !dismissed.has(words),
      ),
    dismiss,
    async discard(words: UnsavedChanges): Promise<void> {
      if (words.here) {
        await store.remove(session.session_id, words.client_id);
        // Offline, the copy in Galley stays; it is dismissed here.
        await api.removeDraft(words.client_id).catch(() => undefined);
      }
      dismiss(words);
    },
  };
}

const REMEMBERED = 50;

/** The dismissed changes of this browser; newer changes of the same tab are offered again. */
export function dismissedChanges(memory: Memory, sessionId: string) {
  const name = `dismissed.${sessionId}`;
  const read = (): string[] => (memory.get(name) ?? "").split(" ").filter(Boolean);
  return {
    has: (words: UnsavedChanges): boolean =>
      words.vms_json !== null && read().includes(markOf(words.client_id, words.vms_json)),
    add({ client_id, vms_json }: UnsavedChanges): void {
      if (vms_json !== null) memory.set(name, [...read(), markOf(client_id, vms_json)].slice(-REMEMBERED).join(" "));
    },
  };
}

/** The tab and a hash of the content (FNV-1a). Not the time: the two copies of a draft have different clocks. */
function markOf(client_id: string, vms_json: VmsJson): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(vms_json.doc))
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return `${client_id}:${hash.toString(16)}`;
}

/** Bytes of other tabs' drafts that are fetched in advance. */
const UNASKED_BYTES = 4 * 1024 * 1024;

/** Contents of drafts that only Galley has, each fetched once until it changes. */
export function createElsewhere(api: Pick<EditorApi, "draft">) {
  const known = new Map<string, ElsewhereDraft>();

  async function wordsOf(draft: DraftView): Promise<ElsewhereDraft | null> {
    const before = known.get(draft.client_id);
    if (before?.updated_at === draft.updated_at) return before;
    try {
      const fetched = await api.draft(draft.client_id);
      known.set(draft.client_id, fetched);
      return fetched;
    } catch (error) {
      // Saved, discarded or evicted since the list.
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  return {
    /**
     * The drafts with their content, in the same order. Those beyond the budget have none; deleted ones are left out.
     * @param unaskedBytes budget
     * @throws what the API throws where Galley is not reachable
     */
    async read(drafts: DraftView[], unaskedBytes = UNASKED_BYTES): Promise<ElsewhereDraft[]> {
      const read: ElsewhereDraft[] = [];
      let left = unaskedBytes;
      for (const draft of drafts) {
        left -= draft.size;
        if (draft.size === 0 || left < 0) read.push({ ...draft, vms_json: null });
        else {
          const found = await wordsOf(draft);
          if (found !== null) read.push(found);
        }
      }
      return read;
    },
  };
}
