// Operators' limits on binary options: closing a period, and no halt while options are open.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, startRunning } from '../../support/server/running-exchange.ts';
import { type TestOperator, operatorOf } from '../../support/server/operator-client.ts';

let at: Running;
let operator: TestOperator;
beforeAll(async () => {
  at = await startRunning();
  operator = operatorOf(at);
});
afterAll(() => at.stop());

describe('O6 O7: binary options', () => {
  it('are sold in the offered periods; open ones are settled by their own terms', async () => {
    const { token } = await at.user('seconds@example.com');
    const buy = (period: number, clientNo: string) =>
      at.call('/qt/contract/add', { coinInfoId: 2, direction: 'up', period, amount: '10', clientNo }, token);
    // The first index ticks come with the first beats of the clock.
    await expect.poll(async () => (await at.call('/qt/contract/periods', { coinInfoId: 2 }, token)).code).toBe(0);
    const sold = await buy(60, 's1');
    expect(sold.code).toBe(0);
    await operator.act('parameter.set', { name: 'secondsPeriods', value: '30,300' });
    expect((await buy(60, 's2')).code).toBe(2101);
    expect((await buy(60, 's1')).data).toEqual(sold.data);
    expect((await buy(30, 's3')).code).toBe(0);
    const { list } = (await at.call('/qt/contract/periods', { coinInfoId: 2 }, token)).data;
    expect(
      list.filter(({ enable }: { enable: number }) => enable === 1).map(({ period }: { period: number }) => period),
    ).toEqual([30, 300]);
    const held = async () =>
      (await at.call('/qt/contract/order/list', { state: 'holding' }, token)).data.list.map(
        ({ orderNum, period, profitRate, expirationTime }: Record<string, unknown>) => [
          orderNum,
          period,
          profitRate,
          expirationTime,
        ],
      );
    const before = await held();
    expect(before).toHaveLength(2);
    // A halt would decide their price.
    expect(await operator.act('market.status', { coinInfoId: 2, status: 'halted' })).toMatchObject({
      code: 1400,
      data: { field: 'status' },
    });
    expect((await operator.query('audit', { limit: 1 })).data.list[0]).toMatchObject({
      action: 'market.status',
      outcome: 'refused',
    });
    expect((await operator.act('market.status', { coinInfoId: 2, status: 'close-only' })).code).toBe(0);
    expect((await buy(30, 's4')).code).toBe(2008);
    await operator.act('parameter.set', { name: 'seconds', value: 'closed' });
    expect((await buy(30, 's5')).code).toBe(1503);
    expect(await held()).toEqual(before);
    const tick = () => at.exchange.sequencer.machine.indexes().find(({ coinInfoId }) => coinInfoId === 2)?.seq ?? 0;
    const ticked = tick();
    await expect.poll(tick).toBeGreaterThanOrEqual(ticked + 2);
  });
});
