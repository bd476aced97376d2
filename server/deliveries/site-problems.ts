/** Counts the failed attempts and warnings of each site by code, in the transaction of the outcome. */
import type { DeliveryCode, DeliveryWarning } from "../contracts/delivery-states.ts";
import { boundedFacts, type Facts } from "../outbound/failures.ts";
import type { Database } from "../storage/database.ts";

type Code = DeliveryCode | DeliveryWarning;

export function createSiteProblems(database: Database) {
  const open = database.prepare<[number, string], { found: number }>(
    "SELECT EXISTS (SELECT 1 FROM problems WHERE site_id = +? AND code = +? AND resolved_at IS NULL) AS found",
  );
  const add = database.prepare<[Record<string, string | number>]>(
    `INSERT INTO problems (site_id, code, first_at, last_at, count, example_delivery_id, facts)
     VALUES (@siteId, @code, @at, @at, 1, @deliveryId, @facts)
     ON CONFLICT (site_id, code) DO UPDATE SET count = count + 1, last_at = excluded.last_at,
       example_delivery_id = excluded.example_delivery_id, facts = excluded.facts, resolved_at = NULL, resolved_by = NULL`,
  );
  const uncount = database.prepare<[number, string]>(
    "UPDATE problems SET count = count - 1 WHERE site_id = ? AND code = ? AND count > 0",
  );
  const forget = database.prepare<[number, string]>(
    `DELETE FROM problems WHERE site_id = ? AND code = ? AND count = 0 AND assigned_to IS NULL AND muted_until IS NULL`,
  );
  return {
    /** Counts the codes and reopens resolved problems. Returns whether a problem was opened. */
    note(siteId: number, codes: readonly Code[], deliveryId: string, facts: Facts, at: number): boolean {
      let isNew = false;
      for (const code of codes) {
        isNew ||= open.get(siteId, code)?.found !== 1;
        add.run({ siteId, code, at, deliveryId, facts: JSON.stringify(boundedFacts(facts)) });
      }
      return isNew;
    },
    /** Subtracts a warning after the site has downloaded the archive. */
    uncount(siteId: number, code: Code): void {
      uncount.run(siteId, code);
      forget.run(siteId, code);
    },
  };
}
