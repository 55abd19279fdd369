// The stored ledger: hash chains, both sides and sums, on either store, across restarts, and for entries from before
// the chain.
import { describe, expect, it } from 'vitest';
import { lineBytes, verifyStatement } from '../../../core/proofs/ledger-statement.ts';
import { FIRST_USER_UID } from '../../../server/exchange/command.ts';
import { firstPrev, ledgerEntryHash, statementEntryOf } from '../../../server/sequencer/ledger-hash-chain.ts';
import { auditLedger } from '../../../server/sequencer/ledger-audit.ts';
import type { Store } from '../../../server/store/store.ts';
import { chance } from '../../support/data/random-source.ts';
import { sha256 } from '../../support/data/proof-crypto.ts';
import { contractInstruments } from '../../support/exchange/contract-fixture.ts';
import { BOT } from '../../support/exchange/spot-fixture.ts';
import { USERS, contractStream } from '../../support/exchange/random-contracts.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { type OpenedSequencer, openSequencer } from './opened-sequencer.ts';

const SEED = 77;
const server = postgresForFile();

const opened = (database: TestDatabase, now: () => number) => openSequencer(database, contractInstruments(), now);

/** Trades for a while, with restarts. */
async function lived(database: TestDatabase, commands = 1_200): Promise<OpenedSequencer> {
  let nowMs = 1_700_000_000_000;
  let at = await opened(database, () => nowMs);
  let done = 0;
  for (const command of contractStream(SEED, commands, {
    lastContractId: () => at.sequencer.machine.counters().contractId,
    botOrders: (coinInfoId) => at.sequencer.machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
  })) {
    nowMs += 7;
    await at.sequencer.submit(command);
    done += 1;
    if (done % 300 !== 0) continue;
    await at.stop();
    at = await opened(database, () => nowMs);
  }
  return at;
}

/** A user's entries, oldest first, as their owner gets them. */
async function linesOf({ sequencer }: OpenedSequencer, uid: number) {
  const { list } = await sequencer.queries.ledgerEntries(uid, { offset: 0, limit: 100_000 });
  return list.reverse().map((line) => ({ ...statementEntryOf(line.id, line), prev: line.prev, hash: line.hash }));
}

async function expectWhole(at: OpenedSequencer, uid: number): Promise<number> {
  const lines = await linesOf(at, uid);
  expect(await verifyStatement(lines, firstPrev(uid), sha256)).toEqual({ ok: true });
  const ends = new Map(lines.map((line) => [`${line.account} ${line.coinInfoId}`, line]));
  for (const { wallet, coinId, available, frozen } of await at.sequencer.queries.balances(uid)) {
    const last = ends.get(`${wallet} ${coinId}`);
    expect([last?.available ?? 0n, last?.frozen ?? 0n], `${uid} ${wallet} ${coinId}`).toEqual([available, frozen]);
  }
  return lines.length;
}

async function oneSided(store: Store): Promise<number> {
  return (
    await store.all(
      `SELECT id / 1048576 AS seq, coin_id FROM exchange_line GROUP BY id / 1048576, coin_id HAVING SUM(units) <> 0`,
    )
  ).length;
}

describe.each(STORE_KINDS)('the ledger in the store (%s)', (kind) => {
  it(
    `L8 L9 has a chain for each user and sums to the balances, with both sides (seed ${SEED})`,
    { timeout: 180_000 },
    async ({ skip }) => {
      const at = await lived(await databaseOf(kind, server, skip), 2_500);
      let records = 0;
      for (const uid of USERS) records += await expectWhole(at, uid);
      expect(records).toBeGreaterThan(200);
      expect(await oneSided(at.store)).toBe(0);
      const others = await at.store.all<{ uid: bigint; chained: bigint }>(
        `SELECT uid, SUM(CASE WHEN hash = '' THEN 0 ELSE 1 END) AS chained FROM exchange_line WHERE uid < ${FIRST_USER_UID} GROUP BY uid`,
      );
      expect(others.map(({ uid }) => Number(uid))).toEqual(expect.arrayContaining([1, 2, 3, BOT]));
      expect(others.every(({ chained }) => Number(chained) === 0)).toBe(true);
      await at.stop();
    },
  );

  it('L8 shows any entry that was changed afterwards', { timeout: 180_000 }, async ({ skip }) => {
    const at = await lived(await databaseOf(kind, server, skip), 300);
    const uid = USERS[1]!;
    const lines = await linesOf(at, uid);
    const victim = lines[Math.floor(lines.length / 2)]!;
    for (const damage of [
      'units = units + 1',
      'available = available - 1',
      "ref_no = 'x'",
      'ts = ts + 1',
      "record_type = 'recharge'",
    ]) {
      const undo = await at.store.first<Record<string, bigint | string>>(
        'SELECT units, available, ref_no, ts, record_type FROM exchange_line WHERE uid = ? AND id = ?',
        [uid, victim.id],
      );
      await at.store.run(`UPDATE exchange_line SET ${damage} WHERE uid = ? AND id = ?`, [uid, victim.id]);
      expect(await verifyStatement(await linesOf(at, uid), firstPrev(uid), sha256), damage).toMatchObject({
        ok: false,
      });
      await at.store.run(
        'UPDATE exchange_line SET units = ?, available = ?, ref_no = ?, ts = ?, record_type = ? WHERE uid = ? AND id = ?',
        [...Object.values(undo!), uid, victim.id],
      );
    }
    expect(await verifyStatement(await linesOf(at, uid), firstPrev(uid), sha256)).toEqual({ ok: true });
    await at.store.run('DELETE FROM exchange_line WHERE uid = ? AND id = ?', [uid, victim.id]);
    expect(await verifyStatement(await linesOf(at, uid), firstPrev(uid), sha256)).toMatchObject({
      ok: false,
      why: 'prev',
    });
    await at.stop();
  });

  it('L8 chains entries from before the chain', { timeout: 180_000 }, async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    const before = await lived(database, 400);
    const chained = await Promise.all(USERS.map((uid) => linesOf(before, uid)));
    await before.store.run("UPDATE exchange_line SET prev = '', hash = ''");
    await before.stop();
    const at = await opened(database, () => 1_800_000_000_000);
    expect(await Promise.all(USERS.map((uid) => linesOf(at, uid)))).toEqual(chained);
    await at.stop();
  });
});

describe('the hash of an entry', () => {
  it('is SHA-256 of the specified bytes, for any entry', () => {
    const draw = chance(5);
    const most = 2n ** 63n - 1n;
    for (let at = 0; at < 500; at += 1) {
      const prev = Buffer.from(draw.bytes(32)).toString('hex');
      const line = {
        id: draw.below(2 ** 45),
        ts: 1_700_000_000_000 + at,
        account: draw.pick(['spot', 'contract'] as const),
        coinInfoId: draw.below(1000),
        recordType: draw.pick(['spot_buy', '', 'x']),
        units: draw.pick([0n, -1n, most, -most - 1n, BigInt(draw.below(1e9))]),
        frozenUnits: -BigInt(draw.below(1e9)),
        available: most,
        frozen: 0n,
        refNo: draw.pick(['', 'C1', '№5 für \ud83d\ude00']),
        remark: draw.pick(['', 'lone \ud800 half', 'a'.repeat(300)]),
      };
      expect(ledgerEntryHash(prev, line)).toBe(
        Buffer.from(sha256(lineBytes(Buffer.from(prev, 'hex'), line))).toString('hex'),
      );
    }
  });
});

describe.each(STORE_KINDS)('the audit of the ledger (%s)', (kind) => {
  it(
    'finds nothing in a sound one, and names what was changed, left out or inserted',
    { timeout: 180_000 },
    async ({ skip }) => {
      const { store, stop } = await lived(await databaseOf(kind, server, skip), 600);
      const sound = await auditLedger(store);
      expect(sound).toMatchObject({ faults: [] });
      expect(sound.records).toBeGreaterThan(100);
      const uid = USERS[0]!;
      const { id } = (await store.first<{ id: bigint }>(
        'SELECT id FROM exchange_line WHERE uid = ? ORDER BY id LIMIT 1 OFFSET 3',
        [uid],
      ))!;
      const damages: [sql: string, undo: string, fault: RegExp][] = [
        [
          'UPDATE exchange_line SET units = units + 1 WHERE uid = ? AND id = ?',
          'UPDATE exchange_line SET units = units - 1 WHERE uid = ? AND id = ?',
          /does not match its hash[^]*does not add up[^]*command \d+ leaves/,
        ],
        [
          'UPDATE exchange_line SET uid = uid + 50 WHERE uid = ? AND id = ?',
          'UPDATE exchange_line SET uid = uid - 50 WHERE uid = ? + 50 AND id = ?',
          /does not follow the one before/,
        ],
        [
          'UPDATE exchange_balance SET available = available + 7 WHERE uid = ? AND ? > 0',
          'UPDATE exchange_balance SET available = available - 7 WHERE uid = ? AND ? > 0',
          /its records make[^]*balances of coin \d+ sum to/,
        ],
        [
          'UPDATE exchange_balance SET uid = uid + 50 WHERE uid = ? AND ? > 0',
          'UPDATE exchange_balance SET uid = uid - 50 WHERE uid = ? + 50 AND ? > 0',
          /is missing/,
        ],
        [
          'UPDATE exchange_line SET units = units + 1 WHERE uid = 1 AND ? > 0 AND ? > 0',
          'UPDATE exchange_line SET units = units - 1 WHERE uid = 1 AND ? > 0 AND ? > 0',
          /command \d+ leaves/,
        ],
      ];
      for (const [sql, undo, fault] of damages) {
        await store.run(sql, [uid, id]);
        expect((await auditLedger(store)).faults.join('\n'), sql).toMatch(fault);
        await store.run(undo, [uid, id]);
      }
      expect(await auditLedger(store)).toEqual(sound);
      await stop();
    },
  );
});
