// Seeded streams of contract, spot and funding commands around a price that changes and jumps.
import type { Command } from '../../../server/exchange/command.ts';
import { EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { BOT_TAKER, INSURANCE_UID, PERP, SPOT, TICKS, fund } from './contract-fixture.ts';
import { BOT, COIN, USDT } from './spot-fixture.ts';
import { drawsOf } from '../data/random-source.ts';
import { seeded } from '../data/seeded-random.ts';

export const USERS = [10_001, 10_002, 10_003, 10_004, 10_005, 10_006];

/** What the stream reads of the machine it drives. */
export interface Driven {
  lastContractId(): number;
  botOrders(coinInfoId: number): number[];
}

export function* contractStream(seed: number, count: number, driven: Driven): Generator<Command> {
  const random = seeded(seed);
  const { below, pick } = drawsOf(random);
  for (const uid of [BOT, BOT_TAKER])
    for (const coinId of [USDT, SPOT, PERP])
      yield { kind: 'credit', uid, wallet: 'spot', coinId, units: 80_000_000n * COIN, recordType: 'bot', remark: '' };
  for (const uid of USERS) {
    yield fund(uid, BigInt(pick([50, 2000, 20_000, 300_000])));
    yield { kind: 'credit', uid, wallet: 'spot', coinId: USDT, units: 20_000n * COIN, recordType: 'test', remark: '' };
  }
  yield fund(INSURANCE_UID, 5_000n);
  let price = 20_000;
  const ladder = (coinInfoId: number, ticks: number, lots: () => number, levels: number): Command => ({
    kind: 'quote',
    uid: BOT,
    coinInfoId,
    cancel: driven.botOrders(coinInfoId).slice(0, 1000),
    place: Array.from({ length: levels }, (_, at) => 1 + at * 3).flatMap((far) => [
      { side: 'buy' as const, priceTicks: ticks - far - below(3), lots: lots() },
      { side: 'sell' as const, priceTicks: ticks + far + below(3), lots: lots() },
    ]),
  });
  for (let at = 0; at < count; at += 1) {
    const uid = pick(USERS);
    const contractId = Math.max(1, driven.lastContractId() + 1 - below(30));
    const clientNo = `r${seed}-${at}`;
    const direction = pick(['long', 'short'] as const);
    const near = Math.round(price * TICKS * (1 + (random() - 0.5) * 0.004));
    const beyond = (parts: number): number => Math.round(price * TICKS * (1 + (direction === 'long' ? parts : -parts)));
    const roll = random();
    if (roll < 0.16) {
      price = Math.max(9_000, Math.round(price * (1 + (random() - 0.5) * (random() < 0.12 ? 0.1 : 0.006))));
      yield ladder(SPOT, price * 20, () => 50_000 + below(100_000), 4);
    } else if (roll < 0.3) {
      // Sometimes a thin book, sometimes none.
      const levels = pick([0, 3, 8, 8, 8, 12]);
      yield ladder(
        PERP,
        Math.round(price * TICKS * (1 + (random() - 0.5) * 0.001)),
        () => pick([20, 400, 4000]),
        levels,
      );
    } else if (roll < 0.46) {
      // Triggers need two marks in a row.
      yield { kind: 'clock', uid: EXCHANGE_UID };
      if (random() < 0.6) yield { kind: 'clock', uid: EXCHANGE_UID };
    } else if (roll < 0.72) {
      const limitTicks = random() < 0.45 ? near : 0;
      yield {
        kind: 'placeContract',
        uid,
        coinInfoId: random() < 0.01 ? SPOT : PERP,
        direction,
        orderType: limitTicks > 0 ? 'limit' : 'market',
        multiple: pick([1, 2, 5, 10, 20, 50, 100, 100, 7]),
        lots: pick([1, 10, 50, 200, 1 + below(3000)]),
        limitTicks,
        profitTicks: random() < 0.25 ? beyond(0.0008 + random() * 0.012) : 0,
        lossTicks: random() < 0.25 ? beyond(-0.0008 - random() * 0.006) : 0,
        triggerBy: pick(['mark', 'last'] as const),
        slipE8: random() < 0.1 ? below(300_000) : 0,
        clientNo,
      };
    } else if (roll < 0.78) {
      yield {
        kind: 'closeContract',
        uid,
        contractId,
        lots: pick([0, 0, 1, 5, 40]),
        slipE8: random() < 0.1 ? below(300_000) : 0,
        ...(random() < 0.2 ? { limitTicks: near } : {}),
        clientNo,
      };
    } else if (roll < 0.79) {
      yield { kind: 'replaceContract', uid, contractId, lots: pick([0, 0, 10, 5000]), limitTicks: near, clientNo };
    } else if (roll < 0.82) {
      yield {
        kind: 'cancelContract',
        uid,
        contractIds: random() < 0.2 ? null : [contractId, contractId + 1],
        coinInfoId: null,
      };
    } else if (roll < 0.895) {
      yield {
        kind: pick(['setProfit', 'setLoss'] as const),
        uid,
        contractId,
        priceTicks: random() < 0.2 ? 0 : beyond((random() - 0.5) * 0.012),
        lots: pick([undefined, 0, 1, 5, 40]),
        triggerBy: pick([undefined, 'mark', 'last'] as const),
      };
    } else if (roll < 0.92) {
      yield {
        kind: 'addMargin',
        uid,
        contractId,
        units: BigInt(below(200) - 80) * COIN + BigInt(below(1000)),
        clientNo,
      };
    } else if (roll < 0.925) {
      yield {
        kind: 'closeAllContracts',
        uid,
        coinInfoId: pick([null, PERP]),
        direction: pick([null, 'long', 'short'] as const),
        clientNo,
      };
    } else if (roll < 0.96) {
      yield {
        kind: 'placeSpot',
        uid: BOT_TAKER,
        coinInfoId: PERP,
        side: pick(['buy', 'sell'] as const),
        orderType: 'limit',
        priceTicks: near,
        lots: 1 + below(2000),
        totalUnits: 0n,
        tif: pick(['IOC', 'GTC'] as const),
        postOnly: false,
        clientNo: '',
      };
    } else if (roll < 0.99) {
      yield {
        kind: 'placeSpot',
        uid,
        coinInfoId: SPOT,
        side: pick(['buy', 'sell'] as const),
        orderType: 'limit',
        priceTicks: price * 20 + below(60) - 30,
        lots: 1 + below(5000),
        totalUnits: 0n,
        tif: 'GTC',
        postOnly: false,
        clientNo,
      };
    } else {
      yield fund(uid, BigInt(1 + below(500)));
    }
  }
}
