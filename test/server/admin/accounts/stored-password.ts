/** Stores the password of an account with a hash of another cost, for tests with many guesses. */
import { scryptSync } from "node:crypto";
import { PASSWORD } from "../../../support/accounts.ts";
import { changeIn } from "../../../support/newsroom.ts";
import type { RunningAppliance } from "../../../support/running-appliance.ts";

export function storePassword({ dataDir }: RunningAppliance, email: string, cost = 16): void {
  const salt = Buffer.alloc(16);
  const hash = scryptSync(PASSWORD.normalize("NFKC"), salt, 32, { N: cost, r: 8, p: 1 });
  const row = "salt = ?, hash = ?, cost = ?, block_size = 8, parallelization = 1";
  changeIn(dataDir, `UPDATE accounts SET ${row} WHERE email = ?`, salt, hash, cost, email);
}
