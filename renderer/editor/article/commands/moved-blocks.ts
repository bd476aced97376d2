/**
 * Blocks that are moved are taken out and put in again, so that whatever the editor keeps at a place would be lost with
 * them. The transaction says where they went.
 */
import type { Transaction } from "@tiptap/pm/state";

const META = "movedBlocks";

/** What stood from `from` to `to` before the transaction begins at `position` after it. */
export interface MovedBlocks {
  from: number;
  to: number;
  position: number;
}

/** Notes on a transaction what it moves, for whoever keeps something at a place. */
export function setMovedBlocks(tr: Transaction, moved: MovedBlocks): Transaction {
  return tr.setMeta(META, moved);
}

/** The blocks that a transaction moved; undefined where it moved none. */
export function movedBlocks(tr: Transaction): MovedBlocks | undefined {
  return tr.getMeta(META);
}
