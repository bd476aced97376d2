/** The unsaved words that this tab offers, and those that somebody does not want to be offered. */
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import type { EditorApi } from "../client/api.ts";
import type { Memory } from "../lib/memory.ts";
import { createStore, type Readable } from "../lib/store.ts";
import { dismissedWords } from "./dismissed.ts";
import type { DraftStore, LocalDraft } from "./draft-store.ts";
import { createElsewhere } from "./elsewhere.ts";
import { type FetchedWords, type KnownDrafts, type UnsavedWords, unsavedWords, wordsToOffer } from "./offers.ts";

export interface DraftOffers {
  readonly offers: Readable<FetchedWords[]>;
  /** Offers what a fresh session and this computer hold. @throws what the API throws */
  renew(session: EditorSession, local: LocalDraft[]): Promise<void>;
  /** All unsaved words but this tab's, for the history. @throws what the API throws */
  all(session: EditorSession, local: LocalDraft[]): Promise<UnsavedWords[]>;
  /** These words are on the screen now, or are not wanted: they are not offered again. */
  takeBack(words: UnsavedWords): void;
  /** Takes words back; those of this computer are deleted, also at the appliance. */
  discard(words: UnsavedWords): Promise<void>;
}

export interface OfferParts {
  api: Pick<EditorApi, "draft" | "removeDraft">;
  store: DraftStore;
  memory: Memory;
  clientId: string;
  session: EditorSession;
  localDrafts: LocalDraft[];
}

export function createDraftOffers({ api, store, memory, clientId, session, localDrafts }: OfferParts): DraftOffers {
  const dismissed = dismissedWords(memory, session.session_id);
  const elsewhere = createElsewhere(api);
  const offered = (fresh: EditorSession, drafts: KnownDrafts) => wordsToOffer(fresh, drafts, clientId, dismissed.has);
  const offers = createStore(offered(session, { here: localDrafts, elsewhere: [] }));

  /** The words of this computer need not be fetched, nor what this tab itself has sent. */
  async function known({ drafts }: EditorSession, here: LocalDraft[]): Promise<KnownDrafts> {
    const isHere = new Set([clientId, ...here.map((draft) => draft.client_id)]);
    return { here, elsewhere: await elsewhere.read(drafts.filter((draft) => !isHere.has(draft.client_id))) };
  }

  async function renew(fresh: EditorSession, here: LocalDraft[]): Promise<void> {
    offers.set(offered(fresh, await known(fresh, here)));
  }

  function takeBack(words: UnsavedWords): void {
    dismissed.add(words);
    offers.set(offers.get().filter((offer) => offer.client_id !== words.client_id));
  }

  // The article need not wait for other people's words; the history asks again for those that do not come.
  void renew(session, localDrafts).catch(() => undefined);

  return {
    offers,
    renew,
    all: async (fresh, here) =>
      unsavedWords(fresh, await known(fresh, here)).filter(
        (words) => words.client_id !== clientId && !dismissed.has(words),
      ),
    takeBack,
    async discard(words) {
      if (words.here) {
        await store.remove(session.session_id, words.client_id);
        // Offline, the copy there stays; this browser was told not to offer it.
        await api.removeDraft(words.client_id).catch(() => undefined);
      }
      takeBack(words);
    },
  };
}
