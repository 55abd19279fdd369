// Instruments for the exchange's tests, three markets on different grids, and commands of its users.
import { type CoinInfo, type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import type { Command, PlaceSpot } from '../../../server/exchange/command.ts';
import type { Accepted, Outcome } from '../../../server/exchange/outcome.ts';
import type { Machine } from '../../../server/exchange/machine.ts';
import { coin } from '../feed/coin.ts';

export const BTC = 2;
export const DOGE = 3;
export const PERPETUAL = 40;
export const USDT = 1;

function spot(id: number, symbol: string, priceTick: string, amountStep: string, more: Partial<CoinInfo>): Instrument {
  return instrumentOf({
    ...coin(id),
    symbol,
    name: symbol,
    pair: `${symbol}/USDT`,
    priceTick,
    amountPrecision: 5,
    amountStep,
    minAmount: amountStep,
    spotMakerFee: '0.0008',
    spotTakerFee: '0.001',
    contractMakerFee: '0.0002',
    contractTakerFee: '0.0006',
    maxMultiple: 100,
    rechargeEnable: 1,
    withdrawEnable: 1,
    ...more,
  });
}

export function testInstruments(more: Partial<CoinInfo> = {}): Instrument[] {
  return [
    spot(BTC, 'BTC', '0.05', '0.00001', more),
    spot(DOGE, 'DOGE', '0.00001', '1', { maxAmount: '1000000', ...more }),
    spot(PERPETUAL, 'BTCPERP', '0.1', '0.001', { type: 'perpetual', spotEnable: 0, ...more }),
  ];
}

/** 1 coin in ledger units. */
export const COIN = 100_000_000n;

export const ALICE = 10_001;
export const BOB = 10_002;
export const CAROL = 10_003;
export const BOT = 100;

export function place(
  uid: number,
  side: 'buy' | 'sell',
  priceTicks: number,
  lots: number,
  more: Partial<PlaceSpot> = {},
): PlaceSpot {
  return {
    kind: 'placeSpot',
    uid,
    coinInfoId: BTC,
    side,
    orderType: 'limit',
    priceTicks,
    lots,
    totalUnits: 0n,
    tif: 'GTC',
    postOnly: false,
    clientNo: '',
    ...more,
  };
}

export function market(uid: number, side: 'buy' | 'sell', lots: number, more: Partial<PlaceSpot> = {}): PlaceSpot {
  return place(uid, side, 0, lots, { orderType: 'market', ...more });
}

export function credit(uid: number, coinId: number, units: bigint): Command {
  return { kind: 'credit', uid, wallet: 'spot', coinId, units, recordType: 'demo_faucet', remark: 'test' };
}

/** Applies commands with ascending numbers, a millisecond apart. */
export function runner(machine: Machine, startMs = 1_700_000_000_000): (command: Command) => Outcome {
  let seq = 0;
  return (command) => {
    seq += 1;
    return machine.apply({ seq, ts: startMs + seq }, command);
  };
}

/** Code of a refusal; 0 for an accepted command. */
export const codeOf = ({ answer }: Outcome): number => (isReject(answer) ? answer.code : 0);

/** The answer to an accepted command. Throws Error when it was refused. */
export function accepted({ answer }: Pick<Outcome, 'answer'>): Accepted {
  if (isReject(answer)) throw new Error(`refused with ${answer.code} ${JSON.stringify(answer.params)}`);
  return answer;
}

/** Sum of all balances for each coin; every value must be 0 (L1). */
export function sums(machine: Machine): bigint[] {
  const byCoin = new Map<number, bigint>();
  for (const { coinId, available, frozen } of machine.allBalances())
    byCoin.set(coinId, (byCoin.get(coinId) ?? 0n) + available + frozen);
  return [...byCoin.values()];
}
