/** The date of every packed file, so that the same sources give the same bytes. */
import { execFileSync } from "node:child_process";
import { root } from "../lib/project.mjs";

/** Without Git history: the earliest date that every archive format supports. */
const EARLIEST = 315_532_800;

/** @returns {number} seconds since 1970: SOURCE_DATE_EPOCH, else the time of the last commit */
export function sourceDate() {
  const given = Number(process.env.SOURCE_DATE_EPOCH);
  if (Number.isInteger(given) && given > 0) return given;
  try {
    return Number(
      execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, stdio: ["ignore", "pipe", "ignore"] }),
    );
  } catch {
    return EARLIEST;
  }
}
