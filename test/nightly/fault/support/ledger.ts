/** Records the writes that a test requested and those that were acknowledged, for comparison with the stored data. */
import { createHash } from "node:crypto";

/** A save that was sent, with or without a response. */
export interface RequestedSave {
  saveId: string;
  sessionId: string;
  materialId: string;
  /** Text that is unique to this save. */
  marker: string;
  /** file name → sha-256 of the bytes */
  files: ReadonlyMap<string, string>;
}

/** A save with response 201. */
export interface AcknowledgedSave extends RequestedSave {
  versionId: string;
  number: number;
}

type Kind = "save" | "upload" | "draft" | "open";

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger() {
  return {
    requested: new Map<string, RequestedSave>(),
    promised: new Map<string, AcknowledgedSave>(),
    /** `session/file name` → sha-256 of every upload with response 201 */
    uploads: new Map<string, string>(),
    /** `session/client` → marker of a draft with response 204 and no later write */
    drafts: new Map<string, string>(),
    /** session → number of its last acknowledged open; its callback_url ends with this or a later number */
    opens: new Map<string, number>(),
    /** Number of acknowledged writes of all kinds. */
    acknowledged: 0,
    /** Kind and key of each acknowledged write → time, ms since the epoch. */
    respondedAt: new Map<string, number>(),
    /** Called synchronously at each acknowledged write. */
    onResponse: (_kind: Kind): void => {},
    /** Violations of the contract. */
    faults: [] as string[],
  };
}

/** Records an acknowledged write. */
export function responded(ledger: Ledger, kind: Kind, key: string): void {
  ledger.acknowledged += 1;
  ledger.respondedAt.set(`${kind} ${key}`, Date.now());
  ledger.onResponse(kind);
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
