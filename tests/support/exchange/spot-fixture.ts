// Instruments for the exchange's tests, three markets on different grids, and commands of its users.
import { type CoinInfo, type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import type { Command, PlaceSpot } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import type { Machine } from '../../../server/exchange/machine.ts';

export const BTC = 2;
export const DOGE = 3;
export const PERPETUAL = 40;
export const USDT = 1;

function coin(
  id: number,
  symbol: string,
  priceTick: string,
  amountStep: string,
  more: Partial<CoinInfo> = {},
): Instrument {
  return instrumentOf({
    id,
    symbol,
    name: symbol,
    icon: '',
    pair: `${symbol}/USDT`,
    type: 'crypto',
    quoteCoinId: USDT,
    status: 1,
    spotEnable: 1,
    contractEnable: 0,
    qtEnable: 0,
    pricePrecision: 2,
    priceTick,
    amountPrecision: 5,
    amountStep,
    minAmount: amountStep,
    maxAmount: '1000',
    minNotional: '1',
    bandRate: '0.10',
    spotMakerFee: '0.0008',
    spotTakerFee: '0.001',
    contractMakerFee: '0.0002',
    contractTakerFee: '0.0006',
    maxMultiple: 100,
    rechargeEnable: 1,
    withdrawEnable: 1,
    networks: [],
    sort: id,
    hot: 0,
    ...more,
  });
}

export function testInstruments(more: Partial<CoinInfo> = {}): Instrument[] {
  return [
    coin(BTC, 'BTC', '0.05', '0.00001', more),
    coin(DOGE, 'DOGE', '0.00001', '1', { maxAmount: '1000000', ...more }),
    coin(PERPETUAL, 'BTCPERP', '0.1', '0.001', { type: 'perpetual', spotEnable: 0, ...more }),
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

/** Sum of all balances for each coin; every value must be 0 (L1). */
export function sums(machine: Machine): bigint[] {
  const byCoin = new Map<number, bigint>();
  for (const { coinId, available, frozen } of machine.allBalances())
    byCoin.set(coinId, (byCoin.get(coinId) ?? 0n) + available + frozen);
  return [...byCoin.values()];
}
