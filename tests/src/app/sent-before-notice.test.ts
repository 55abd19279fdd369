// @vitest-environment happy-dom
// An order that was under way when the page was reloaded: looked up, never sent again, and shown once.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { setCallContext } from '../../../src/api/call-context.ts';
import { noticeSentBefore } from '../../../src/app/startup/sent-before-notice.ts';
import { recordSent } from '../../../src/hooks/submissions.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { loadNamespaces, startI18n } from '../../../src/locales/i18n.ts';
import { showToast, toastLine } from '../../../src/stores/ui/toast.ts';
import { madeOrder } from '../stores/made-order.ts';

let token: string;
let asked: string[];
let answers: object[];

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['market']);
});
beforeEach(() => {
  vi.useFakeTimers();
  token = 'ann';
  [asked, answers] = [[], []];
  sessionStorage.clear();
  showToast('nothing');
  setCallContext({
    base: '',
    token: () => token,
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    asked.push(`${url} ${body}`);
    return new Response(JSON.stringify(answers.shift() ?? { code: 1404, msg: 'unknown', data: null }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function afterReload(): Promise<string | undefined> {
  const shown = noticeSentBefore();
  await vi.advanceTimersByTimeAsync(5_000);
  await shown;
  return toastLine.peek()?.text;
}

it('an order sent before a reload is looked up and shown as placed', async () => {
  recordSent('spot', 'n1');
  answers = [
    { code: 1404, msg: 'not yet' },
    { code: 0, msg: '', data: madeOrder() },
  ];
  await afterReload();
  expect(toastLine.peek()).toMatchObject({ text: 'BTC · Order placed', action: { label: 'View' } });
  expect(asked).toEqual(['/coin/order/query clientNo=n1', '/coin/order/query clientNo=n1']);
  expect(sessionStorage).toHaveLength(0);
});

it('an order that did not arrive is reported as such, and not sent again', async () => {
  recordSent('contract', 'n2');
  expect(await afterReload()).toContain('did not arrive');
  expect(asked).toEqual(Array(3).fill('/coin/contract/order/query clientNo=n2'));
  expect(sessionStorage).toHaveLength(0);
});

it('an order sent before a reload is not shown to the next user of the tab', async () => {
  recordSent('spot', 'n3');
  token = 'ben';
  await noticeSentBefore();
  expect([asked, toastLine.peek()?.text, sessionStorage.length]).toEqual([[], 'nothing', 0]);
});

it('an order whose session ended before the answer is shown to its user after the next login', async () => {
  const userOf = (id: number) =>
    ({ user: { id, email: 'a@example.com' }, userKyc: null, hasGoogleAuth: 0, service: '' }) as const;
  stored('fxproUserInfo').value = userOf(7);
  for (const name of ['n4', 'n5']) recordSent('spot', name);
  token = 'ann, later';
  answers = [
    { code: 0, msg: '', data: madeOrder() },
    { code: 0, msg: '', data: madeOrder() },
  ];
  expect(await afterReload()).toBe('BTC · Order placed');
  expect([asked.length, sessionStorage.length]).toEqual([2, 0]);
  recordSent('spot', 'n6');
  token = 'ben';
  stored('fxproUserInfo').value = userOf(8);
  await noticeSentBefore();
  expect([asked.length, sessionStorage.length]).toEqual([2, 0]);
  stored('fxproUserInfo').value = null;
});
