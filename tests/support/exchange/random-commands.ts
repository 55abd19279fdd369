// Seeded streams of spot commands near a changing price, so that books fill, cross and empty.
import { FIRST_USER_UID, type Command } from '../../../server/exchange/command.ts';
import { drawsOf } from '../data/random-source.ts';
import { seeded } from '../data/seeded-random.ts';
import { BTC, COIN, DOGE, USDT, credit } from './spot-fixture.ts';

export const UIDS = [...[1, 2, 3, 4, 5, 6].map((n) => FIRST_USER_UID + n), 101, 102];

/**
 * Credits (some users stay poor), then `count` commands. Ids to cancel are drawn from the latest of any owner;
 * `lastOrderId` gives the last order id, else it is estimated.
 */
export function* commandStream(seed: number, count: number, lastOrderId?: () => number): Generator<Command> {
  const random = seeded(seed);
  const { below, pick } = drawsOf(random);
  yield* UIDS.flatMap((uid) =>
    [USDT, BTC, DOGE].map((coinId) =>
      credit(uid, coinId, BigInt(pick([10, 300, 20_000, 50_000]) + below(300)) * COIN + BigInt(below(1000))),
    ),
  );
  let middle = 2000;
  let placed = 0;
  for (let at = 0; at < count; at += 1) {
    middle = Math.max(1000, middle + below(7) - 3);
    const uid = pick(UIDS);
    const coinInfoId = pick([BTC, BTC, DOGE]);
    const roll = random();
    const side = pick(['buy', 'sell'] as const);
    // Amounts are often round, so that orders fill exactly.
    const lots =
      coinInfoId === DOGE
        ? pick([100, 250, 1000, 1 + below(3000)])
        : pick([1000, 5000, 10_000, 1 + below(50_000), random() < 0.02 ? 200_000_000 : 2000]);
    const near = coinInfoId === DOGE ? 10 * middle + below(60) - 30 : middle + below(30) - 15;
    const priceTicks = random() < 0.01 ? Math.round(near * 0.85) : near;
    const latest = (span: number): number => Math.max(1, (lastOrderId?.() ?? Math.floor(placed)) + 2 - below(span));
    const clientNo = `s${seed}-${at}`;
    if (roll < 0.66) {
      placed += 0.7; // the others are refused, and a refusal uses no id
      const tif = pick(['GTC', 'GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const);
      yield {
        kind: 'placeSpot',
        uid,
        coinInfoId,
        side,
        orderType: 'limit',
        priceTicks,
        lots,
        totalUnits: 0n,
        tif,
        postOnly: tif === 'GTC' && random() < 0.1,
        clientNo,
      };
    } else if (roll < 0.8) {
      placed += 0.7;
      const byTotal = side === 'buy' && random() < 0.5;
      const totalUnits = byTotal ? BigInt(1 + below(300)) * COIN + BigInt(below(1_000_000)) : 0n;
      yield {
        kind: 'placeSpot',
        uid,
        coinInfoId,
        side,
        orderType: 'market',
        priceTicks: 0,
        lots: byTotal ? 0 : lots,
        totalUnits,
        tif: pick(['GTC', 'IOC', 'FOK'] as const),
        postOnly: false,
        ...(random() < 0.3 ? { slipE8: 1 + below(1_000_000) } : {}),
        clientNo,
      };
    } else if (roll < 0.94) {
      const orderIds = Array.from({ length: 1 + below(8) }, () => latest(80));
      yield { kind: 'cancelSpot', uid, orderIds };
    } else if (roll < 0.944) {
      yield { kind: 'cancelAllSpot', uid, coinInfoId: pick([null, BTC, DOGE]) };
    } else if (roll < 0.96) {
      yield credit(uid, USDT, BigInt(below(1000)) * COIN);
    } else {
      const quotes = Array.from({ length: below(5) }, () => ({
        side: pick(['buy', 'sell'] as const),
        priceTicks: priceTicks + below(20) - 10,
        lots,
      }));
      placed += 0.5 * quotes.length;
      yield {
        kind: 'quote',
        uid: pick([101, 102]),
        coinInfoId,
        cancel: Array.from({ length: below(12) }, () => latest(100)),
        place: quotes,
      };
    }
  }
}

export function randomCommands(seed: number, count: number): Command[] {
  return [...commandStream(seed, count)];
}
