// Thread of the lock's test: takes it in turns with the main thread, and counts whether it was alone.
import { workerData } from 'node:worker_threads';
import { WriteLock } from '../../../../server/store/sqlite/write-lock.ts';

const { buffer, counter, turns } = workerData as { buffer: SharedArrayBuffer; counter: Int32Array; turns: number };
const lock = new WriteLock(buffer);
for (let turn = 0; turn < turns; turn += 1) {
  lock.acquireBlocking();
  counter[0]! += 1;
  if (counter[0] !== 1) counter[1]! += 1;
  counter[0]! -= 1;
  lock.releaseBlocking();
}
