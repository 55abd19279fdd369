// What the panel of sounds does: each act plays tones of the candles in sight and announces the same as text.
import type { CandleSpan } from '../../../../chart/api.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { ChartInterval } from '../../../../core/units/time.ts';
import { BOOK_STATE } from '../../../../core/worker-protocol/worker-protocol.ts';
import { isHeld } from '../../../../core/orders/contract-order.ts';
import type { Translate } from '../../../locales/use-translation.ts';
import { cellsOf, openContracts } from '../../../stores/account/contract-orders.ts';
import type { BookCells } from '../../../stores/market/book-rows.ts';
import { connectionLost } from '../../../stores/market/connection.ts';
import { rateText, separate, signedMoney } from '../../../stores/market/number-format.ts';
import { candleTimeText } from '../chart/chart-accessibility.tsx';
import { TonePlayer } from './player.ts';
import { PAUSE, type Tone, balanceTones, candleTone, positionTones, rangeOf, sweepTones } from './tones.ts';

/** Length of the tone of one candle. */
const STEP_S = 0.3;

export interface Listened {
  instrument: Instrument;
  interval: ChartInterval;
  /** Copies of the candles in sight; null while there is no chart. */
  candles: () => Promise<CandleSpan> | null;
  t: Translate;
  /** Shows the text of what is played, and reads it to screen readers. */
  announce: (text: string) => void;
}

/** Plays tones in place of what sounds. */
type Player = Pick<TonePlayer, 'play' | 'stop' | 'dispose'>;

export class ChartListener {
  readonly #of: Listened;
  readonly #player: Player;
  /** Time of the candle that was played last; NaN before the first. */
  #markedMs = NaN;

  constructor(of: Listened, player: Player = new TonePlayer()) {
    this.#of = of;
    this.#player = player;
  }

  stop(): void {
    this.#player.stop();
  }

  dispose(): void {
    this.#player.dispose();
  }

  /** The candles in sight; null, which is announced, when there are none. */
  async span(): Promise<CandleSpan | null> {
    const { candles, announce, t } = this.#of;
    const span = await Promise.resolve(candles()).catch(() => null);
    if (span && span.time.length > 0) return span;
    announce(t('listen.none'));
    return null;
  }

  /** All candles in sight, oldest first. */
  async sweep(): Promise<void> {
    const span = await this.span();
    if (!span) return;
    const [from, to] = [span.open[0]!, span.close.at(-1)!];
    const { t } = this.#of;
    const count = span.close.length;
    const text = { count, from: this.#price(from), to: this.#price(to), change: changeText(from, to) };
    this.#play(sweepTones(span), t('listen.swept', text));
  }

  /** The candle before or after the one played last; the newest at first. */
  async step(by: 1 | -1): Promise<void> {
    const span = await this.span();
    if (!span) return;
    const first = Number.isNaN(this.#markedMs);
    const at = Math.min(span.time.length - 1, Math.max(0, this.#markedRow(span) + (first ? 0 : by)));
    const { t, instrument } = this.#of;
    this.#mark(
      span,
      at,
      t('chart.candleSaid', {
        time: this.#time(span, at),
        open: this.#price(span.open[at]!),
        high: this.#price(span.high[at]!),
        low: this.#price(span.low[at]!),
        close: this.#price(span.close[at]!),
        volume: separate(span.volume[at]!.toFixed(instrument.info.amountPrecision)),
      }),
    );
  }

  /** The highest or the lowest candle in sight. */
  async extreme(end: 'high' | 'low'): Promise<void> {
    const span = await this.span();
    if (!span) return;
    const price = rangeOf(span[end])[end === 'high' ? 1 : 0];
    const at = span[end].indexOf(price);
    const { t } = this.#of;
    this.#mark(
      span,
      at,
      t(end === 'high' ? 'listen.highSaid' : 'listen.lowSaid', {
        price: this.#price(price),
        time: this.#time(span, at),
      }),
    );
  }

  /** The candle played last, then the newest. */
  async compare(): Promise<void> {
    const span = await this.span();
    if (!span) return;
    const at = this.#markedRow(span);
    const last = span.close.length - 1;
    const [before, now] = [span.close[at]!, span.close[last]!];
    this.#play(
      [candleTone(span, at, STEP_S), PAUSE, candleTone(span, last, STEP_S)],
      this.#of.t('listen.compared', {
        time: this.#time(span, at),
        before: this.#price(before),
        now: this.#price(now),
        change: changeText(before, now),
      }),
    );
  }

  /** The balance of the book; what is not live is not announced as if it were. */
  book({ bidPercent, state }: BookCells): void {
    const { t, announce } = this.#of;
    const bid = bidPercent.peek();
    if (state.peek() !== BOOK_STATE.live || Number.isNaN(bid)) announce(t('listen.stale'));
    else this.#play(balanceTones(bid), t('listen.bookSaid', { bid, ask: 100 - bid }));
  }

  /** The entry of the user's position, then the price now. */
  async position(): Promise<void> {
    const { t, announce, instrument } = this.#of;
    const order = openContracts.peek().find((each) => each.coinInfoId === instrument.info.id && isHeld(each));
    if (!order) return announce(t('listen.noPosition'));
    if (connectionLost.peek()) return announce(t('listen.stale'));
    const span = await this.span();
    if (!span) return undefined;
    const [entry, now] = [Number(order.openPrice), span.close.at(-1)!];
    return this.#play(
      positionTones(entry, now, rangeOf(span.low)[0], rangeOf(span.high)[1]),
      t(order.direction === 'long' ? 'listen.longSaid' : 'listen.shortSaid', {
        amount: order.holdAmount ?? order.amount,
        entry: this.#price(entry),
        now: this.#price(now),
        profit: signedMoney(cellsOf(order.id).profit.peek()),
      }),
    );
  }

  #mark(span: CandleSpan, at: number, text: string): void {
    this.#markedMs = span.time[at]!;
    this.#play([candleTone(span, at, STEP_S)], text);
  }

  #play(tones: readonly Tone[], text: string): void {
    this.#player.play(tones);
    this.#of.announce(text);
  }

  /** Row of the candle played last; the newest before the first. */
  #markedRow({ time }: CandleSpan): number {
    const at = time.indexOf(this.#markedMs);
    return at < 0 ? time.length - 1 : at;
  }

  #price(value: number): string {
    return separate(value.toFixed(this.#of.instrument.info.pricePrecision));
  }

  #time(span: CandleSpan, at: number): string {
    return candleTimeText(span.time[at]!, this.#of.interval);
  }
}

/** "+1.25%". */
function changeText(from: number, to: number): string {
  return rateText(from > 0 ? to / from - 1 : 0);
}
