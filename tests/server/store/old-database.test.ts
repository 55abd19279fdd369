// A database of version 1.0.0 (without its candles), from a killed process with open orders, positions and binary
// options, still opens with everything in it.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromHex } from '../../../core/encoding/bytes.ts';
import { verifyProof } from '../../../core/proofs/proof.ts';
import { type SecondsOrder, provenOrderOf } from '../../../core/orders/binary-option-order.ts';
import { NODE_CRYPTO } from '../../../server/services/proofs/signing-key.ts';
import { PASSWORD, type Running, startRunning } from '../../support/server/running-exchange.ts';
import { operatorOf } from '../../support/server/operator-client.ts';

const FOLDER = join(import.meta.dirname, '914f794');

/** Answers that each user got before the kill. */
interface Before {
  email: string;
  uid: number;
  settledOrder: SecondsOrder;
  publicKeys: { publicKeys: { keyId: string; publicKey: string }[] };
  /** Number of the open binary option. */
  open: string;
  assets: { coinInfoId: number; balanceSpot: string; balanceSpotFreeze: string; balanceContractFreeze: string }[];
  contracts: { id: number; orderNo: string; amount: string; profitPrice: string; openPrice: string }[];
  orders: { orderNo: string; price: string; amount: string }[];
  records: { id: number; hash: string }[];
}

const users = (JSON.parse(readFileSync(join(FOLDER, 'people.json'), 'utf8')) as Record<'people', Before[]>)['people'];
let at: Running;
const tokens: string[] = [];

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'defi-old-'));
  mkdirSync(join(dataDir, 'private'), { mode: 0o700 });
  writeFileSync(join(dataDir, 'exchange.db'), gunzipSync(readFileSync(join(FOLDER, 'exchange.db.gz'))));
  copyFileSync(join(FOLDER, 'vault.key'), join(dataDir, 'private', 'vault.key'));
  at = await startRunning({ DATA_DIR: dataDir });
  for (const { email } of users) {
    const { code, msg, data } = await at.call('/user/login', { email, password: PASSWORD });
    if (code !== 0) throw new Error(`${email}: ${code} ${msg}`);
    tokens.push(data.accesstoken);
  }
});
afterAll(() => at.stop());

const each = users.map((before, index) => [before.email, before, index] as const);

describe('a database of 1.0.0', () => {
  it.each(each)('opens with the open orders and positions of %s', async (_email, before, index) => {
    const token = tokens[index]!;
    expect((await at.call('/coin/order/list', { state: 'current' }, token)).data.list).toMatchObject(
      before.orders.map(({ orderNo, price, amount }) => ({ orderNo, price, amount })),
    );
    const { list } = (await at.call('/coin/contract/order/list/active', { coinInfoId: 102 }, token)).data;
    expect(
      list.map(({ id, orderNo, amount, profitPrice, openPrice }: Before['contracts'][number]) => ({
        id,
        orderNo,
        amount,
        profitPrice,
        openPrice,
      })),
    ).toEqual(
      before.contracts.map(({ id, orderNo, amount, profitPrice, openPrice }) => ({
        id,
        orderNo,
        amount,
        profitPrice,
        openPrice,
      })),
    );
  });

  it.each(each)(
    'has every ledger entry of %s with its hash, and settles the open binary option once',
    async (_email, before, index) => {
      const token = tokens[index]!;
      const { uid, open } = before;
      await expect
        .poll(() => at.exchange.sequencer.machine.openBinaryOptions(uid, null).length, { timeout: 30_000 })
        .toBe(0);
      const records = (await at.call('/user/point/change/log', { type: '0', pageSize: 100 }, token)).data
        .list as Before['records'];
      expect(records).toEqual(expect.arrayContaining(before.records));
      const settled = (await at.call('/qt/contract/order/list', { orderNum: open }, token)).data.list[0];
      expect(['win', 'lose', 'draw', 'void']).toContain(settled.result);
      const lines = (records as unknown as { refNo: string; type: string }[]).filter(
        ({ refNo, type }) => refNo === open && type !== 'seconds_buy',
      );
      expect(lines).toHaveLength(settled.result === 'lose' ? 0 : 1);
      const usdt = (await at.call('/coin/assets', {}, token)).data.assets.find(
        ({ coinInfoId }: { coinInfoId: number }) => coinInfoId === 1,
      );
      const was = before.assets.find(({ coinInfoId }) => coinInfoId === 1)!;
      expect(usdt.balanceSpotFreeze).toBe(was.balanceSpotFreeze);
      expect(Number(usdt.balanceSpot)).toBeCloseTo(Number(was.balanceSpot) + Number(settled.payout), 6);
    },
  );

  it.each(each)('has the proof of %s, which verifies as before', async (_email, before, index) => {
    const order = (await at.call('/qt/contract/order/list', { orderNum: before.settledOrder.orderNum }, tokens[index]!))
      .data.list[0] as SecondsOrder;
    expect(order.proof).toEqual(before.settledOrder.proof);
    const key = before.publicKeys.publicKeys.find(({ keyId }) => keyId === order.proof!.keyId)!;
    expect(
      await verifyProof(order.proof, fromHex(key.publicKey, 32)!, provenOrderOf(order)!, NODE_CRYPTO),
    ).toMatchObject({
      ok: true,
    });
    expect((await at.call('/common/prop', { keys: 'publicKeys' })).data.publicKeys).toEqual(
      expect.arrayContaining(before.publicKeys.publicKeys),
    );
  });

  it('balances, and passes the audits of machine and ledger', async () => {
    expect(await operatorOf(at).act('ledger.audit')).toMatchObject({ code: 0, data: { faults: [] } });
    expect((await operatorOf(at).query('health')).data.ledger).toMatchObject({ unbalanced: [], negative: 0 });
  });
});
