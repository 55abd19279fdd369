// CPU time of the thread on which a process decides.
import { readFileSync } from 'node:fs';

/** Of the first thread of a process so far, us, in steps of 10 ms; the system counts it for each thread. */
export function firstThreadMicros(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11);
  return (Number(user) + Number(system)) * 10_000;
}
