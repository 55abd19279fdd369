// Prints, after the last spec, the endpoints that no page called.
import { CALLS } from '../../core/endpoints/endpoints.ts';
import { recordedCalls } from '../support/browser/called-endpoints.ts';

export default function printUncalledEndpoints(): void {
  const called = recordedCalls();
  const paths = Object.keys(CALLS);
  const missing = paths.filter((path) => !called.has(path));
  console.log(
    `calls made by pages: ${paths.length - missing.length} of ${paths.length}${missing.length > 0 ? `; not made: ${missing.join(' ')}` : ''}`,
  );
}
