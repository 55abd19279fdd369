// @vitest-environment happy-dom
// Balances belong to the session that requested them.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setCallContext } from '../../../src/api/call-context.ts';
import { applyBalances, assets, assetsFailed, refreshAssets } from '../../../src/stores/account/balances.ts';
import { clearSession, sessionToken } from '../../../src/stores/account/session.ts';
import { stored } from '../../../src/stores/device/storage.ts';

const token = stored('fxproUserToken');
let pending: { token: string; answer(balance: string): void; fail(): void }[] = [];

const assetOf = (balance: string) => ({
  coinInfoId: 1,
  symbol: 'USDT',
  balanceSpot: balance,
  balanceSpotFreeze: '0',
  balanceContract: '0',
  balanceContractFreeze: '0',
});
function answerOf(balance: string): object {
  return { assets: [assetOf(balance)], usdtAmountSpotFreeze: '0', usdtAmountContractFreeze: '0' };
}

beforeEach(async () => {
  for (const { fail } of pending) fail();
  pending = [];
  await Promise.resolve();
  clearSession();
  setCallContext({
    base: 'http://test',
    token: () => sessionToken.peek(),
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
  vi.stubGlobal(
    'fetch',
    (_url: string, { headers }: { headers: Record<string, string> }) =>
      new Promise<Response>((resolve, reject) => {
        pending.push({
          token: headers['accesstoken'] ?? '',
          answer: (balance) => resolve(new Response(JSON.stringify({ code: 0, msg: 'OK', data: answerOf(balance) }))),
          fail: () => reject(new TypeError('network')),
        });
      }),
  );
});

describe('refreshAssets', () => {
  it('fetches once for callers of one session', async () => {
    token.value = 'first';
    const both = [refreshAssets(), refreshAssets()];
    expect(pending).toHaveLength(1);
    pending[0]!.answer('5');
    await Promise.all(both);
    expect(assets.peek()?.[0]?.balanceSpot).toBe('5');
  });

  it('fetches for a new session while a request of the previous one is in flight', async () => {
    token.value = 'first';
    const first = refreshAssets();
    clearSession();
    token.value = 'second';
    const second = refreshAssets();
    expect(pending.map((request) => request.token)).toEqual(['first', 'second']);
    pending[1]!.answer('7');
    await second;
    pending[0]!.answer('5');
    await first;
    expect(assets.peek()?.[0]?.balanceSpot).toBe('7');
  });

  it('does not show a failure of the previous session', async () => {
    token.value = 'first';
    const first = refreshAssets();
    clearSession();
    token.value = 'second';
    pending[0]!.fail();
    await first;
    expect(assetsFailed.peek()).toBe(false);
  });

  it('does not undo what the feed reports while the answer is under way', async () => {
    token.value = 'first';
    const done = refreshAssets();
    applyBalances([assetOf('6')]);
    applyBalances([assetOf('4')]);
    pending[0]!.answer('5');
    await done;
    expect(assets.peek()?.map(({ balanceSpot }) => balanceSpot)).toEqual(['4']);
  });

  it('asks again after a gap, and drops the answer of before', async () => {
    token.value = 'first';
    const before = refreshAssets();
    const after = refreshAssets(true);
    expect(pending).toHaveLength(2);
    pending[1]!.answer('7');
    await after;
    pending[0]!.answer('5');
    await before;
    expect(assets.peek()?.[0]?.balanceSpot).toBe('7');
  });
});
