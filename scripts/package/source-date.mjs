/** The one time that everything packed carries, so that the same sources make the same bytes. */
import { execFileSync } from "node:child_process";
import { root } from "../lib/project.mjs";

/** Where there is no history to ask: the first moment that every kind of archive can name. */
const EARLIEST = 315_532_800;

/** @returns {number} seconds since 1970: SOURCE_DATE_EPOCH, else the time of the last commit */
export function sourceDate() {
  const said = Number(process.env.SOURCE_DATE_EPOCH);
  if (Number.isInteger(said) && said > 0) return said;
  try {
    return Number(
      execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    return EARLIEST;
  }
}
