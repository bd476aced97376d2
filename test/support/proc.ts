/** Memory and CPU of processes; null for another process on systems other than Linux. */
import fs from "node:fs";

/** Clock ticks per second of /proc: 100 on every Linux that Node runs on. */
const TICKS = 100;

/** MB in physical memory, shared pages included, and their maximum so far. */
export function memoryOf(pid: number): { rss: number; peak: number } | null {
  const status = read(`/proc/${pid}/status`);
  if (!status?.includes("VmRSS")) return null;
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { rss: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}

/** Runs `work`. @returns its result, and the most MB in physical memory, sampled every `everyMs`; 0 on other systems */
export async function peakDuring<T>(pid: number, everyMs: number, work: () => Promise<T>) {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, memoryOf(pid)?.rss ?? 0);
  };
  look();
  const sampling = setInterval(look, everyMs);
  const result = await work().finally(() => clearInterval(sampling));
  return { result, peak };
}

/** ms of CPU that all threads of the process have used. */
export function cpuOf(pid: number): number | null {
  const text = read(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The name in parentheses may contain spaces; count the fields after it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** Seconds of CPU that this process uses during `work`. Unlike wall-clock time, they do not depend on the machine's load. */
export async function cpuSecondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

function read(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "EACCES", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
