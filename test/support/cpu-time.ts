/** Seconds of CPU that this process uses during `work`. Unlike wall-clock time, they do not depend on the machine's load. */
export function cpuSecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
