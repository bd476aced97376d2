/** The database: integrity, schema version and undelivered articles. */
import fs from "node:fs";
import path from "node:path";
import { databaseFacts } from "../../admin/support/database-facts.ts";
import { isoTime } from "../../core/runtime.ts";
import { createAttention } from "../../deliveries/attention.ts";
import { createDeliveryStore } from "../../deliveries/delivery-store.ts";
import { createDeliveryFigures } from "../../deliveries/monitoring.ts";
import { formatBytes } from "../../storage/blobs.ts";
import { copiesBeforeUpdates } from "../../storage/copy-before-update.ts";
import { DATABASE_FILE, type Database, missingDatabaseError, newestSchema } from "../../storage/database.ts";
import { createSettings } from "../../storage/settings.ts";
import { type Examination, type Finding, finding, skipped } from "./examination.ts";

const CHECK_MS = 300_000;
/** A check takes about three seconds per GB and cannot be interrupted. */
const MAX_CHECKED_BYTES = 20_000_000_000;
const MAX_NAMED = 5;
const MAX_FAULT = 300;

const RESTORE = "Restore the newest backup: galley restore FILE, or npm run restore -- FILE in a clone.";

export async function integrity({ dataDir, isThere, database }: Examination): Promise<Finding> {
  if (!isThere) return skipped("There is no readable data folder.");
  const lost = missingDatabaseError(dataDir);
  if (lost !== null) return finding().problem(lost, "Copy the data folder before you change anything in it.");
  if (database === null) return skipped("There is no database yet.");
  const file = path.join(dataDir, DATABASE_FILE);
  if (database instanceof Error)
    return finding().problem(database.message, "Copy the data folder before you change anything in it.");
  const bytes = [file, `${file}-wal`].reduce(
    (sum, name) => sum + (fs.statSync(name, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const schema = Number(database.pragma("user_version", { simple: true }));
  const newest = newestSchema();
  const says = `${file} (${formatBytes(bytes)}, schema ${schema})`;
  const isTooLarge = bytes > MAX_CHECKED_BYTES;
  const { note, rows: _rows, integrity: result, ...found } = isTooLarge ? {} : await databaseFacts(file, CHECK_MS);
  const copies = copiesBeforeUpdates(dataDir);
  const facts = {
    ...found,
    bytes,
    schema,
    newest_schema: newest,
    integrity: result ?? null,
    note: note ?? null,
    copies_before_updates: copies.map(({ file: copy, before, at }) => ({
      file: copy,
      before,
      made_at: isoTime(Math.round(at)),
    })),
  };
  const { ok, warning, problem } = finding(facts);
  if (schema > newest)
    return problem(
      `${says} was written by a newer Galley. This version supports schema ${newest}.`,
      copies[0] === undefined
        ? "Install the newer version, or restore a backup from before the update into another folder."
        : `Install the newer version, or restore the copy from before the update, ${copies[0].file}. See Upgrades in docs/operating.md.`,
    );
  if (result !== undefined && result !== "ok")
    return problem(
      `${says} is damaged: ${firstOf(result)}`,
      `Copy the data folder before you change anything in it. ${RESTORE}`,
    );
  if (result === undefined)
    return isTooLarge || note?.startsWith("Stopped")
      ? warning(`${says} is too large to check here.`, "Check a backup of it instead: galley restore FILE --check.")
      : problem(
          `${says} could not be checked: ${note ?? "the check ended without a result."}`,
          `Copy the data folder before you change anything in it. ${RESTORE}`,
        );
  const older = schema === newest ? "" : ` The next start updates it to schema ${newest}.`;
  return ok(`${says} is intact.${older}`);
}

function firstOf(faults: string): string {
  const line = faults.split("\n").find((each) => each !== "" && !each.startsWith("***")) ?? faults;
  return line.slice(0, MAX_FAULT);
}

export function deliveries({ database }: Examination): Finding {
  const { problem } = finding();
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
  const newest = attention.slice(0, MAX_NAMED).map(({ project, callback_host, state, code, last_status, since }) => ({
    project,
    host: callback_host,
    state,
    code,
    status: last_status,
    since,
  }));
  const { held: sites_held } = createDeliveryFigures(database, createDeliveryStore(database)).sites();
  const { ok, warning } = finding({ ...states, paused: isHeld, sites_held, newest });
  const [first] = newest;
  if (isHeld)
    return warning(
      `All deliveries are on hold (${states.held}).`,
      "Release them under Settings → Deliveries when the sites may receive them.",
    );
  if (first === undefined) return ok(`No site has problems. ${states.queued + states.sending} queued or sending.`);
  const why = first.code === null ? first.state : first.code;
  return warning(
    `${unsettled} ${unsettled === 1 ? "article or font tree was" : "articles or font trees were"} not delivered. The newest: ${first.project}, ${first.host}, ${why}${first.status === null ? "" : ` (status ${first.status})`}.`,
    "See the reasons on the console's overview, and resend from there.",
  );
}
