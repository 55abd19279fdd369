// Thread of the lock's test: takes it in turns with the main thread, and counts whether it was alone.
import { workerData } from 'node:worker_threads';
import { WriteLock } from '../../../../server/store/sqlite/write-lock.ts';

/** `turns`: of this thread at least, and `leastOwn` of the main thread since this one began. */
interface Task {
  buffer: SharedArrayBuffer;
  /** How many have the lock, how often that was not one alone, and the turns of the main thread. */
  counter: Int32Array;
  turns: number;
  leastOwn: number;
}

const { buffer, counter, turns, leastOwn } = workerData as Task;
const lock = new WriteLock(buffer);
const begunAt = Atomics.load(counter, 2);
for (let turn = 0; turn < turns || Atomics.load(counter, 2) - begunAt < leastOwn; turn += 1) {
  lock.acquireBlocking();
  counter[0]! += 1;
  if (counter[0] !== 1) counter[1]! += 1;
  counter[0]! -= 1;
  lock.releaseBlocking();
}
