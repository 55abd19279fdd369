// Naive twin of contracts, in decimals: what is due ends, what ended was due, and profits add up.
import { Decimal } from 'decimal.js';
import { printMoney } from '../../../../core/units/units.ts';
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import type { ContractNote, ContractState } from '../../../../server/exchange/contracts/contract-state.ts';
import type { Machine } from '../../../../server/exchange/machine.ts';
import { LOTS, TICKS } from '../../../support/exchange/contract-fixture.ts';

const D = Decimal.clone({ precision: 60 });
const FEE = new D('0.0006');
/** [cap, rate, deduction] as in docs/formulas.md. */
const TIERS = [
  [50_000, 0.005, 0],
  [250_000, 0.01, 250],
  [1_000_000, 0.025, 4_000],
  [5_000_000, 0.05, 29_000],
  [Infinity, 0.1, 279_000],
] as const;

const money = (units: bigint): Decimal => new D(printMoney(units));
const price = (ticks: number): Decimal => new D(ticks).div(TICKS);

/**
 * docs/formulas.md 10: liquidated when the margin ratio reaches 1 or the equity is used up. `settleRate`: USDT that one
 * of the quote coin counts as (R17).
 */
function isBroke({ direction, position }: ContractState, markTicks: number, settleRate: Decimal.Value = 1): boolean {
  const notional = new D(position.lots).div(LOTS).mul(price(markTicks)).mul(settleRate);
  const [, rate, deduction] = TIERS.find(([cap]) => notional.lte(cap))!;
  const profit = notional.sub(money(position.openUnits)).mul(direction === 'long' ? 1 : -1);
  const equity = money(position.marginUnits).add(profit);
  const needed = notional.mul(FEE.add(rate)).sub(deduction);
  return equity.lte(0) || needed.gte(equity);
}

const reached = (ticks: number, wanted: number, fromBelow: boolean): boolean =>
  wanted > 0 && (fromBelow ? ticks >= wanted : ticks <= wanted);
const stops = (s: ContractState, ticks: number): boolean => reached(ticks, s.lossTicks, s.direction === 'short');
const gains = (s: ContractState, ticks: number): boolean => reached(ticks, s.profitTicks, s.direction === 'long');

/** Whether nothing that `isBroke` reads differs. */
function isSamePosition(
  { direction, position: one }: ContractState,
  { direction: way, position: other }: ContractState,
) {
  return (
    direction === way &&
    one.lots === other.lots &&
    one.openUnits === other.openUnits &&
    one.marginUnits === other.marginUnits
  );
}

/** Follows a machine by its events alone. */
export class NaiveContracts {
  readonly #known = new Map<number, ContractState>();
  /** By market: the last two marks, newest first, the last price, and every index tick. */
  readonly #marks = new Map<number, [number, number]>();
  readonly #lasts = new Map<number, number>();
  readonly #ticks = new Map<number, { ts: number; priceTicks: number }[]>();
  #beats = 0;
  /** Markets whose index ticked at the last beat. */
  #ticking: ReadonlySet<number> = new Set();
  /** Contracts whose loss was paid in part by the insurance account. */
  readonly #helped = new Set<number>();
  /** The last two states of each contract. */
  readonly #steps = new Map<number, [ContractState | null, ContractState]>();
  /** Partial closings by a take-profit or stop-loss. */
  parts = 0;
  readonly ends = new Map<string, number>();
  readonly #settleRate: Decimal.Value;
  /** Answers of `isBroke` for the last position of each contract, by mark: most are as they were a command before. */
  readonly #broke = new Map<number, { of: ContractState; byMark: Map<number, boolean> }>();

  constructor(settleRate: Decimal.Value = 1) {
    this.#settleRate = settleRate;
  }

  /** The first fault as a sentence, or null. `scan`: also checks every open contract, which is slow. */
  onOutcome({ events }: Outcome, machine: Machine, scan = true): string | null {
    this.#silence(events);
    const lasts = new Map([...this.#lasts].map(([id, ticks]) => [id, [ticks]]));
    for (const event of events) {
      if (event.kind === 'mark') this.#marks.set(event.coinInfoId, [event.markTicks, event.beforeTicks]);
      if (event.kind === 'index')
        this.#ticks.set(event.coinInfoId, [...(this.#ticks.get(event.coinInfoId) ?? []).slice(-599), event]);
      if (event.kind === 'trade' && this.#ticking.has(event.coinInfoId)) {
        this.#lasts.set(event.coinInfoId, event.priceTicks);
        lasts.set(event.coinInfoId, [...(lasts.get(event.coinInfoId) ?? []), event.priceTicks]);
      }
      if (
        event.kind === 'delisting' &&
        event.delisting.stage === 2 &&
        machine.allContracts().some(({ coinInfoId }) => coinInfoId === event.delisting.coinInfoId)
      )
        return `market ${event.delisting.coinInfoId} ended with contracts open`;
      if (event.kind === 'posting' && event.posting.recordType === 'contract_insurance' && event.posting.units < 0n)
        this.#helped.add(Number(event.posting.refNo.slice(1)));
      if (event.kind === 'contractNote' && event.note.kind === 'close') {
        const wrong = this.#partFault(event.note);
        if (wrong) return wrong;
      }
      if (event.kind !== 'contract') continue;
      const wrong = this.#judge(event.contract, lasts.get(event.contract.coinInfoId) ?? []);
      if (wrong) return wrong;
      this.#steps.set(event.contract.id, [this.#known.get(event.contract.id) ?? null, event.contract]);
      if (event.contract.status > 1) this.#known.delete(event.contract.id);
      else this.#known.set(event.contract.id, event.contract);
    }
    const tried = events.flatMap((event) =>
      event.kind === 'contractNote' && event.note.kind === 'close' ? [event.note.contractId] : [],
    );
    return scan ? this.#scan(machine, new Set(tried)) : null;
  }

  /** R11: trades make a price from a beat with an index tick on, until one without. */
  #silence(events: Outcome['events']): void {
    const beats = events.find((event) => event.kind === 'clock')?.beats ?? this.#beats;
    if (beats === this.#beats) return;
    this.#beats = beats;
    const before = this.#ticking;
    this.#ticking = new Set(events.flatMap((event) => (event.kind === 'index' ? [event.coinInfoId] : [])));
    for (const id of this.#lasts.keys()) if (!before.has(id) || !this.#ticking.has(id)) this.#lasts.delete(id);
  }

  /** A contract that ended was due, and its profit follows from its fills. */
  #judge(now: ContractState, lasts: readonly number[]): string | null {
    if (now.status < 3) return null;
    this.ends.set(now.closeReason, (this.ends.get(now.closeReason) ?? 0) + 1);
    const before = this.#known.get(now.id);
    if (!before) return `contract ${now.id} ended without having been`;
    const marks = this.#marksOf(now.coinInfoId);
    const reached = (does: typeof stops): boolean =>
      now.triggerBy === 'mark'
        ? marks.every((ticks) => does(before, ticks))
        : lasts.some((ticks) => does(before, ticks));
    if (now.closeType === 5 && before.closeType !== 5 && !marks.every((ticks) => this.#isBroke(before, ticks)))
      return `contract ${now.id} was liquidated at ${marks.join()} without need`;
    if (now.closeType === 3 && !reached(stops)) return `contract ${now.id} was stopped without need`;
    if (now.closeType === 2 && !reached(gains)) return `contract ${now.id} took its profit without need`;
    return this.#settledFault(now, before) ?? this.#profitFault(now);
  }

  #marksOf(coinInfoId: number): [number, number] {
    return this.#marks.get(coinInfoId) ?? [0, 0];
  }

  /** R16, from all ticks: the average of ten minutes up to the last one, without a fee. */
  #settledFault(now: ContractState, before: ContractState): string | null {
    if (now.closeType !== 4) return null;
    this.ends.set('system', (this.ends.get('system') ?? 0) + 1);
    const all = this.#ticks.get(now.coinInfoId) ?? [];
    const counted = all.filter(({ ts }) => ts > all.at(-1)!.ts - 600_000);
    const average = counted
      .reduce((sum, { priceTicks }) => sum.add(priceTicks), new D(0))
      .div(counted.length)
      .toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
    const [paid, due] = [
      money(now.closedUnits - before.closedUnits),
      new D(before.position.lots).div(LOTS).mul(average).div(TICKS).mul(this.#settleRate),
    ];
    if (now.closeFeeUnits !== before.closeFeeUnits) return `contract ${now.id} was closed by the system for a fee`;
    return paid.eq(due) ? null : `contract ${now.id} was closed by the system for ${paid}, not ${due}`;
  }

  /** A take-profit or stop-loss of a part closes no more than that part, and is removed when all of it is closed. */
  #partFault({ contractId, reason, lots }: ContractNote): string | null {
    const [before, now] = this.#steps.get(contractId) ?? [null, null];
    if (!before || !now || (reason !== 'take_profit' && reason !== 'stop_loss')) return null;
    const gain = reason === 'take_profit';
    const [part, rest, ticks] = gain
      ? [before.profitLots, now.profitLots, now.profitTicks]
      : [before.lossLots, now.lossLots, now.lossTicks];
    if (part === 0) return null;
    this.parts += 1;
    const sound =
      lots <= part &&
      rest === part - lots &&
      (rest === 0) === (ticks === 0) &&
      now.position.lots === before.position.lots - lots;
    return sound ? null : `contract ${contractId} closed ${lots} by ${reason}, of a part of ${part}`;
  }

  #profitFault(s: ContractState): string | null {
    if (this.#helped.has(s.id) && s.closeType < 4)
      return `the insurance account paid for contract ${s.id}, closed by ${s.closeReason}`;
    const traded =
      (s.direction === 'long' ? 1n : -1n) * (s.closedUnits - s.openedUnits) - s.openFeeUnits - s.closeFeeUnits;
    // A liquidation returns nothing; a loss beyond the margin is not the owner's.
    return s.closeType === 5 || (this.#helped.has(s.id) && s.realisedUnits > traded) || s.realisedUnits === traded
      ? null
      : `contract ${s.id} brought ${s.realisedUnits}, its fills ${traded}`;
  }

  #isBroke(state: ContractState, markTicks: number): boolean {
    let known = this.#broke.get(state.id);
    if (!known || !isSamePosition(known.of, state)) {
      known = { of: { ...state, position: { ...state.position } }, byMark: new Map() };
      this.#broke.set(state.id, known);
    }
    let broke = known.byMark.get(markTicks);
    if (broke === undefined) {
      broke = isBroke(state, markTicks, this.#settleRate);
      known.byMark.set(markTicks, broke);
    }
    return broke;
  }

  /**
   * Checks every open contract: none may be due while the book would fill its closing. One that this command closed in
   * part is tried again with the next.
   */
  #scan(machine: Machine, tried: ReadonlySet<number>): string | null {
    const all = machine.allContracts();
    if (all.length !== this.#known.size) return `${all.length} contracts are open, ${this.#known.size} were reported`;
    for (const state of all) {
      const marks = this.#marksOf(state.coinInfoId);
      if (state.position.lots === 0 || marks[1] === 0 || tried.has(state.id)) continue;
      const last = this.#lasts.get(state.coinInfoId);
      const at = state.triggerBy === 'mark' ? marks : last === undefined ? [] : [last];
      const isReached = (does: typeof stops): boolean => at.length > 0 && at.every((ticks) => does(state, ticks));
      const forced = state.closeType === 5 || marks.every((ticks) => this.#isBroke(state, ticks));
      const due = forced || isReached(stops) || isReached(gains);
      if (due && this.#takes(machine, state, forced)) return `contract ${state.id} is due and still there`;
    }
    return null;
  }

  /**
   * Whether another owner's order within half a percent of the mark would fill the position; where nothing forces it,
   * for no loss beyond its margin.
   */
  #takes(machine: Machine, state: ContractState, forced: boolean): boolean {
    const { direction, uid, coinInfoId } = state;
    const [markTicks] = this.#marksOf(coinInfoId);
    const bound = direction === 'long' ? Math.ceil(markTicks * 0.995) : Math.floor(markTicks * 1.005);
    const owners = new Map(
      machine
        .allContracts()
        .filter(({ bookOrderId }) => bookOrderId > 0)
        .map((state) => [state.bookOrderId, state.uid]),
    );
    return [100, 101, 2]
      .flatMap((owner) => machine.openOrders(owner, coinInfoId))
      .some(
        (order) =>
          order.side === (direction === 'long' ? 'buy' : 'sell') &&
          (direction === 'long' ? order.priceTicks >= bound : order.priceTicks <= bound) &&
          (forced || this.#covers(state, order.priceTicks)) &&
          owners.get(order.id) !== uid,
      );
  }

  /** Whether the margin pays for closing at a price: the loss and the fee. */
  #covers({ direction, position }: ContractState, ticks: number): boolean {
    const value = new D(position.lots).div(LOTS).mul(price(ticks)).mul(this.#settleRate);
    const profit = value.sub(money(position.openUnits)).mul(direction === 'long' ? 1 : -1);
    return money(position.marginUnits).add(profit).gte(value.mul(FEE));
  }
}
