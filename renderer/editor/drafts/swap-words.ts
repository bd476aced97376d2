/** Other words in place of those on the screen. Unsaved ones are kept aside first, or nothing is changed. */
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import type { EditorApi } from "../client/api.ts";
import { randomId } from "../lib/ids.ts";
import { messages } from "../messages/index.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import type { DraftStore } from "./draft-store.ts";
import { KEPT_ASIDE } from "./offers.ts";
import type { ScreenWords } from "./screen-words.ts";

export interface SwapParts {
  api: Pick<EditorApi, "putDraft">;
  /** Asks for the session as it is now. @throws what the API throws */
  open(): Promise<EditorSession>;
  store: DraftStore;
  session_id: string;
  client_id: string;
  words: ScreenWords;
  drafts: DraftKeeper;
}

export interface SwapWords {
  /** Shows a state as unsaved words. @throws Error where the present ones could not be kept */
  takeUp(state: VmsJson, version: number | null): Promise<void>;
  /** Shows the current version. @throws what the API throws */
  showCurrent(): Promise<void>;
}

export function createSwapWords({ api, open, store, session_id, client_id, words, drafts }: SwapParts): SwapWords {
  /** A copy of unsaved words under a name of its own, on this computer and on the appliance, at least on one of them. */
  async function keepAside(): Promise<void> {
    const copy = { client_id: KEPT_ASIDE + randomId(), ...words.content() };
    const here = store.put({ session_id, updated_at: new Date().toISOString(), ...copy }, "strict");
    const kept = await Promise.allSettled([here, api.putDraft(copy)]);
    if (kept.every((each) => each.status === "rejected")) throw new Error(messages.notices.notKept);
  }

  return {
    async takeUp(state, version) {
      if (drafts.state.get().unsaved) await keepAside();
      words.show(state, version);
      drafts.changed();
    },
    async showCurrent() {
      const fresh = await open();
      const release = await drafts.hold();
      try {
        const { unsaved } = drafts.state.get();
        if (unsaved) await keepAside();
        words.show(fresh.vms_json, fresh.current_version);
        drafts.reset();
        // Else the appliance's copy of them would come back with the next reload of this tab.
        if (unsaved) await api.putDraft({ client_id, ...words.content() }).catch(() => undefined);
      } finally {
        release();
      }
    },
  };
}
