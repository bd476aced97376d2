/** The database: integrity, schema version and undelivered articles. */
import fs from "node:fs";
import path from "node:path";
import { createAttention } from "../../deliveries/attention.ts";
import { formatBytes } from "../../storage/blobs.ts";
import { copiesBeforeUpdates } from "../../storage/copy-before-update.ts";
import { DATABASE_FILE, type Database, missingDatabaseError, newestSchema } from "../../storage/database.ts";
import { findDatabaseDamage } from "../../storage/database-check.ts";
import { createSettings } from "../../storage/settings.ts";
import { type Examination, type Finding, ok, problem, skipped, warning } from "./examination.ts";

/** A check takes about three seconds per GB and cannot be interrupted. */
const MAX_CHECKED_BYTES = 20_000_000_000;
const MAX_FAULT = 300;

const RESTORE = "Restore the newest backup: galley restore FILE, or npm run restore -- FILE in a clone.";

export function integrity({ dataDir, isThere, database }: Examination): Finding {
  if (!isThere) return skipped("There is no readable data folder.");
  const lost = missingDatabaseError(dataDir);
  if (lost !== null) return problem(lost, "Copy the data folder before you change anything in it.");
  if (database === null) return skipped("There is no database yet.");
  const file = path.join(dataDir, DATABASE_FILE);
  if (database instanceof Error)
    return problem(database.message, "Copy the data folder before you change anything in it.");
  const bytes = [file, `${file}-wal`].reduce(
    (sum, name) => sum + (fs.statSync(name, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const schema = Number(database.pragma("user_version", { simple: true }));
  const newest = newestSchema();
  const says = `${file} (${formatBytes(bytes)}, schema ${schema})`;
  if (schema > newest) {
    const [copy] = copiesBeforeUpdates(dataDir);
    return problem(
      `${says} was written by a newer Galley. This version supports schema ${newest}.`,
      copy === undefined
        ? "Install the newer version, or restore a backup from before the update into another folder."
        : `Install the newer version, or restore the copy from before the update, ${copy.file}. See Upgrades in docs/operating.md.`,
    );
  }
  if (bytes > MAX_CHECKED_BYTES)
    return warning(`${says} is too large to check here.`, "Check a backup of it instead: galley restore FILE --check.");
  const damage = findDatabaseDamage(file);
  if (damage !== null)
    return problem(
      `${says} is damaged: ${damage.slice(0, MAX_FAULT)}`,
      `Copy the data folder before you change anything in it. ${RESTORE}`,
    );
  const older = schema === newest ? "" : ` The next start updates it to schema ${newest}.`;
  return ok(`${says} is intact.${older}`);
}

export function deliveries({ database }: Examination): Finding {
  if (database === null || database instanceof Error) return skipped("There is no readable database.");
  if (database.pragma("user_version", { simple: true }) !== newestSchema())
    return skipped("The database has a different schema than this version of Galley.");
  try {
    return deliveriesIn(database);
  } catch (error) {
    return problem(`Deliveries cannot be read (${(error as Error).message}).`, "See Database above.");
  }
}

function deliveriesIn(database: Database): Finding {
  const { attention, attention_count, deliveries: states } = createAttention(database).page(null);
  const isHeld = createSettings(database).get().deliveries_paused;
  const unsettled = attention_count.articles + attention_count.fonts;
  if (isHeld)
    return warning(
      `All deliveries are on hold (${states.held}).`,
      "Release them under Settings → Deliveries when the sites may receive them.",
    );
  const [first] = attention;
  if (first === undefined) return ok(`No site has problems. ${states.queued + states.sending} queued or sending.`);
  const status = first.last_status === null ? "" : ` (status ${first.last_status})`;
  return warning(
    `${unsettled} ${unsettled === 1 ? "article or font tree was" : "articles or font trees were"} not delivered. The newest: ${first.project}, ${first.callback_host}, ${first.code ?? first.state}${status}.`,
    "See the reasons on the console's overview, and resend from there.",
  );
}
