// @vitest-environment happy-dom
// Lists and blocks that are fetched: a hasty thumb on a slow line ends no fetch, and a failure is that of its own form.
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCallContext } from '../../../src/api/call-context.ts';
import { PagedList, QueryBlock } from '../../../src/components/common/async-states.tsx';
import { useInfiniteQuery } from '../../../src/hooks/use-infinite-query.ts';
import { useQuery } from '../../../src/hooks/use-query.ts';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();
let calls: { form: URLSearchParams; signal: AbortSignal; answer: (data: object) => void; fail: () => void }[] = [];

beforeEach(async () => {
  calls = [];
  await startI18n('en-US');
  await loadNamespaces(['account', 'shell']);
  setCallContext({
    base: '',
    token: () => 't',
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
  vi.stubGlobal(
    'fetch',
    (_: string, { body, signal }: { body: string; signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        calls.push({
          form: new URLSearchParams(body),
          signal,
          answer: (data) => resolve(Response.json({ code: 0, msg: '', data })),
          fail: () => reject(new TypeError('network')),
        });
      }),
  );
});
afterEach(async () => {
  await act(async () => place.root.render(null));
  vi.unstubAllGlobals();
});

function List({ kind }: { kind: 'notice' | 'article' }) {
  const pages = useInfiniteQuery('/common/notice', { kind }, 'id');
  return (
    <PagedList pages={pages} pulls={false} empty="nothing">
      {(list) => <b>{list.length}</b>}
    </PagedList>
  );
}
function Block() {
  return <QueryBlock query={useQuery('/common/notice', {})}>{({ total }) => <b>{total}</b>}</QueryBlock>;
}
const button = (): HTMLButtonElement | null => place.host.querySelector('button');
const tap = (): Promise<void> => act(async () => button()?.click());
const fail = (at: number): Promise<void> => act(async () => calls[at]!.fail());
const failed = (): Promise<void> => vi.waitFor(() => expect(place.host.textContent).toContain('Retry'));

it.each([
  ['a list', <List key="list" kind="notice" />],
  ['a block', <Block key="block" />],
])('%s that failed is fetched once for two taps', async (_, part) => {
  await act(async () => place.root.render(part));
  await fail(0);
  await act(failed);
  await tap();
  await tap();
  expect(calls).toHaveLength(2);
  expect(calls[1]!.signal.aborted).toBe(false);
  expect(place.host.textContent).not.toContain('Retry');
  await fail(1);
  await act(failed);
});

it('a list does not show why that of another kind failed', async () => {
  await act(async () => place.root.render(<List kind="notice" />));
  await fail(0);
  await act(failed);
  await act(async () => place.root.render(<List kind="article" />));
  expect(calls[1]!.form.get('kind')).toBe('article');
  expect(place.host.textContent).not.toContain('Retry');
});
