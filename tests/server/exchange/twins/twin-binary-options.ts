// Naive check of binary options from the published ticks: winners, payouts, each paid once.
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import type { MachineQueries } from '../../../../server/exchange/machine-queries.ts';
import type { BinaryOptionState } from '../../../../server/exchange/binary-options/open-binary-options.ts';

const DAY_BEATS = 86_400;
const ONE_E8 = 100_000_000n;

interface Tick {
  seq: number;
  ts: number;
  priceTicks: number;
}

export class NaiveSeconds {
  readonly #ticks = new Map<number, Tick[]>();
  readonly #open = new Map<number, BinaryOptionState>();
  /** Units paid out to an order's owner, by its number in the ledger. */
  readonly #paid = new Map<string, bigint>();
  readonly #done = new Set<number>();
  #beats = 0;
  readonly results = new Map<string, number>();

  /** The first fault as a sentence, or null. */
  onOutcome({ events }: Outcome, machine: MachineQueries): string | null {
    for (const event of events) if (event.kind === 'index') this.#tick(event);
    for (const event of events) if (event.kind === 'clock') this.#beats = event.beats;
    for (const event of events) {
      if (
        event.kind === 'posting' &&
        /^seconds_(settle|refund)$/.test(event.posting.recordType) &&
        event.posting.uid !== 1
      ) {
        this.#paid.set(event.posting.refNo, (this.#paid.get(event.posting.refNo) ?? 0n) + event.posting.units);
      }
      const wrong = event.kind === 'seconds' ? this.#follow(event.order) : null;
      if (wrong) return wrong;
    }
    if (!events.some(({ kind }) => kind === 'index')) return null;
    for (const order of this.#open.values())
      if (this.#outcome(order) !== null) return `seconds contract ${order.id} is decided and still open`;
    return machine
      .allBinaryOptions()
      .map(({ id }) => id)
      .join() === [...this.#open.keys()].join()
      ? null
      : 'other seconds contracts are open than were reported';
  }

  #tick({
    coinInfoId,
    seq,
    ts,
    priceTicks,
  }: {
    coinInfoId: number;
    seq: number;
    ts: number;
    priceTicks: number;
  }): void {
    const ticks = this.#ticks.get(coinInfoId);
    if (ticks) ticks.push({ seq, ts, priceTicks });
    else this.#ticks.set(coinInfoId, [{ seq, ts, priceTicks }]);
  }

  #follow(order: BinaryOptionState): string | null {
    if (order.result === '') {
      this.#open.set(order.id, order);
      return null;
    }
    if (this.#done.has(order.id) || !this.#open.delete(order.id))
      return `seconds contract ${order.id} ended twice, or without having been`;
    this.#done.add(order.id);
    const result = this.#outcome(order);
    this.results.set(order.result, (this.results.get(order.result) ?? 0) + 1);
    if (order.result !== result) return `seconds contract ${order.id} is a ${order.result}, not a ${result}`;
    const stake = order.amountUnits + order.feeUnits;
    const due =
      result === 'win'
        ? order.amountUnits + (order.amountUnits * BigInt(order.profitRateE8)) / ONE_E8
        : result === 'lose'
          ? 0n
          : stake;
    const paid = [...this.#paid]
      .filter(([refNo]) => Number(refNo.replace(/\D/g, '')) === order.id)
      .reduce((sum, [, units]) => sum + units, 0n);
    this.#paid.clear();
    return paid === due && order.payoutUnits === due
      ? null
      : `seconds contract ${order.id} was paid ${paid}, not ${due}`;
  }

  /** The result by the ticks; null while they do not decide. */
  #outcome({ coinInfoId, openTime, beat, periodS, direction }: BinaryOptionState): string | null {
    const own = (this.#ticks.get(coinInfoId) ?? []).filter((tick) => tick.ts >= openTime).slice(0, periodS);
    if (own.length < periodS) return this.#beats - beat >= periodS + DAY_BEATS ? 'void' : null;
    const width = periodS < 60 ? 5 : 9;
    const middle = (some: Tick[]): number =>
      some.map(({ priceTicks }) => priceTicks).sort((a, b) => a - b)[(width - 1) / 2]!;
    const moved = middle(own.slice(-width)) - middle(own.slice(0, width));
    return moved === 0 ? 'draw' : moved > 0 === (direction === 'up') ? 'win' : 'lose';
  }
}
