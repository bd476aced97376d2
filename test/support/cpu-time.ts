/** Seconds of CPU that this process uses while `work` runs: other than the time on a clock, they say nothing of the machine's load. */
export function cpuSecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
