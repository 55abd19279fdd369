// Stops, ocos and replacements (M17 to M19) among all other spot orders: the machine against its naive twin on seeded
// streams of commands.
import { expect, it } from 'vitest';
import { type Command, EXCHANGE_UID, type PlaceSpot } from '../../../../server/exchange/command.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import { UIDS, commandStream } from '../../../support/exchange/random-commands.ts';
import { drawsOf } from '../../../support/data/random-source.ts';
import { seeded } from '../../../support/data/seeded-random.ts';
import { BTC, COIN, DOGE, USDT, runner, sums, testInstruments } from '../../../support/exchange/spot-fixture.ts';
import { NaiveStops } from './naive-stops.ts';

const SEEDS = [2001, 2002, 2003, 2004];
const COMMANDS = 4000;

type Draw = <T>(list: readonly T[]) => T;

/** In the place of an open order, mostly of its owner and as it is: at other prices, of another amount. */
function replacement(machine: Machine, pick: Draw, near: () => number): PlaceSpot | null {
  const open = machine.openOrders(pick(UIDS), null);
  if (open.length === 0) return null;
  const old = pick(open);
  const isStop = old.stopTicks !== undefined || old.lossTicks !== undefined;
  const tif = old.lossTicks === undefined ? pick(['GTC', 'GTC', 'IOC'] as const) : 'GTC';
  const moved = (ticks: number): number => Math.max(1, ticks + near());
  const dear = near() === 7 ? 1000 : 1;
  return {
    kind: 'placeSpot',
    uid: near() === 7 ? pick(UIDS) : old.uid,
    coinInfoId: near() === 7 ? DOGE : old.coinInfoId,
    side: near() === 7 ? 'buy' : old.side,
    orderType: old.orderType,
    priceTicks: old.orderType === 'market' ? 0 : moved(old.priceTicks),
    lots: old.totalUnits > 0n ? 0 : pick([old.lots, old.lots, Math.ceil(old.lots / 2), old.lots * 3]),
    totalUnits: old.totalUnits > 0n ? old.totalUnits + BigInt(near() * dear) * COIN : 0n,
    tif,
    postOnly: !isStop && tif === 'GTC' && near() > 5,
    ...(old.stopTicks && { stopTicks: moved(old.stopTicks) }),
    ...(old.lossTicks && { lossTicks: moved(old.lossTicks) * (old.side === 'buy' ? dear : 1) }),
    replaces: near() === 7 ? pick([1, old.id + 1, 1_000_000]) : old.id,
    clientNo: '',
  };
}

/** Among the stream's commands: replacements, stops and ocos around the last price, cancels of them, and beats. */
function* streamWithStops(seed: number, machine: Machine): Generator<Command> {
  const random = seeded(seed + 1);
  const { below, pick } = drawsOf(random);
  for (const command of commandStream(seed, COMMANDS, () => machine.counters().orderId)) {
    yield command;
    if (command.kind !== 'placeSpot') continue;
    const { coinInfoId, side } = command;
    const last = machine.market(coinInfoId)!.lastPriceTicks;
    const roll = random();
    if (roll < 0.35) {
      const byMarket = random() < 0.4;
      const away = Math.round((last * (1 + below(60))) / 10_000) * (random() < 0.05 ? -1 : 1);
      const stopTicks = Math.max(1, side === 'buy' ? last + away : last - away);
      const byTotal = byMarket && side === 'buy' && random() < 0.95;
      const stop: PlaceSpot = {
        ...command,
        orderType: byMarket ? 'market' : 'limit',
        priceTicks: byMarket ? 0 : Math.max(1, stopTicks + below(40) - 20 + (random() < 0.02 ? stopTicks : 0)),
        lots: byTotal ? 0 : command.lots || 1000,
        totalUnits: byTotal ? BigInt(below(300)) * COIN + 7n : 0n,
        tif: pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']),
        slipE8: random() < 0.02 ? 1000 : 0,
        stopTicks,
      };
      yield stop;
    } else if (roll < 0.55) {
      const away = (): number => Math.round((last * (1 + below(60))) / 10_000) * (random() < 0.05 ? -1 : 1);
      const sign = side === 'buy' ? 1 : -1;
      yield {
        ...command,
        orderType: random() < 0.02 ? 'market' : 'limit',
        priceTicks: Math.max(1, last - sign * away()),
        lossTicks: Math.max(1, last + sign * away() * (random() < 0.02 ? 1000 : 1)),
        lots: command.lots || 1000,
        totalUnits: 0n,
        tif: random() < 0.02 ? 'IOC' : 'GTC',
        postOnly: random() < 0.02,
        slipE8: 0,
      };
    } else if (roll < 0.65) {
      yield { kind: 'clock', uid: EXCHANGE_UID };
    } else if (roll >= 0.8) {
      const other = replacement(machine, pick, () => below(16) - 8);
      if (other) yield other;
    }
    if (roll >= 0.65 && roll < 0.7) {
      const own = machine
        .openOrders(pick(UIDS), null)
        .filter(({ status, lossTicks }) => status === 0 || lossTicks !== undefined);
      if (own.length > 0) yield { kind: 'cancelSpot', uid: own[0]!.uid, orderIds: [pick(own).id] };
    }
  }
}

const ends = new Map<string, number>();

/** Counts an end or a refusal of a stop, of an oco, or of a replacement. */
function countEnd({ stopTicks, lossTicks, replaces }: Partial<PlaceSpot>, end: string): void {
  const key = replaces ? `replacement ${end}` : stopTicks ? `stop ${end}` : lossTicks ? `oco ${end}` : '';
  if (key !== '') ends.set(key, (ends.get(key) ?? 0) + 1);
}

it.each(SEEDS)('the machine and its twin agree on stops, trades, orders and balances (seed %i)', (seed) => {
  const machine = new Machine(testInstruments());
  const twin = new NaiveStops();
  const run = runner(machine);
  let at = 0;
  for (const command of streamWithStops(seed, machine)) {
    const { answer, events } = run(command);
    const trades = events.flatMap((event) =>
      event.kind === 'fill' && event.fill.maker
        ? [`${event.fill.orderId} ${event.fill.priceTicks} ${event.fill.lots}`]
        : [],
    );
    const ours =
      'code' in answer
        ? { refused: answer.code }
        : { orders: answer.orders.map((o) => `${o.id} ${o.status} ${o.dealLots} ${o.reason}`), trades };
    expect(ours, `command ${(at += 1)}: ${command.kind}`).toEqual(twin.do(command));
    for (const event of events)
      if (event.kind === 'order') countEnd(event.order, event.order.reason || `status ${event.order.status}`);
    if (command.kind === 'placeSpot' && ('code' in answer || command.replaces))
      countEnd(command, 'code' in answer ? String(answer.code) : `status ${answer.orders[0]!.status}`);
    if (at % 25 > 0) continue;
    expect(sums(machine).every((sum) => sum === 0n)).toBe(true);
    for (const uid of UIDS) {
      for (const coinId of [USDT, BTC, DOGE]) {
        const { available, frozen } = machine.balance(uid, 'spot', coinId);
        expect([available + frozen, frozen], `uid ${uid}, coin ${coinId}, command ${at}`).toEqual([
          twin.has(uid, coinId),
          twin.frozen(uid, coinId),
        ]);
      }
      expect(machine.openOrders(uid, null).flatMap(({ id, status }) => (status === 0 ? [id] : []))).toEqual(
        twin.stops.filter(({ place }) => place.uid === uid).map(({ id }) => id),
      );
    }
    if (at % 500 > 0) continue;
    const copy = new Machine(testInstruments());
    copy.restore(machine.snapshot());
    expect(copy.stateHash()).toBe(machine.stateHash());
  }
});

it('every end of a stop and of an oco, and every refusal of one, was reached', () => {
  for (const end of ['status 0', 'triggered', 'user', '1400', '2001', '2003', '2006', '2007', '2010'])
    expect(ends.get(`stop ${end}`) ?? 0, end).toBeGreaterThan(0);
  for (const end of ['status 1', 'status 2', 'status 3', 'triggered', 'user', '1400', '2001', '2007', '2009', '2010'])
    expect(ends.get(`oco ${end}`) ?? 0, end).toBeGreaterThan(0);
  for (const end of ['status 0', 'status 1', 'status 2', 'status 3', 'status 4'])
    expect(ends.get(`replacement ${end}`) ?? 0, end).toBeGreaterThan(0);
  for (const code of [1400, 1404, 2001, 2006, 2007, 2009, 2010, 2012, 2014])
    expect(ends.get(`replacement ${code}`) ?? 0, String(code)).toBeGreaterThan(0);
  expect(ends.get('stop triggered')).toBeGreaterThan(100);
  expect(ends.get('oco triggered')).toBeGreaterThan(30);
});
