// The daily root of all balances (L10): every user can check their balances offline, and no bit of a proof can be
// changed.
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type BalanceProof, verifyBalanceProof } from '../../../core/proofs/balance-proof.ts';
import { keyIdOf } from '../../../core/proofs/proof-layout.ts';
import type { ProofPorts } from '../../../core/proofs/proof.ts';
import { DAY_MS } from '../../../core/units/durations.ts';
import { parseMoney } from '../../../core/units/units.ts';
import { type RootSigner, openBalanceRoots } from '../../../server/sequencer/balance-roots.ts';
import { awaitingReads } from '../../../server/store/awaiting-store.ts';
import { createSequencer } from '../../../server/sequencer/sequencer.ts';
import { BTC, BOT, COIN, USDT, credit, testInstruments } from '../../support/exchange/spot-fixture.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { sha256, verifyEd25519 } from '../../support/data/proof-crypto.ts';

const server = postgresForFile();
const FIRST = 10_001;
const USERS = 13;

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const KEY = Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const signer: RootSigner = { keyId: keyIdOf(sha256(KEY)), sign: (message) => sign(null, message, privateKey) };
const ports: ProofPorts = { sha256, verifyEd25519 };

async function opened(database: TestDatabase, now: () => number, withKey = true) {
  const own = await database.open();
  const sequencer = await createSequencer({ store: own, instruments: testInstruments(), now });
  const store = awaitingReads(own, 'exchange_', sequencer.projected);
  const fault: unknown[] = [];
  const roots = await openBalanceRoots({
    store,
    sequencer,
    now,
    report: (_, error) => fault.push(error),
    ...(withKey ? { signer } : {}),
  });
  return {
    store,
    sequencer,
    roots,
    fault,
    stop: async () => {
      await sequencer.close();
      await roots.close();
      await store.close();
    },
  };
}
type Opened = Awaited<ReturnType<typeof opened>>;

/** Thirteen users with different balances of two coins, one without any, and a bot; then the next day's root. */
async function counted(database: TestDatabase, withKey = true): Promise<{ at: Opened; clock: { ms: number } }> {
  const clock = { ms: 20_000 * DAY_MS + 5 };
  const at = await opened(database, () => clock.ms, withKey);
  for (let i = 0; i < USERS; i += 1) {
    await at.sequencer.submit(credit(FIRST + i, USDT, BigInt(i + 1) * COIN + 7n));
    if (i % 3 === 0) await at.sequencer.submit(credit(FIRST + i, BTC, BigInt(i + 1)));
  }
  await at.sequencer.submit(credit(BOT, USDT, 999n * COIN));
  clock.ms += DAY_MS;
  await at.sequencer.submit({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: null });
  await expect.poll(() => at.roots.published().length).toBe(2);
  return { at, clock };
}

describe.each(STORE_KINDS)('L10: the root of all balances (%s)', (kind) => {
  it('counts every user exactly, is stored for ever, and gives each a valid proof', async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    const { at, clock } = await counted(database);
    const [root, first] = at.roots.published();
    expect(first).toMatchObject({ count: 0, root: { sums: [] } });
    expect(root).toMatchObject({ count: USERS, keyId: signer.keyId, ts: clock.ms });
    const sum = await at.store.first<{ all: bigint }>(
      `SELECT CAST(SUM(available + frozen) AS BIGINT) AS "all" FROM exchange_balance WHERE uid >= 10000 AND coin_id = ${USDT}`,
    );
    expect(root!.root.sums.find(({ coinInfoId }) => coinInfoId === USDT)?.amount).toBe(
      `${(USERS * (USERS + 1)) / 2}.00000091`,
    );
    expect(parseMoney(root!.root.sums[0]!.amount)).toBe(sum!.all);
    for (let i = 0; i < USERS; i += 1) {
      const proof = await at.roots.proofOf(FIRST + i);
      const sums = [
        { coinInfoId: USDT, units: BigInt(i + 1) * COIN + 7n },
        ...(i % 3 === 0 ? [{ coinInfoId: BTC, units: BigInt(i + 1) }] : []),
      ];
      for (const trust of [{ publicKey: KEY }, { published: root! }])
        expect(await verifyBalanceProof(proof, FIRST + i, trust, ports)).toEqual({ ok: true, ts: clock.ms, sums });
      expect(await verifyBalanceProof(proof, FIRST + i + 1, { publicKey: KEY }, ports)).toEqual({
        ok: false,
        why: 'inclusion',
      });
      expect(await verifyBalanceProof(proof, FIRST + i, { published: first! }, ports)).toEqual({
        ok: false,
        why: 'root',
      });
    }
    expect(await at.roots.proofOf(BOT)).toBe(null);
    // Balances change; the root and its proofs stay those of their day, also after a restart.
    const before = await at.roots.proofOf(FIRST + 4);
    await at.sequencer.submit(credit(FIRST + 4, USDT, COIN));
    await at.stop();
    const again = await opened(database, () => clock.ms);
    expect(again.roots.published()).toEqual([root, first]);
    expect(await again.roots.proofOf(FIRST + 4)).toEqual(before);
    clock.ms += 40 * DAY_MS;
    await again.sequencer.submit(credit(FIRST + 4, USDT, COIN));
    await expect.poll(() => again.roots.published().length).toBe(3);
    expect(await again.store.first('SELECT COUNT(*) AS n FROM balance_root')).toEqual({ n: 3n });
    const newer = await again.roots.proofOf(FIRST + 4);
    expect(await verifyBalanceProof(newer, FIRST + 4, { publicKey: KEY }, ports)).toMatchObject({
      ok: true,
      sums: [{ units: 7n * COIN + 7n }],
    });
    expect(again.fault).toEqual([]);
    await again.stop();
  });

  it('is not built over a negative balance', async ({ skip }) => {
    const clock = { ms: 5 };
    const at = await opened(await databaseOf(kind, server, skip), () => clock.ms);
    await at.sequencer.submit(credit(FIRST, USDT, COIN));
    await at.store.run(
      'INSERT INTO exchange_balance (uid, wallet, coin_id, available, frozen) VALUES (?, ?, ?, ?, ?)',
      [FIRST + 1, 'spot', USDT, -5n, 0n],
    );
    clock.ms += DAY_MS;
    await at.sequencer.submit(credit(FIRST, USDT, COIN));
    await expect.poll(() => at.fault.length).toBe(1);
    expect(String(at.fault[0])).toContain('has -5');
    expect(at.roots.published()).toHaveLength(1);
    await at.stop();
  });
});

describe('a proof of balances', () => {
  it(
    'is refused after a change of any bit, with the key and with the published root, signed or not',
    { timeout: 180_000 },
    async ({ skip }) => {
      for (const withKey of [true, false]) {
        const { at } = await counted(await databaseOf('SQLite', server, skip), withKey);
        const proof = (await at.roots.proofOf(FIRST + 3))!;
        const trusts = withKey
          ? [{ publicKey: KEY }, { published: at.roots.published()[0]! }]
          : [{ published: at.roots.published()[0]! }];
        const text = Buffer.from(JSON.stringify(proof));
        let refused = 0;
        for (let bit = 0; bit < text.length * 8; bit += 1) {
          const bent = Buffer.from(text);
          bent[bit >> 3]! ^= 1 << (bit & 7);
          const given = parsed(bent);
          for (const trust of trusts)
            expect(
              (await verifyBalanceProof(given, FIRST + 3, trust, ports)).ok,
              `bit ${bit} of ${bent.toString()}`,
            ).toBe(false);
          refused += 1;
        }
        expect(refused).toBeGreaterThan(7000);
        expect((await verifyBalanceProof(parsed(text), FIRST + 3, trusts[0]!, ports)).ok).toBe(true);
        if (!withKey)
          expect(await verifyBalanceProof(proof, FIRST + 3, { publicKey: KEY }, ports)).toEqual({
            ok: false,
            why: 'key',
          });
        await at.stop();
      }
    },
  );

  it('cannot hide a negative sum in any tree', async ({ skip }) => {
    const { at } = await counted(await databaseOf('SQLite', server, skip));
    const proof = (await at.roots.proofOf(FIRST + 3))!;
    const bends: ((p: BalanceProof) => void)[] = [
      (p) => {
        p.path[1]!.sums[0]!.amount = '-1';
      },
      (p) => {
        p.root.sums[0]!.amount = '-0';
      },
      (p) => {
        p.sums[0]!.amount = '1e3';
      },
      (p) => {
        p.sums[0]!.amount = '4.000000070';
      },
      (p) => {
        p.path[0]!.sums = [...p.path[0]!.sums, { coinInfoId: 99, amount: '-3' }];
      },
      (p) => {
        p.path[0]!.sums = [...p.path[0]!.sums].reverse().concat(p.path[0]!.sums);
      },
    ];
    for (const bend of bends) {
      const bent = structuredClone(proof);
      bend(bent);
      expect((await verifyBalanceProof(bent, FIRST + 3, { publicKey: KEY }, ports)).ok, bend.toString()).toBe(false);
    }
    for (const nothing of [null, undefined, 7, 'x', [], {}, { v: 1 }])
      expect(await verifyBalanceProof(nothing, FIRST, { publicKey: KEY }, ports)).toEqual({ ok: false, why: 'form' });
    await at.stop();
  });
});

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null; // no JSON any more: refused by its form
  }
}
