// A frozen account with a position may close and protect it, and nothing else (A10).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Form, type Running, startRunning } from '../../../support/server/running-exchange.ts';

const PERP = 102;
let at: Running;
beforeAll(async () => {
  at = await startRunning({ SECONDS_CLOSED_IN: 'DE' });
});
afterAll(() => at.stop());

describe('A10: a frozen account with an open position', () => {
  it('closes, cancels and sets exit prices; opens nothing, changes no margin, moves no money', async () => {
    const { token, uid } = await at.user('frozen@example.com');
    await at.exchange.sequencer.submit({
      kind: 'credit',
      uid,
      wallet: 'contract',
      coinId: 1,
      units: 500_000_000_000n,
      recordType: 'contract_manual_add',
      remark: 'test',
    });
    const call = (tail: string, form: Form) => at.call(`/coin/contract/order${tail}`, form, token);
    const last = Number((await at.call('/coin/ticker', { coinInfoId: PERP })).data.last);
    const order = { coinInfoId: PERP, direction: 'long', multiple: 10, amount: '0.02' };
    const opening = { ...order, orderType: 'market', clientNo: 'z-1' };
    const held = (await call('/add', opening)).data;
    const adding = { id: held.id, amount: '1', clientNo: 'z-11' };
    const added = (await call('/add/mgn', adding)).data;
    const option = { coinInfoId: 2, direction: 'up', period: 60, amount: '10', clientNo: 'z-12' };
    const bought = (await at.call('/qt/contract/add', option, token)).data;
    const waits = (
      await call('/add', { ...order, orderType: 'limit', limitPrice: (last * 0.93).toFixed(1), clientNo: 'z-2' })
    ).data;
    expect([held.status, waits.status]).toEqual([1, 0]);
    await at.exchange.identity.freeze(uid, 'a question');

    expect((await call('/add', { ...order, orderType: 'market', clientNo: 'z-3' })).code).toBe(1403);
    expect((await call('/replace', { id: waits.id, limitPrice: '1', clientNo: 'z-10' })).code).toBe(1403);
    expect((await call('/add/mgn', { id: held.id, amount: '5', clientNo: 'z-4' })).code).toBe(1403);
    expect((await call('/add/mgn', { id: held.id, amount: '-5', clientNo: 'z-5' })).code).toBe(1403);
    expect(
      (
        await at.call(
          '/coin/transfer',
          { type: 'transfer_to_sport', coinInfoId: 1, amount: '1', clientNo: 'z-6' },
          token,
        )
      ).code,
    ).toBe(1403);
    // What was accepted before is no refusal when its answer was lost (L11), and moves nothing again.
    const balances = (await at.call('/coin/assets', {}, token)).data.assets;
    expect(await call('/add', opening)).toMatchObject({ code: 0, data: { id: held.id } });
    expect(await call('/add/mgn', adding)).toMatchObject({ code: 0, data: { addMgn: added.addMgn } });
    expect(await at.call('/qt/contract/add', option, token)).toMatchObject({ code: 0, data: { id: bought.id } });
    expect((await call('/add', { ...opening, amount: '0.03' })).code).toBe(1409);
    expect((await at.call('/coin/assets', {}, token)).data.assets).toEqual(balances);
    expect(
      (await call('/set/loss', { id: held.id, lossPrice: (last * 0.95).toFixed(1), amount: '0.01' })).data,
    ).toMatchObject({ lossAmount: '0.010' });
    expect((await call('/close', { id: waits.id, clientNo: 'z-7' })).data.list).toMatchObject([
      { id: waits.id, status: 4 },
    ]);
    expect((await call('/liquidate', { id: held.id, amount: '0.01', clientNo: 'z-8' })).data).toMatchObject({
      holdAmount: '0.010',
    });
    expect((await call('/liquidate/all', { clientNo: 'z-9' })).data.closed).toMatchObject([
      { id: held.id, status: 3, closeType: 1 },
    ]);
    expect((await at.call('/coin/assets', {}, token)).data.assets[0]).toMatchObject({ balanceContractFreeze: '0' });
  });

  it('whose calls are under way when it is frozen has none carried out afterwards', async () => {
    const { token, uid } = await at.user('late@example.com');
    const { sequencer, identity } = at.exchange;
    const units = 500_000_000_000n;
    const credit = {
      kind: 'credit',
      uid,
      coinId: 1,
      units,
      recordType: 'contract_manual_add',
      remark: 'test',
    } as const;
    await sequencer.submit({ ...credit, wallet: 'contract' });
    const order = { coinInfoId: PERP, direction: 'long', multiple: 10, amount: '0.02', orderType: 'market' };
    const { id } = (await at.call('/coin/contract/order/add', { ...order, clientNo: 'late' }, token)).data;
    const limitPrice = (Number((await at.call('/coin/ticker', { coinInfoId: PERP })).data.last) * 0.93).toFixed(1);
    // Its owner is looked up in the store.
    const { id: ended } = (
      await at.call('/coin/contract/order/add', { ...order, orderType: 'limit', limitPrice, clientNo: 'ended' }, token)
    ).data;
    await at.call('/coin/contract/order/close', { id: ended }, token);
    const committed: string[] = [];
    sequencer.onCommitted((_, commands) => {
      committed.push(...commands.filter((command) => command.uid === uid).map(({ kind }) => kind));
    });
    const option = { coinInfoId: 2, direction: 'up', period: 60, amount: '10' };
    const codes = new Set<number>();
    for (let round = 0; round < 12; round += 1) {
      const calls: Promise<{ code: number }>[] = [];
      const callEach = async (): Promise<void> => {
        const clientNo = `r${round}-${calls.length}`;
        calls.push(at.call('/coin/contract/order/add/mgn', { id, amount: '0.1', clientNo }, token));
        calls.push(at.call('/qt/contract/add', { ...option, clientNo }, token));
        calls.push(at.call('/coin/contract/order/replace', { id: ended, limitPrice, clientNo: `${clientNo}r` }, token));
        await new Promise(setImmediate);
      };
      // Each round has another lead, up to one in which the first call is answered before.
      for (let turn = 0; turn < round; turn += 1) await callEach();
      if (round === 11) await calls[0];
      const freezing = identity.freeze(uid, 'a question');
      while (!identity.isFrozen(uid)) await callEach();
      // Comes after what was submitted before.
      const marker = sequencer.submit({ kind: 'cancelAllSpot', uid, coinInfoId: null });
      for (const { code } of await Promise.all(calls)) codes.add(code);
      await Promise.all([marker, freezing]);
      expect(committed.slice(committed.lastIndexOf('cancelAllSpot') + 1), `round ${round}`).toEqual([]);
      await identity.unfreeze(uid);
    }
    expect([...codes]).toEqual(expect.arrayContaining([0, 1403]));
  });
});
