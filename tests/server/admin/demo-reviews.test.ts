// Reviews in demo mode: automatic after the configured delay, logged as "demo", can be turned off.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fieldOf } from '../../support/data/picture-files.ts';
import { startRunning } from '../../support/server/running-exchange.ts';
import { joined, operatorOf } from '../../support/server/operator-client.ts';

const FORM = {
  country: 'TW',
  certType: '1',
  fullName: 'Ada Lovelace',
  certNo: 'A123456789',
  imgFront: fieldOf('jpeg'),
  imgBack: fieldOf('webp'),
};
/** Reviews, and the chain, are looked at once a second. */
const POLL_MS = 1_100;
let nowMs = Date.now();

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: nowMs }));
afterAll(() => void vi.useRealTimers());

function later(ms: number): void {
  nowMs += ms;
  vi.setSystemTime(nowMs);
}

/** A time in which what waits is looked at when it begins, and when it is over. */
async function passes(ms: number): Promise<void> {
  await pause(POLL_MS);
  later(ms);
  await pause(POLL_MS);
}

describe('O9: reviews in demo mode', () => {
  it('are automatic and logged as "demo"; not while turned off, nor outside demo mode', async () => {
    const at = await startRunning({ DEMO_REVIEWS: 'on' });
    onTestFinished(() => at.stop());
    const operator = operatorOf(at);
    await operator.act('parameter.set', { name: 'demoReviewSeconds', value: '1' });
    const { token, uid } = await at.user('demo@example.com');
    const statusOf = async () => (await at.call('/user/info', {}, token)).data.userKyc.status;
    await operator.act('parameter.set', { name: 'demoReviews', value: 'off' });
    await at.call('/user/kyc', FORM, token);
    await passes(3_200);
    expect(await statusOf()).toBe(0);
    await operator.act('parameter.set', { name: 'demoReviews', value: 'on' });
    // The log entry is written after the status changes.
    const audited = async () => (await operator.query('audit', { limit: 2 })).data.list;
    await expect.poll(async () => (await audited())[0]).toMatchObject({ action: 'kyc.pass', outcome: 'done' });
    expect(await statusOf()).toBe(1);
    expect(await audited()).toMatchObject([
      { operator: 'demo', action: 'kyc.pass', outcome: 'done', reason: 'demo mode' },
      { operator: 'demo', outcome: 'asked', input: JSON.stringify({ uid }) },
    ]);
  });

  it('F14: deposits wait too while they are turned off, by setting or parameter', { timeout: 240_000 }, async () => {
    const at = await startRunning({ DEMO_REVIEWS: 'off' });
    onTestFinished(() => at.stop());
    const operator = operatorOf(at);
    const { token } = await at.user('held@example.com');
    const route = { coinInfoId: 1, chain: 'TRC20' };
    const {
      data: { address },
    } = await at.call('/coin/recharge/address/generate', route, token);
    const {
      data: { id },
    } = await at.call(
      '/coin/recharge/add',
      { ...route, address, amount: '50', img: fieldOf('jpeg'), clientNo: 'held' },
      token,
    );
    const order = async () => (await at.call('/coin/recharge/order', { id }, token)).data.list[0];
    // The simulated chain confirms within ten seconds.
    await passes(12_500);
    expect(await order()).toMatchObject({ status: 0, confirmations: 0, txid: '' });
    expect((await operator.query('queue', { queue: 'deposit' })).data.list).toMatchObject([{ id }]);
    await operator.act('parameter.set', { name: 'demoReviewSeconds', value: '3600' });
    await operator.act('parameter.set', { name: 'demoReviews', value: 'on' });
    const statusLater = async (): Promise<number> => {
      later(1_000);
      return (await order()).status;
    };
    await expect.poll(statusLater, { timeout: 60_000, interval: 100 }).toBe(1);
  });

  it('do not run outside demo mode', async () => {
    const at = await startRunning({ DEMO: '0', DEMO_REVIEWS: 'on', SMTP_URL: '' });
    onTestFinished(() => at.stop());
    await pause(POLL_MS);
    // The token cannot read the log here but can invite an admin, who can; an entry of a review would precede the
    // invitation.
    const {
      data: { invite },
    } = await operatorOf(at).act('operator.invite', { name: 'ann', role: 'admin' });
    const { list } = (await (await joined(at, invite)).query('audit')).data;
    expect(list.map(({ action }: { action: string }) => action)).toEqual(['operator.invite', 'operator.invite']);
  });
});
