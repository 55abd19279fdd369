// The ledger list as pages and as CSV: verifiable offline, and it adds up to the balances.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hex } from '../../../../core/encoding/bytes.ts';
import { readStatementCsv, givenLineOf } from '../../../../core/endpoints/ledger-statement-record.ts';
import { type BalanceRoot, verifyBalanceProof } from '../../../../core/proofs/balance-proof.ts';
import { type GivenLine, firstPrevBytes, verifyStatement } from '../../../../core/proofs/ledger-statement.ts';
import { printMoney } from '../../../../core/units/units.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import { type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { sha256, verifyEd25519 } from '../../../support/data/proof-crypto.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

const firstOf = (uid: number): string => hex(sha256(firstPrevBytes(uid)));

async function trader(email: string) {
  const user = await at.user(email);
  const remarks = ['=SUM(A1)', "'quoted", 'a "word", and\r\na line', '', '-5', '-five'];
  for (const remark of remarks) {
    await at.exchange.sequencer.submit({
      kind: 'credit',
      uid: user.uid,
      wallet: 'contract',
      coinId: 1,
      units: 100_000_000_000n,
      recordType: 'contract_manual_add',
      remark,
    });
  }
  await at.call(
    '/coin/order/add',
    { coinInfoId: 2, side: 'buy', orderType: 'market', total: '100', clientNo: 's-1' },
    user.token,
  );
  const { data } = await at.call(
    '/coin/contract/order/add',
    { coinInfoId: 102, direction: 'long', orderType: 'market', multiple: 10, amount: '0.01', clientNo: 's-2' },
    user.token,
  );
  await at.call('/coin/contract/order/liquidate', { id: data.id, clientNo: 's-3' }, user.token);
  return { ...user, remarks };
}

async function expectBalance(lines: readonly GivenLine[], token: string): Promise<void> {
  const ends = new Map<string, { available: bigint; frozen: bigint }>();
  for (const { account, coinInfoId, units, frozenUnits } of lines) {
    const was = ends.get(`${account} ${coinInfoId}`) ?? { available: 0n, frozen: 0n };
    ends.set(`${account} ${coinInfoId}`, {
      available: was.available + units - frozenUnits,
      frozen: was.frozen + frozenUnits,
    });
  }
  const { assets } = (await at.call('/coin/assets', { hideZero: 1 }, token)).data;
  expect(assets.length).toBeGreaterThan(1);
  for (const asset of assets) {
    const spot = ends.get(`spot ${asset.coinInfoId}`) ?? { available: 0n, frozen: 0n };
    const contract = ends.get(`contract ${asset.coinInfoId}`) ?? { available: 0n, frozen: 0n };
    expect([asset.balanceSpot, asset.balanceSpotFreeze, asset.balanceContract, asset.balanceContractFreeze]).toEqual(
      [spot.available, spot.frozen, contract.available, contract.frozen].map(printMoney),
    );
  }
}

describe('L8: the ledger list', () => {
  it('as a file is a complete chain, adds up to the balance exactly, and reveals any change', async () => {
    const { token, uid, remarks } = await trader('file@example.com');
    const { csv } = (await at.call('/user/point/change/log', { export: 'csv' }, token)).data;
    const lines = readStatementCsv(csv);
    if (!lines) throw new Error('the file cannot be read');
    expect(lines.length).toBeGreaterThan(9);
    expect(lines.slice(1, 1 + remarks.length).map(({ remark }) => remark)).toEqual(remarks);
    expect(await verifyStatement(lines, firstOf(uid), sha256)).toEqual({ ok: true });
    await expectBalance(lines, token);
    // A change of any digit, time or name in the file is found.
    const body = csv.indexOf('\r\n') + 2;
    let found = 0;
    for (let place = body; place < csv.length; place += 7) {
      if (!/[0-9a-z]/.test(csv[place])) continue;
      const bent = readStatementCsv(csv.slice(0, place) + (csv[place] === '7' ? '3' : '7') + csv.slice(place + 1));
      expect(bent === null || !(await verifyStatement(bent, firstOf(uid), sha256)).ok, `place ${place}`).toBe(true);
      found += 1;
    }
    expect(found).toBeGreaterThan(200);
  });

  it('as pages is the same', async () => {
    const { token, uid } = await trader('pages@example.com');
    const lines: GivenLine[] = [];
    for (let lastId: number | undefined; ;) {
      const {
        list,
        hasMore,
        lastId: next,
      } = (await at.call('/user/point/change/log', { pageSize: 4, lastId }, token)).data;
      for (const record of list) lines.push(givenLineOf(record)!);
      if (!hasMore) break;
      lastId = next;
    }
    expect(await verifyStatement(lines.reverse(), firstOf(uid), sha256)).toEqual({ ok: true });
    await expectBalance(lines, token);
    expect(readStatementCsv('')).toBe(null);
    expect(readStatementCsv('id,account\r\n1,none\r\n')).toBe(null);
  });
});

describe('L10: the root of all balances', () => {
  it('is published, and contains every user with a balance at its time', async () => {
    const { token, uid } = await at.user('root@example.com');
    const roots: BalanceRoot[] = (await at.call('/common/prop', { keys: 'balanceRoots' })).data.balanceRoots;
    expect(roots).toHaveLength(1);
    const { proof } = (await at.call('/coin/assets', { proof: 1 }, token)).data;
    // Made when the exchange started, without users.
    expect(proof).toBe(null);
    expect((await at.call('/coin/assets', {}, token)).data).not.toHaveProperty('proof');
    // The next day's first commit makes another, here after a restart.
    await at.exchange.close();
    const store = await openSqlite(at.dataDir);
    await store.run('UPDATE balance_root SET day = day - 1');
    await store.close();
    at = await startRunning({ DATA_DIR: at.dataDir });
    const again = (await at.call('/coin/assets', { proof: 1 }, token)).data.proof;
    const published: BalanceRoot[] = (await at.call('/common/prop', { keys: 'balanceRoots' })).data.balanceRoots;
    expect(published).toHaveLength(2);
    expect(published[1]).toEqual(roots[0]);
    const [{ publicKey }] = (await at.call('/common/prop', { keys: 'publicKeys' })).data.publicKeys;
    for (const trust of [{ published: published[0]! }, { publicKey: Buffer.from(publicKey, 'hex') }]) {
      expect(await verifyBalanceProof(again, uid, trust, { sha256, verifyEd25519 })).toMatchObject({
        ok: true,
        sums: [{ coinInfoId: 1, units: 1_000_000_000_000n }],
      });
    }
  });
});
