/** A site that opens its materials without a pause, each time with another callback_url, and new materials in between. */
import type { Keys } from "../../../support/site.ts";
import { openSession } from "../../../support/site.ts";
import { type Editor, repeating } from "./editors.ts";
import { answered, type Ledger } from "./ledger.ts";

export interface OpenerParts {
  /** Of the appliance; it stays the same when it starts again. */
  url: string;
  keys: Keys;
  callbackUrl: string;
  /** Nobody else opens it. */
  materialId: string;
}

/** Every third open is of a material that was never opened before. */
const NEW_EVERY = 3;

export function createOpener({ url, keys, callbackUrl, materialId }: OpenerParts, ledger: Ledger): Editor {
  let serial = 0;
  return repeating(async () => {
    serial += 1;
    const isNew = serial % NEW_EVERY === 0;
    const material = isNew ? `${materialId}-${serial}` : materialId;
    const { session_id } = await openSession(url, keys, {
      material_id: material,
      callback_url: `${callbackUrl}?${serial}`,
    });
    // What is asked for later may be stored without an answer; never anything from before.
    ledger.opens.set(session_id, serial);
    answered(ledger, "open", session_id);
  });
}
