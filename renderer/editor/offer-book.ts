/** The unsaved words that this tab offers, and those that somebody does not want to be offered. */
import type { EditorSession } from "../../server/editor/editor-api.ts";
import type { EditorApi } from "./api.ts";
import { dismissedWords } from "./dismissed.ts";
import type { Memory } from "./memory.ts";
import { type UnsavedWords, unsavedWords, wordsToOffer } from "./offers.ts";
import type { DraftStore, LocalDraft } from "./saving/draft-store.ts";
import { createStore, type Readable } from "./store.ts";

export interface OfferBook {
  readonly offers: Readable<UnsavedWords[]>;
  /** Offers what a fresh session and this computer hold. */
  renew(session: EditorSession, local: LocalDraft[]): void;
  /** All unsaved words but this tab's, for the history. */
  all(session: EditorSession, local: LocalDraft[]): UnsavedWords[];
  /** These words are on the screen now, or are not wanted: they are not offered again. */
  takeBack(words: UnsavedWords): void;
  /** Takes words back; those of this computer are deleted, also at the appliance. */
  discard(words: UnsavedWords): Promise<void>;
}

export interface OfferParts {
  api: Pick<EditorApi, "removeDraft">;
  store: DraftStore;
  memory: Memory;
  clientId: string;
  session: EditorSession;
  localDrafts: LocalDraft[];
}

export function createOfferBook({ api, store, memory, clientId, session, localDrafts }: OfferParts): OfferBook {
  const dismissed = dismissedWords(memory, session.session_id);
  const offers = createStore(wordsToOffer(session, localDrafts, clientId, dismissed.has));

  function takeBack(words: UnsavedWords): void {
    dismissed.add(words);
    offers.set(offers.get().filter((offer) => offer.client_id !== words.client_id));
  }

  return {
    offers,
    renew: (fresh, local) => offers.set(wordsToOffer(fresh, local, clientId, dismissed.has)),
    all: (fresh, local) =>
      unsavedWords(fresh, local).filter((words) => words.client_id !== clientId && !dismissed.has(words)),
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
