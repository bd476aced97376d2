import type { VmsJson } from "../../../server/article/vms-json.ts";
import type { Memory } from "../lib/memory.ts";
import type { UnsavedWords } from "./offers.ts";

const KEPT = 50;

/** Which unsaved words this browser was told not to offer again; changed words of the same tab are offered anew. */
export interface Dismissed {
  has(words: UnsavedWords): boolean;
  add(words: UnsavedWords): void;
}

export function dismissedWords(memory: Memory, sessionId: string): Dismissed {
  const name = `dismissed.${sessionId}`;
  const read = (): string[] => (memory.get(name) ?? "").split(" ").filter(Boolean);
  return {
    has: (words) => words.vms_json !== null && read().includes(markOf(words.client_id, words.vms_json)),
    add({ client_id, vms_json }) {
      if (vms_json !== null) memory.set(name, [...read(), markOf(client_id, vms_json)].slice(-KEPT).join(" "));
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
