// @vitest-environment happy-dom
// A block of one query: what it shows instead of an answer.
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { CallError } from '../../../src/api/call.ts';
import { QueryBlock } from '../../../src/components/common/async-states.tsx';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();

async function show(failure: Error | null, missing?: string): Promise<string> {
  const query = { answer: null, failure, refetch: vi.fn() };
  await act(async () =>
    place.root.render(
      <QueryBlock query={query as never} missing={missing}>
        {() => 'the answer'}
      </QueryBlock>,
    ),
  );
  return place.host.textContent;
}

describe('QueryBlock', () => {
  it.each([CODE.notFound, CODE.fieldInvalid])(
    'names what does not exist, without a retry, after refusal %i',
    async (code) => {
      expect(await show(new CallError(code, 'no'), 'no such article')).toBe('no such article');
      expect(place.host.querySelector('button')).toBeNull();
      expect(await show(new CallError(code, 'no'))).toContain('app.retry');
    },
  );

  it('offers a retry after every other failure', async () => {
    expect(await show(new CallError(CODE.busy, 'busy'), 'no such article')).toContain('app.retry');
    expect(await show(new Error('offline'), 'no such article')).toContain('app.retry');
  });
});
