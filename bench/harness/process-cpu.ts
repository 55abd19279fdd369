// CPU time of this process: what a shared machine does meanwhile is not in it.

/** Of all threads so far, in ms. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Of a piece of work, in ms. */
export function cpuMsOf(work: () => void): number {
  const before = processCpuMs();
  work();
  return processCpuMs() - before;
}
