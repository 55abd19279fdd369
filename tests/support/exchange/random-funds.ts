// Seeded streams of fund commands among orders that move the books: valid, foreign, late and uncovered.
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { BOT, BTC, COIN, DOGE, PERPETUAL, USDT, credit, place } from './spot-fixture.ts';
import { drawsOf } from '../data/random-source.ts';
import { seeded } from '../data/seeded-random.ts';

export const USERS = [10_001, 10_002, 10_003, 10_004];
const COINS = [USDT, BTC, DOGE];

/** What the stream reads of the machine it drives. */
export interface Driven {
  lastFundId(): number;
  openFunds(): { id: number; uid: number; kind: 'recharge' | 'withdraw' }[];
  botOrders(coinInfoId: number): number[];
}

export function* fundStream(seed: number, count: number, driven: Driven): Generator<Command> {
  const random = seeded(seed);
  const { below, pick } = drawsOf(random);
  for (const coinId of COINS) yield credit(BOT, coinId, 50_000_000n * COIN);
  for (const uid of USERS) for (const coinId of COINS) yield credit(uid, coinId, BigInt(1 + below(5000)) * COIN);
  let btc = 200_000;
  for (let at = 0; at < count; at += 1) {
    const uid = pick(USERS);
    const clientNo = `f${seed}-${at}`;
    const coinId = random() < 0.02 ? pick([PERPETUAL, 999]) : pick(COINS);
    const units =
      random() < 0.03
        ? BigInt(below(3) - 2)
        : BigInt(1 + below(900)) * pick([1n, 977n, COIN / 1000n, COIN, COIN]) + BigInt(below(5));
    const open = driven.openFunds();
    const aimed = open.length > 0 && random() < 0.6 ? pick(open) : null;
    const fundId = aimed?.id ?? Math.max(0, driven.lastFundId() + 2 - below(14));
    const roll = random();
    if (roll < 0.12) {
      btc = Math.max(50_000, Math.round(btc * (1 + (random() - 0.5) * 0.02)));
      const levels = Array.from({ length: pick([0, 2, 6, 6, 6]) }, (_, level) => level);
      const [coinInfoId, middle, lots] = random() < 0.5 ? [BTC, btc, 40_000] : [DOGE, 10_000 + below(400), 20_000];
      yield {
        kind: 'quote',
        uid: BOT,
        coinInfoId,
        cancel: driven.botOrders(coinInfoId).slice(0, 1000),
        place: levels.flatMap((level) => [
          { side: 'buy' as const, priceTicks: middle - 1 - level * below(40) - level, lots: 1 + below(lots) },
          { side: 'sell' as const, priceTicks: middle + 1 + level * below(40) + level, lots: 1 + below(lots) },
        ]),
      };
    } else if (roll < 0.2) {
      yield place(uid, pick(['buy', 'sell'] as const), btc + below(200) - 100, 1 + below(20_000), {
        tif: pick(['GTC', 'IOC'] as const),
        clientNo,
      });
    } else if (roll < 0.23) {
      yield { kind: 'cancelAllSpot', uid, coinInfoId: null };
    } else if (roll < 0.4) {
      yield { kind: 'transfer', uid, coinId, units, to: pick(['spot', 'contract'] as const), clientNo };
    } else if (roll < 0.58) {
      const rule = at % 2 === 0 ? 'v1' : 'v2';
      yield { kind: 'quoteConvert', uid, fromCoinId: coinId, toCoinId: pick(COINS), units, rule };
      // Mostly at once, sometimes late, sometimes by another user.
      const lateFor = random() < 0.3 ? below(20) : 0;
      for (let n = 0; n < lateFor; n += 1) yield { kind: 'cancelAllSpot', uid: pick(USERS), coinInfoId: null };
      yield { kind: 'convert', uid: random() < 0.9 ? uid : pick(USERS), quoteId: driven.lastFundId(), clientNo };
    } else if (roll < 0.66) {
      yield { kind: 'applyDeposit', uid, coinId, units, chain: 'X', address: 'x', picture: 'p', clientNo };
    } else if (roll < 0.76) {
      yield {
        kind: 'requestWithdraw',
        uid,
        coinId,
        units,
        feeUnits: BigInt(below(3)) * (COIN / 1000n),
        chain: 'X',
        address: 'x',
        memo: '',
        clientNo,
      };
    } else if (roll < 0.81) {
      yield { kind: 'cancelWithdraw', uid: aimed && random() < 0.7 ? aimed.uid : uid, fundId };
    } else if (roll < 0.94) {
      yield {
        kind: 'decideFund',
        uid: EXCHANGE_UID,
        fundId,
        fundKind: aimed && random() < 0.8 ? aimed.kind : pick(['recharge', 'withdraw'] as const),
        approved: random() < 0.6,
        reason: 'r',
        by: 'b',
        rule: fundId % 2 === 0 ? 'v1' : 'v2',
      };
    } else {
      yield { kind: 'settleWithdraw', uid: EXCHANGE_UID, fundId };
    }
  }
}
