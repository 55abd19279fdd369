// Price and risk alerts and Web Push on a whole exchange: one notice each, and only known push services.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPushEndpoint } from '../../../../server/services/notifications/web-push.ts';
import { type Running, startRunning } from '../../../support/server/running-exchange.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

const BTC = 2;
const PERPETUAL = 103;
const notice = async (token: string, form: object = {}) => at.call('/user/notice', { alerts: 1, ...form }, token);

describe('alerts', () => {
  it('trigger once, as a notice, when the price reaches them; those of others are not visible', async () => {
    let clientNo = 0;
    const { token } = await at.user('alert@example.com');
    const other = await at.user('other@example.com');
    const last = at.exchange.feed.lastTicks(BTC);
    expect(last).toBeGreaterThan(0);
    await notice(token, { alertCoin: BTC, alertTicks: Math.floor(last / 2) });
    const { data } = await notice(token, { alertCoin: BTC, alertTicks: last });
    expect(data.alerts).toHaveLength(2);
    expect(data.pushKey).toMatch(/^[\w-]{87}$/);
    // Own trades at both sides of the book move the last price across the level; an alert is moved afterwards.
    const trade = (side: 'buy' | 'sell') =>
      at.call(
        '/coin/order/add',
        {
          coinInfoId: BTC,
          side,
          orderType: 'market',
          ...(side === 'buy' ? { total: '50' } : { amount: '0.0005' }),
          clientNo: `${side}${(clientNo += 1)}`,
        },
        token,
      );
    await expect
      .poll(async () => {
        await trade('buy');
        await new Promise((done) => setTimeout(done, 600));
        await trade('sell');
        await new Promise((done) => setTimeout(done, 600));
        const waiting = (await notice(token)).data.alerts.map((alert: { waiting: number }) => alert.waiting);
        if (waiting[0] === 1)
          await notice(token, { alertMove: data.alerts[0].id, alertTicks: at.exchange.feed.lastTicks(BTC) });
        return waiting;
      })
      .toEqual([0, 1]);
    const noticeCount = async (): Promise<number> =>
      (await notice(token)).data.list.filter(({ title }: { title: string }) =>
        title.startsWith('Price alert: BTC/USDT'),
      ).length;
    // An alert is stored as triggered before its notice is written.
    await expect.poll(noticeCount).toBe(1);
    await new Promise((done) => setTimeout(done, 1_500));
    expect(await noticeCount()).toBe(1);
    expect((await notice(other.token)).data.alerts).toEqual([]);
    const [, second] = (await notice(token)).data.alerts;
    expect((await notice(other.token, { alertRemove: second.id })).data.alerts).toEqual([]);
    expect((await notice(token)).data.alerts).toHaveLength(2);
    expect((await notice(token, { alertRemove: second.id })).data.alerts).toHaveLength(1);
  });

  it('are moved, and a duplicate price is no second alert', async () => {
    const { token } = await at.user('moved@example.com');
    const last = at.exchange.feed.lastTicks(BTC);
    await notice(token, { alertCoin: BTC, alertTicks: last * 2 });
    await notice(token, { alertCoin: BTC, alertTicks: last * 2, alertRepeat: 1, alertChannels: 5 });
    const [first, ...rest] = (await notice(token, { alertCoin: BTC, alertTicks: last * 3 })).data.alerts.reverse();
    expect(first).toMatchObject({ priceTicks: last * 2, above: 1, repeat: 1, channels: 5, ratePercent: 0 });
    expect(rest).toHaveLength(1);
    const moved = (await notice(token, { alertMove: first.id, alertTicks: Math.floor(last / 2) })).data.alerts;
    expect(moved).toContainEqual(
      expect.objectContaining({ id: first.id, priceTicks: Math.floor(last / 2), above: 0, repeat: 1, channels: 5 }),
    );
    // Onto the other one: the two are merged.
    expect((await notice(token, { alertMove: first.id, alertTicks: last * 3 })).data.alerts).toMatchObject([
      { id: first.id, priceTicks: last * 3 },
    ]);
    const other = await at.user('mover@example.com');
    await notice(other.token, { alertMove: first.id, alertTicks: last * 4 });
    expect((await notice(token)).data.alerts).toMatchObject([{ priceTicks: last * 3 }]);
  });

  it("of a margin ratio wait for a position, and trigger once, in the reader's language", async () => {
    const { token } = await at.user('risk@example.com');
    await notice(token, { alertRate: 1, alertChannels: 1 });
    await notice(token, { alertCoin: PERPETUAL, alertRate: 1 });
    await notice(token, { alertRate: 100 });
    await new Promise((done) => setTimeout(done, 1_200));
    expect((await notice(token)).data.alerts.map(({ waiting }: { waiting: number }) => waiting)).toEqual([1, 1, 1]);
    await at.call(
      '/coin/transfer',
      { coinInfoId: 1, type: 'transfer_to_contract', amount: '1000', clientNo: 'risk-1' },
      token,
    );
    await at.call(
      '/coin/contract/order/add',
      {
        coinInfoId: PERPETUAL,
        direction: 'long',
        orderType: 'market',
        multiple: 20,
        amount: '1',
        clientNo: 'risk-2',
      },
      token,
    );
    await expect
      .poll(async () =>
        (await notice(token)).data.alerts.map(({ waiting, ratePercent }: { waiting: number; ratePercent: number }) => [
          ratePercent,
          waiting,
        ]),
      )
      .toEqual([
        [100, 1],
        [1, 0],
        [1, 0],
      ]);
    const titles = async (language: string): Promise<string[]> =>
      (await at.call('/user/notice', {}, token, { 'accept-language': language })).data.list.map(
        ({ title }: { title: string }) => title,
      );
    // An alert is stored as triggered before its notice is written, so that it is never sent twice.
    await expect
      .poll(async () => (await titles('en-US')).filter((title) => title.startsWith('Risk alert')).sort())
      .toEqual([
        'Risk alert: All positions: margin ratio ≥ 1%',
        expect.stringMatching(/^Risk alert: .+USDT: margin ratio ≥ 1%$/),
      ]);
    expect(await titles('de-DE')).toContain('Risikoalarm: Alle Positionen: Margin-Quote ≥ 1\u00a0%');
  });

  it('of unknown markets, and browsers of unknown push services, are refused', async () => {
    const { token } = await at.user('none@example.com');
    expect((await notice(token, { alertCoin: 999, alertTicks: 5 })).code).toBe(1400);
    expect((await notice(token, { alertRate: 101 })).code).toBe(1400);
    expect((await notice(token, { alertCoin: 999, alertRate: 50 })).code).toBe(1400);
    // A coin without a price, and a market without contracts: these would never fire.
    for (const never of [
      { alertCoin: 1, alertTicks: 5 },
      { alertCoin: BTC, alertRate: 50 },
    ])
      expect(await notice(token, never)).toMatchObject({ code: 1400, data: { field: 'alertCoin' } });
    expect((await notice(token, { pushEndpoint: 'https://localhost/x', pushP256dh: 'a', pushAuth: 'b' })).code).toBe(
      1400,
    );
  });
});

describe('web push', () => {
  it('accepts endpoints of known push services only', () => {
    expect(isPushEndpoint('https://fcm.googleapis.com/fcm/send/abc')).toBe(true);
    expect(isPushEndpoint('https://updates.push.services.mozilla.com/wpush/v2/x')).toBe(true);
    for (const bad of [
      'http://fcm.googleapis.com/x',
      'https://127.0.0.1/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://fcm.googleapis.com:8443/x',
      'https://a@fcm.googleapis.com/x',
      'nothing',
    ]) {
      expect(isPushEndpoint(bad), bad).toBe(false);
    }
  });
});
