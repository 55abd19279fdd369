// What a run of stories begins and ends with: the shared exchange, and which endpoints no page called.
import { CALLS } from '../../core/endpoints/endpoints.ts';
import { recordedCalls } from '../support/browser/called-endpoints.ts';
import { startSharedExchange } from '../support/browser/shared-exchange.ts';

export default async function startRun(): Promise<() => Promise<void>> {
  const stop = await startSharedExchange();
  return async () => {
    await stop();
    printUncalledEndpoints();
  };
}

function printUncalledEndpoints(): void {
  const called = recordedCalls();
  const paths = Object.keys(CALLS);
  const missing = paths.filter((path) => !called.has(path));
  console.log(
    `calls made by pages: ${paths.length - missing.length} of ${paths.length}${missing.length > 0 ? `; not made: ${missing.join(' ')}` : ''}`,
  );
}
