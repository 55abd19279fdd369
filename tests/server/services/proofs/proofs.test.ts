// Proofs on a whole exchange: every settled order has one, over restarts, also after its ticks are deleted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_CLOSING_TICKS } from '../../../../core/proofs/delisting-settlement.ts';
import { fromHex } from '../../../../core/encoding/bytes.ts';
import { instrumentOf } from '../../../../core/instruments/instrument.ts';
import { anchorHolds, verifyProof } from '../../../../core/proofs/proof.ts';
import { type SecondsOrder, provenOrderOf } from '../../../../core/orders/binary-option-order.ts';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { openSecretBox } from '../../../../server/store/secret-box.ts';
import type { Command } from '../../../../server/exchange/command.ts';
import { binaryOptionHandlers } from '../../../../server/gateway/routes/orders/binary-option-routes.ts';
import { PrivateFeed } from '../../../../server/gateway/socket/private-feed.ts';
import { MIGRATIONS } from '../../../../server/bootstrap/all-migrations.ts';
import { openProofService } from '../../../../server/services/proofs/proof-service.ts';
import type { OrderProof } from '../../../../server/services/proofs/settlement-proofs.ts';
import { NODE_CRYPTO } from '../../../../server/services/proofs/signing-key.ts';
import { prunedIndex } from '../../../../server/sequencer/changesets/contract-changeset.ts';
import { awaitingReads } from '../../../../server/store/awaiting-store.ts';
import { createSequencer } from '../../../../server/sequencer/sequencer.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import {
  BOT,
  BTC,
  COIN,
  DOGE,
  USDT,
  accepted,
  credit,
  testInstruments,
} from '../../../support/exchange/spot-fixture.ts';
import { drawsOf } from '../../../support/data/random-source.ts';
import { seeded } from '../../../support/data/seeded-random.ts';
import { stake } from '../../../support/exchange/binary-option-fixture.ts';
import { secretBeats } from '../../../support/server/secret-beats.ts';
import { withdrawBots } from '../../../support/exchange/withdraw-bots.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../../support/server/test-database.ts';

const UIDS = [10_001, 10_002, 10_003];
const T0 = 1_700_000_000_000;
const instruments = testInstruments().map((instrument, at) =>
  instrumentOf({ ...instrument.info, qtEnable: at < 2 ? 1 : 0 }),
);
const byId = new Map(instruments.map((instrument) => [instrument.info.id, instrument]));
const server = postgresForFile();

function vaultFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'defi-proof-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

async function opened(database: TestDatabase, folder: string, clock: { nowMs: number }) {
  const own = await database.open();
  let projected = (): Promise<void> => Promise.resolve();
  const store = awaitingReads(own, 'exchange_', () => projected());
  await migrate(own, MIGRATIONS);
  const faults: string[] = [];
  const now = (): number => clock.nowMs;
  const proofs = await openProofService({
    store,
    secretBox: openSecretBox(folder),
    instruments: byId,
    now,
    log: (what, error) => {
      faults.push(`${what}: ${String(error)}`);
    },
  });
  const sequencer = await createSequencer({ store: own, instruments, now, signReceipt: proofs.signReceipt });
  projected = () => sequencer.projected();
  sequencer.onCommitted(proofs.onCommitted);
  const beat = secretBeats(sequencer, clock);
  const list = binaryOptionHandlers({
    listed: byId,
    known: byId,
    submit: sequencer.submit,
    reads: sequencer.queries,
    machine: sequencer.machine,
    identity: { isFrozen: () => false },
    hasEnded: () => false,
    allowedFor: async () => true,
    offersPeriod: () => true,
  })['/qt/contract/order/list'];
  const asked = async (uid: number, form: object): Promise<SecondsOrder[]> =>
    (
      await list({ page: 1, pageSize: 100, ...form } as never, {
        uid,
        now: clock.nowMs,
        ip: '',
        network: '',
        local: true,
        agent: '',
        language: 'en-US',
        sessionKey: '',
      })
    ).list;
  return {
    store,
    proofs,
    sequencer,
    faults,
    asked,
    beat,
    stop: async () => {
      await sequencer.close();
      await proofs.settled();
      await store.close();
    },
  };
}

type Opened = Awaited<ReturnType<typeof opened>>;

function quote(at: Opened, coinInfoId: number, middle: number): Command {
  return {
    kind: 'quote',
    uid: BOT,
    coinInfoId,
    cancel: at.sequencer.machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
    place: [
      { side: 'buy', priceTicks: middle - 10, lots: coinInfoId === BTC ? 100_000_000 : 1_000_000 },
      { side: 'sell', priceTicks: middle + 10, lots: coinInfoId === BTC ? 100_000_000 : 1_000_000 },
    ],
  };
}

async function begin(at: Opened): Promise<void> {
  for (const coinId of [USDT, BTC, DOGE]) await at.sequencer.submit(credit(BOT, coinId, 1_000_000_000n * COIN));
  for (const uid of UIDS) await at.sequencer.submit(credit(uid, USDT, 100_000n * COIN));
}

/** Seconds of trading: prices move, users buy, the clock ticks. */
async function live(
  at: Opened,
  clock: { nowMs: number },
  seconds: number,
  random: () => number,
  buying = true,
): Promise<void> {
  const { below } = drawsOf(random);
  for (let second = 0; second < seconds; second += 1) {
    clock.nowMs += 1000;
    if (second % 3 === 0)
      for (const [id, middle] of [
        [BTC, 1_000_000],
        [DOGE, 20_000],
      ] as const)
        await at.sequencer.submit(quote(at, id, middle + below(3)));
    if (buying && random() < 0.25) {
      await at.sequencer.submit(
        stake(UIDS[below(3)]!, random() < 0.5 ? 'up' : 'down', {
          coinInfoId: random() < 0.5 ? BTC : DOGE,
          periodS: random() < 0.7 ? 30 : 60,
          amountUnits: BigInt(10 + below(90)) * COIN,
        }),
      );
    }
    await at.beat();
  }
}

/** A text with one bit of one letter flipped. */
function bent(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  return (
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << Math.floor(random() * 7))) + text.slice(at + 1)
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

describe.each(STORE_KINDS)('proofs of binary options (%s)', (kind) => {
  it(
    'S12 S13 S14: every settled order has a proof, over restarts and a pause, also after its ticks are deleted (seed 31)',
    { timeout: 240_000 },
    async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      const folder = vaultFolder();
      const clock = { nowMs: T0 };
      const random = seeded(31);
      let at = await opened(database, folder, clock);
      await begin(at);
      const keys = at.proofs.publicKeys();
      expect(keys).toHaveLength(1);
      for (const awayMs of [0, 3_000, 25_000, 150_000]) {
        await live(at, clock, 70, random);
        await withdrawBots(at.sequencer);
        const before = at.sequencer.machine.stateHash();
        await at.stop();
        expect(at.faults).toEqual([]);
        clock.nowMs += awayMs;
        at = await opened(database, folder, clock);
        expect(at.sequencer.machine.stateHash()).toBe(before);
        expect(at.proofs.publicKeys()).toEqual(keys);
      }
      await live(at, clock, 150, random, false);
      await at.proofs.settled();
      await at.store.batch([await prunedIndex(at.store, clock.nowMs + 3 * DAY_MS)]);
      expect((await at.store.all('SELECT seq FROM exchange_index')).length).toBeLessThanOrEqual(
        2 * (MAX_CLOSING_TICKS + 1),
      );
      // Ticks stored for forced settlements (R16) are deleted too: no proof may depend on them.
      await at.store.run(
        'DELETE FROM exchange_index WHERE seq < (SELECT MAX(seq) FROM exchange_index l WHERE l.coin_info_id = exchange_index.coin_info_id)',
      );
      expect((await at.store.all('SELECT seq FROM exchange_index')).length).toBe(2);
      await at.stop();
      at = await opened(database, folder, clock);

      const publicKey = fromHex(keys[0]!.publicKey, 32)!;
      const anchors = await at.proofs.lastAnchors(100);
      expect(anchors.length).toBeGreaterThan(5);
      for (const [i, anchor] of anchors.entries()) {
        expect(await anchorHolds(anchor, publicKey, NODE_CRYPTO)).toBe(true);
        expect(anchor.prevRoot).toBe(anchors[i - 1]?.root ?? '00'.repeat(32));
      }
      const results = new Map<string, number>();
      let refused = 0;
      for (const uid of UIDS) {
        expect(at.sequencer.machine.openBinaryOptions(uid, null)).toEqual([]);
        for (const { orderNum } of await at.asked(uid, { state: 'history' })) {
          const [order] = await at.asked(uid, { orderNum });
          if (!order) throw new Error(`${orderNum} is gone`);
          results.set(order.result, (results.get(order.result) ?? 0) + 1);
          const claim = provenOrderOf(order)!;
          expect(await verifyProof(order.proof, publicKey, claim, NODE_CRYPTO), orderNum).toMatchObject({
            ok: true,
            settlement: { result: order.result },
          });
          // The receipt's root is from before the order.
          const known = anchors.find(({ root }) => root === order.receipt!.prevRoot);
          expect(known ? known.ts <= order.buyTime : order.receipt!.prevRoot === '00'.repeat(32)).toBe(true);
          expect(order.orderHash).toBe(order.proof!.orderHash);
          const text = JSON.stringify(order.proof);
          // All bits of one are bent in `proof.test.ts`.
          for (let turn = 0; turn < 5; turn += 1) {
            const other = bent(text, random);
            expect(
              await verifyProof(parsed(other), publicKey, claim, NODE_CRYPTO),
              `${orderNum}: ${other}`,
            ).toMatchObject({
              ok: false,
            });
            refused += 1;
          }
          expect(
            await verifyProof(order.proof, publicKey, { ...claim, amountUnits: claim.amountUnits + 1n }, NODE_CRYPTO),
          ).toMatchObject({ ok: false });
          expect(
            await verifyProof(order.proof, publicKey, { ...claim, payoutUnits: claim.payoutUnits + 1n }, NODE_CRYPTO),
          ).toMatchObject({ ok: false });
          expect(
            await verifyProof(
              order.proof,
              publicKey,
              { ...claim, direction: claim.direction === 'up' ? 'down' : 'up' },
              NODE_CRYPTO,
            ),
          ).toMatchObject({ ok: false });
        }
      }
      console.log(
        `${kind}: ${JSON.stringify(Object.fromEntries(results))}, ${anchors.length} minutes, ${refused} bent proofs refused`,
      );
      expect([...results.keys()].sort()).toEqual(['draw', 'lose', 'win']);
      expect(at.faults).toEqual([]);
      await at.stop();
    },
  );

  it(
    'S14: ticks changed in the store prove nothing: it is logged, and no proof is stored',
    { timeout: 240_000 },
    async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      const folder = vaultFolder();
      const clock = { nowMs: T0 };
      const at = await opened(database, folder, clock);
      await begin(at);
      await live(at, clock, 3, seeded(1), false);
      const { seconds } = accepted(await at.sequencer.submit(stake(UIDS[0]!, 'up', { coinInfoId: BTC })));
      await live(at, clock, 33, seeded(2), false);
      const tick = 'exchange_index WHERE coin_info_id = ? AND seq = ?';
      await expect.poll(() => at.store.all(`SELECT * FROM ${tick}`, [BTC, 5])).toHaveLength(1);
      await at.store.run(`UPDATE ${tick.replace(' WHERE', ' SET price_ticks = price_ticks + 1 WHERE')}`, [BTC, 5]);
      await live(at, clock, 100, seeded(3), false);
      await at.proofs.settled();
      expect(at.faults.length).toBeGreaterThan(0);
      expect(at.faults.every((fault) => fault.includes('does not hold'))).toBe(true);
      expect((await at.asked(UIDS[0]!, { state: 'history' }))[0]).toMatchObject({ id: seconds!.id });
      expect((await at.sequencer.queries.binaryOption(seconds!.id))?.proof).toBe(null);
      // The ticks are not deleted meanwhile either.
      await at.store.batch([await prunedIndex(at.store, clock.nowMs + 3 * DAY_MS)]);
      expect((await at.store.all('SELECT seq FROM exchange_index')).length).toBeGreaterThan(200);
      await at.stop();
    },
  );
});

describe('the private channel', () => {
  it('publishes an order at its purchase, strike, settlement and proof', async ({ skip }) => {
    const database = await databaseOf('SQLite', server, skip);
    const clock = { nowMs: T0 };
    const at = await opened(database, vaultFolder(), clock);
    await begin(at);
    await live(at, clock, 3, seeded(1), false);
    const feed = new PrivateFeed({
      instruments: instruments.map(({ info }) => info),
      machine: at.sequencer.machine,
      now: () => clock.nowMs,
    });
    const received: SecondsOrder[] = [];
    feed.topic(UIDS[0]!, 'qtOrders').subscribe({
      receive: ({ text }) => {
        received.push((JSON.parse(text) as { data: SecondsOrder }).data);
      },
    });
    at.sequencer.onCommitted((outcomes) => feed.publishOutcomes(outcomes));
    at.proofs.onProof((proven: OrderProof) => feed.publishProof(proven));
    await at.sequencer.submit(stake(UIDS[0]!, 'up', { coinInfoId: BTC }));
    await at.sequencer.submit(stake(UIDS[1]!, 'up', { coinInfoId: BTC }));
    await live(at, clock, 120, seeded(4), false);
    await at.proofs.settled();
    expect(
      received.map(({ status, strikePrice, result, proof }) => [
        status,
        strikePrice !== '',
        result !== '',
        proof !== undefined,
      ]),
    ).toEqual([
      [0, false, false, false],
      [0, true, false, false],
      [2, true, true, false],
      [2, true, true, true],
    ]);
    const last = received[3]!;
    const key = fromHex(at.proofs.publicKeys()[0]!.publicKey, 32)!;
    expect(await verifyProof(last.proof, key, provenOrderOf(last)!, NODE_CRYPTO)).toMatchObject({ ok: true });
    await at.stop();
  });

  it('a store is not opened with another secret box', async ({ skip }) => {
    const database = await databaseOf('SQLite', server, skip);
    const clock = { nowMs: T0 };
    await (await opened(database, vaultFolder(), clock)).stop();
    const store = await database.open();
    await expect(
      openProofService({
        store,
        secretBox: openSecretBox(vaultFolder()),
        instruments: byId,
        now: () => T0,
        log: () => undefined,
      }),
    ).rejects.toThrow(/backup/);
    await store.close();
  });
});
