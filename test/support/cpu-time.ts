/** CPU time of another process. */
import fs from "node:fs";

/** Of Linux, where it is the same on every machine that matters here. */
const TICKS_A_SECOND = 100;

/** Seconds of CPU, of all its threads, that a process has used so far. Linux only. */
export function cpuSeconds(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program stands in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
