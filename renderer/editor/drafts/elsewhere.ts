/** The words of drafts that only the appliance has, asked for one by one, and each only once as long as it stays the same. */
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type { DraftView } from "../../../server/contracts/editor-api.ts";
import { type EditorApi, Refused } from "../client/api.ts";

/** A draft on the appliance; `vms_json` is null while nobody has asked for its words. */
export interface ElsewhereDraft extends DraftView {
  vms_json: VmsJson | null;
}

export interface Elsewhere {
  /**
   * The drafts with their words, in the same order; those beyond what is fetched unasked stay without, and those that are
   * gone are left out.
   * @param unaskedBytes how much is fetched
   * @throws what the API throws where the appliance cannot be reached
   */
  read(drafts: DraftView[], unaskedBytes?: number): Promise<ElsewhereDraft[]>;
}

/** Bytes that a tab fetches of other tabs' drafts before anybody wants to see them. */
const UNASKED_BYTES = 4 * 1024 * 1024;

export function createElsewhere(api: Pick<EditorApi, "draft">): Elsewhere {
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
    async read(drafts, unaskedBytes = UNASKED_BYTES) {
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
