// @vitest-environment happy-dom
// A demo account is opened once however often it is tapped, survives a lost response, and has money in both accounts.
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reactRoot } from '../../support/browser/react-root.ts';

const place = reactRoot();
const TOKEN = {
  accesstoken: 'token-1',
  expireTime: 1,
  user: { id: 7, email: 'demo@example.com' },
  userKyc: null,
  hasGoogleAuth: 0,
  service: '',
};
const ASSET = { coinInfoId: 1, symbol: 'USDT', balanceSpotFreeze: '0', balanceContractFreeze: '0' };
const CREDITED = { ...ASSET, balanceSpot: '10000', balanceContract: '0' };
const SPLIT = { ...ASSET, balanceSpot: '7000', balanceContract: '3000' };

type Reply = { code: number; msg?: string; data?: unknown } | 'dead';
let replies: Record<string, Reply[]>;
let sent: { path: string; form: Record<string, string> }[];
const sentTo = (path: string): Record<string, string>[] =>
  sent.filter((one) => one.path === path).map(({ form }) => form);
const ok = (data: unknown): Reply => ({ code: 0, data });

/** Fresh modules on an exchange that answers as `replies` has it; the last reply of a path is repeated. */
async function freshModules() {
  vi.resetModules();
  const { setCallContext } = await import('../../../src/api/call-context.ts');
  const { sessionToken } = await import('../../../src/stores/account/session.ts');
  setCallContext({
    base: '',
    token: () => sessionToken.peek(),
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
  return import('../../../src/stores/account/demo-account.ts');
}

beforeEach(() => {
  localStorage.clear();
  sent = [];
  replies = {
    '/common/code/send': [ok({ expire: 600, interval: 60, demoCode: '123456' })],
    '/user/register': [ok(TOKEN)],
    '/user/login': [{ code: 1408, msg: 'wrong' }],
    '/common/prop': [ok({ features: { demo: 1 } })],
    '/coin/assets': [ok({ assets: [CREDITED], usdtAmountSpotFreeze: '0', usdtAmountContractFreeze: '0' })],
    '/coin/transfer': [ok({ assets: [SPLIT] })],
  };
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push({ path, form: Object.fromEntries(new URLSearchParams(body)) });
    const of = replies[path] ?? [];
    const reply = of.length > 1 ? of.shift()! : of[0];
    return reply === undefined || reply === 'dead'
      ? Promise.reject(new TypeError('network'))
      : Promise.resolve(new Response(JSON.stringify({ msg: '', ...reply })));
  });
});

describe('openDemoAccount', () => {
  it('registers, keeps the login, and moves 3000 of the 10000 USDT to the contract account', async () => {
    const { openDemoAccount } = await freshModules();
    const { funded } = (await openDemoAccount())!;
    expect(localStorage.getItem('fxproUserToken')).toBe('token-1');
    const [{ email, password, code }] = sentTo('/user/register') as [Record<string, string>];
    expect(code).toBe('123456');
    expect(password).toMatch(/^[a-z0-9]{14}A9$/);
    expect(JSON.parse(localStorage.getItem('fxproDemoAccess')!)).toEqual({ email, password });
    expect(await funded).toBe(true);
    expect(sentTo('/coin/transfer')).toMatchObject([{ type: 'transfer_to_contract', coinInfoId: '1', amount: '3000' }]);
    const { availableUnits } = await import('../../../src/stores/account/balances.ts');
    expect([availableUnits(1), availableUnits(1, 'contract')]).toEqual([700_000_000_000n, 300_000_000_000n]);
  });

  it('is the same account for a quick second tap', async () => {
    const { openDemoAccount } = await freshModules();
    const both = await Promise.all([openDemoAccount(), openDemoAccount()]);
    expect(await Promise.all(both.map((opened) => opened!.funded))).toEqual([true, true]);
    expect(sent.map(({ path }) => path).sort()).toEqual(
      ['/common/code/send', '/user/register', '/coin/assets', '/coin/transfer'].sort(),
    );
  });

  it('has its session also when the transfer is refused', async () => {
    replies['/coin/transfer'] = [{ code: 1429, msg: 'slow down' }];
    const { openDemoAccount } = await freshModules();
    expect(await (await openDemoAccount())!.funded).toBe(false);
    expect(localStorage.getItem('fxproUserToken')).toBe('token-1');
  });

  it('leaves a session that began before the answer, and keeps the login of the account', async () => {
    const { openDemoAccount } = await freshModules();
    const { stored } = await import('../../../src/stores/device/storage.ts');
    const opened = openDemoAccount();
    stored('fxproUserToken').value = 'other';
    expect([await opened, stored('fxproUserToken').peek()]).toEqual([null, 'other']);
    expect(stored('fxproDemoAccess').peek()?.email).toBe(sentTo('/user/register')[0]!['email']);
  });

  it('brings the invite code along', async () => {
    localStorage.setItem('fxproInviteCode', 'FRIEND7');
    await (await freshModules()).openDemoAccount();
    expect(sentTo('/user/register')[0]).toMatchObject({ inviteCode: 'FRIEND7' });
  });

  it('logs in after a lost response, where the account exists already', async () => {
    replies['/user/register'] = ['dead'];
    const { openDemoAccount } = await freshModules();
    await expect(openDemoAccount()).rejects.toMatchObject({ code: -1 });
    replies['/user/login'] = [ok(TOKEN)];
    await openDemoAccount();
    expect(sentTo('/common/code/send')).toHaveLength(1);
    expect(sentTo('/user/login')[0]).toMatchObject({ email: sentTo('/user/register')[0]!['email'] });
    expect(localStorage.getItem('fxproUserToken')).toBe('token-1');
  });

  it('registers the same login again after a lost request', async () => {
    replies['/user/register'] = ['dead', ok(TOKEN)];
    const { openDemoAccount } = await freshModules();
    await expect(openDemoAccount()).rejects.toMatchObject({ code: -1 });
    await openDemoAccount();
    const [lost, again] = sentTo('/user/register');
    expect(again).toEqual(lost);
    expect(sentTo('/common/code/send')).toHaveLength(1);
  });
});

describe('the button', () => {
  async function tapStart(meanwhile = (): void => undefined): Promise<{ opened: number; text: string }> {
    await freshModules();
    const { StartDemo } = await import('../../../src/components/account/start-demo.tsx');
    const { toastLine } = await import('../../../src/stores/ui/toast.ts');
    let opened = 0;
    await act(async () => place.root.render(<StartDemo label="Start" onOpened={() => (opened += 1)} />));
    const button = place.host.querySelector('button')!;
    await act(async () => {
      button.click();
      button.click();
      meanwhile();
    });
    await expect.poll(() => button.disabled).toBe(false);
    await act(async () => undefined);
    return { opened, text: toastLine.peek()?.text ?? '' };
  }

  it('opens one account for a double tap', async () => {
    expect(await tapStart()).toMatchObject({ opened: 1 });
    expect(sentTo('/user/register')).toHaveLength(1);
  });

  it('leads on only from the page that it is on', async () => {
    const { opened } = await tapStart(() => history.pushState({}, '', '/pages/markets/index'));
    expect([opened, sentTo('/user/register')]).toEqual([0, [expect.anything()]]);
  });

  it.each<[string, string, Reply, string]>([
    ['no demo', '/common/code/send', ok({ expire: 600, interval: 60 }), 'demo.none'],
    ['a refused call', '/common/code/send', { code: 1429, msg: 'Try again in 58 s' }, 'Try again in 58 s'],
    ['too many accounts of one address', '/common/code/send', { code: 1401, msg: 'Captcha' }, 'demo.tooMany'],
    ['a dead line', '/common/code/send', 'dead', 'failure.network'],
    ['a dead line in the middle', '/user/register', 'dead', 'failure.network'],
  ])('explains %s', async (_what, path, reply, sentence) => {
    replies[path] = [reply];
    const { opened, text } = await tapStart();
    expect(opened).toBe(0);
    expect(text).toBe(sentence);
    // Nothing beside the button: what is below it stays where it is.
    expect(place.host.children).toHaveLength(1);
  });

  it('opens the account and explains that all money is in spot, when the transfer is refused', async () => {
    replies['/coin/transfer'] = [{ code: 1429, msg: 'slow down' }];
    const { opened, text } = await tapStart();
    expect(opened).toBe(1);
    expect(text).toBe('demo.spotOnly');
  });
});
