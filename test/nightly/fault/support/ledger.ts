/** What the journalists of a test asked for and what they were promised: written down here, compared with the truth later. */
import { createHash } from "node:crypto";

/** A save as it was sent, whether or not an answer came. */
export interface AskedSave {
  saveId: string;
  sessionId: string;
  materialId: string;
  /** Stands in the text of this save and of no other. */
  marker: string;
  /** file name → sha-256 of the bytes */
  files: ReadonlyMap<string, string>;
}

/** A save that was answered with 201. */
export interface PromisedSave extends AskedSave {
  versionId: string;
  number: number;
}

export interface Ledger {
  asked: Map<string, AskedSave>;
  promised: Map<string, PromisedSave>;
  /** `session/file name` → sha-256 of every upload that was answered with 201 */
  uploads: Map<string, string>;
  /** `session/client` → marker of a draft that was answered with 204 and that nothing came after */
  drafts: Map<string, string>;
  /** session → number of its last open that was answered; its callback_url ends with it or with a later one */
  opens: Map<string, number>;
  /** Writes that were answered, of every kind. */
  acknowledged: number;
  /** The same, by kind and key of the maps above → when, ms since the epoch. */
  answeredAt: Map<string, number>;
  /** What must never happen and did. */
  faults: string[];
}

export function createLedger(): Ledger {
  return {
    asked: new Map(),
    promised: new Map(),
    uploads: new Map(),
    drafts: new Map(),
    opens: new Map(),
    acknowledged: 0,
    answeredAt: new Map(),
    faults: [],
  };
}

/** A write was answered. */
export function answered(ledger: Ledger, kind: "save" | "upload" | "draft" | "open", key: string): void {
  ledger.acknowledged += 1;
  ledger.answeredAt.set(`${kind} ${key}`, Date.now());
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
