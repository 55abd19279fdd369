// After the last story: which calls of the table no page made.
import { CALLS } from '../../core/endpoints/endpoints.ts';
import { heardCalls } from './support/called-endpoints.ts';

export default function tell(): void {
  const heard = heardCalls();
  const paths = Object.keys(CALLS);
  const missing = paths.filter((path) => !heard.has(path));
  console.log(
    `calls made by pages: ${paths.length - missing.length} of ${paths.length}${missing.length > 0 ? `; not made: ${missing.join(' ')}` : ''}`,
  );
}
