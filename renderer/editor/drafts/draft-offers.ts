/** The unsaved words that this tab offers, and those that somebody does not want to be offered. */
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

/** @param localDrafts what this computer holds of the article */
export function createDraftOffers(
  { api, memory, clientId, session }: Pick<ArticleTab, "api" | "memory" | "clientId" | "session">,
  store: DraftStore,
  localDrafts: LocalDraft[],
) {
  const dismissed = dismissedChanges(memory, session.session_id);
  const elsewhere = createElsewhere(api);
  const offered = (fresh: EditorSession, drafts: KnownDrafts) => changesToOffer(fresh, drafts, clientId, dismissed.has);
  const offers = createStore(offered(session, { here: localDrafts, elsewhere: [] }));

  /** The words of this computer need not be fetched, nor what this tab itself has sent. */
  async function known({ drafts }: EditorSession, here: LocalDraft[]): Promise<KnownDrafts> {
    const isHere = new Set([clientId, ...here.map((draft) => draft.client_id)]);
    return { here, elsewhere: await elsewhere.read(drafts.filter((draft) => !isHere.has(draft.client_id))) };
  }

  /** Offers what a fresh session and this computer hold. @throws what the API throws */
  async function renew(fresh: EditorSession, here: LocalDraft[]): Promise<void> {
    offers.set(offered(fresh, await known(fresh, here)));
  }

  /** These words are on the screen now, or are not wanted: they are not offered again. */
  function dismiss(words: UnsavedChanges): void {
    dismissed.add(words);
    offers.set(offers.get().filter((offer) => offer.client_id !== words.client_id));
  }

  // The article need not wait for other people's words; the history asks again for those that do not come.
  void renew(session, localDrafts).catch(() => undefined);

  return {
    offers: offers as Readable<FetchedChanges[]>,
    renew,
    /** All unsaved words but this tab's, for the history. @throws what the API throws */
    all: async (fresh: EditorSession, here: LocalDraft[]): Promise<UnsavedChanges[]> =>
      unsavedChanges(fresh, await known(fresh, here)).filter(
        (words) => words.client_id !== clientId && !dismissed.has(words),
      ),
    dismiss,
    /** Takes words back; those of this computer are deleted, also at the appliance. */
    async discard(words: UnsavedChanges): Promise<void> {
      if (words.here) {
        await store.remove(session.session_id, words.client_id);
        // Offline, the copy there stays; this browser was told not to offer it.
        await api.removeDraft(words.client_id).catch(() => undefined);
      }
      dismiss(words);
    },
  };
}

/** Dismissals that are remembered, the newest. */
const REMEMBERED = 50;

/** Which unsaved words this browser was told not to offer again; changed words of the same tab are offered anew. */
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

/** The tab and the words (FNV-1a), not the time: a draft's two copies carry the times of two clocks. */
function markOf(client_id: string, vms_json: VmsJson): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(vms_json.doc))
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return `${client_id}:${hash.toString(16)}`;
}

/** Bytes that a tab fetches of other tabs' drafts before anybody wants to see them. */
const UNASKED_BYTES = 4 * 1024 * 1024;

/** The words of drafts that only the appliance has, asked for one by one, and each only once as long as it stays the same. */
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
      // Saved, discarded or let go since it was listed.
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  return {
    /**
     * The drafts with their words, in the same order; those beyond what is fetched unasked stay without, and those that
     * are gone are left out.
     * @param unaskedBytes how much is fetched
     * @throws what the API throws where the appliance cannot be reached
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
