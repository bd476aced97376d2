/** Where somebody left off, in the articles that this browser had open last. */
import type { Memory } from "../lib/memory.ts";

/** Articles that are remembered. */
const MOST = 50;
const NAME = "carets";

export interface CaretMemory {
  /** A position in the document as it was then; null where nothing is remembered. */
  get(): number | null;
  set(position: number): void;
}

export function caretMemory(memory: Memory, sessionId: string): CaretMemory {
  return {
    get: () => read(memory).find(([id]) => id === sessionId)?.[1] ?? null,
    set(position) {
      const others = read(memory).filter(([id]) => id !== sessionId);
      memory.set(NAME, JSON.stringify([[sessionId, position], ...others].slice(0, MOST)));
    },
  };
}

/** The newest first. Other pages of this address may have written anything there. */
function read(memory: Memory): [id: string, position: number][] {
  try {
    const kept: unknown = JSON.parse(memory.get(NAME) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && Number.isSafeInteger(entry[1]) && entry[1] >= 0;
}
