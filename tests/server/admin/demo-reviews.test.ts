// Demo mode: what waits passes by itself after the seconds that are set, as an entry by "demo"; switched off, nothing
// passes.
import { describe, expect, it, onTestFinished } from 'vitest';
import { fieldOf } from '../services/kyc/picture-files.ts';
import { startRunning } from '../gateway/running-exchange.ts';
import { joined, operatorOf } from './operator.ts';

const FORM = {
  country: 'TW',
  certType: '1',
  fullName: 'Ada Lovelace',
  certNo: 'A123456789',
  imgFront: fieldOf('jpeg'),
  imgBack: fieldOf('webp'),
};
const later = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

describe('O9: reviews in demo mode', () => {
  it('pass by themselves, written down as by "demo"; not while that is off, nor outside demo mode', async () => {
    const at = await startRunning({ DEMO_REVIEWS: 'on' });
    onTestFinished(() => at.stop());
    const operator = operatorOf(at);
    await operator.act('parameter.set', { name: 'demoReviewSeconds', value: '1' });
    const { token, uid } = await at.person('demo@example.com');
    const statusOf = async () => (await at.call('/user/info', {}, token)).data.userKyc.status;
    await operator.act('parameter.set', { name: 'demoReviews', value: 'off' });
    await at.call('/user/kyc', FORM, token);
    await later(3_200);
    expect(await statusOf()).toBe(0);
    await operator.act('parameter.set', { name: 'demoReviews', value: 'on' });
    // Written down once it is done: the status may be seen a moment sooner.
    const audited = async () => (await operator.ask('audit', { limit: 2 })).data.list;
    for (
      let tries = 0;
      (await audited())[0].action !== 'kyc.pass' || (await audited())[0].outcome !== 'done';
      tries += 1
    ) {
      if (tries === 50) break;
      await later(100);
    }
    expect(await statusOf()).toBe(1);
    expect(await audited()).toMatchObject([
      { operator: 'demo', action: 'kyc.pass', outcome: 'done', reason: 'demo mode' },
      { operator: 'demo', outcome: 'asked', input: JSON.stringify({ uid }) },
    ]);
  });

  it(
    'F14: deposits wait as well while they are off, by the setting or the parameter',
    { timeout: 120_000 },
    async () => {
      const at = await startRunning({ DEMO_REVIEWS: 'off' });
      onTestFinished(() => at.stop());
      const operator = operatorOf(at);
      const { token } = await at.person('held@example.com');
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
      await later(12_500);
      expect(await order()).toMatchObject({ status: 0, confirmations: 0, txid: '' });
      expect((await operator.ask('queue', { queue: 'deposit' })).data.list).toMatchObject([{ id }]);
      await operator.act('parameter.set', { name: 'demoReviewSeconds', value: '3600' });
      await operator.act('parameter.set', { name: 'demoReviews', value: 'on' });
      await expect.poll(async () => (await order()).status, { timeout: 60_000, interval: 500 }).toBe(1);
    },
  );

  it('do not run outside demo mode', async () => {
    const at = await startRunning({ DEMO: '0', DEMO_REVIEWS: 'on', SMTP_URL: '' });
    onTestFinished(() => at.stop());
    await later(1_500);
    // The token reads no log here, but invites an admin: were there an entry of a review, it would come before that.
    const {
      data: { invite },
    } = await operatorOf(at).act('operator.invite', { name: 'ann', role: 'admin' });
    const { list } = (await (await joined(at, invite)).ask('audit')).data;
    expect(list.map(({ action }: { action: string }) => action)).toEqual(['operator.invite', 'operator.invite']);
  });
});
