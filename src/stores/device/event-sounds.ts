// What is heard of an account beside its notices: fills, results of seconds contracts, and a position that comes close
// to its liquidation.
import { CLOSE_TYPE, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import { SPOT_STATUS, type SpotOrder } from '../../../core/orders/spot-order.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { type SoundEvent, playSound } from './sounds.ts';

/** From this risk rate on a position's card is red, too. */
const WARN_RATE = 0.8;
/** Below this it may warn again. */
const CALM_RATE = 0.7;
/** A position that was opened so long before the word of it came is no news. */
const FRESH_MS = 1_500;
/** Orders remembered; older ones are over. */
const MOST_KNOWN = 500;

type Fields = Record<string, unknown>;

/** Decides what is heard of each event. One for the life of a session. */
export class EventEar {
  readonly #dealt = new Map<number, string>();
  readonly #stages = new Map<number, string>();
  readonly #warned = new Set<number>();

  /** The sound of an event; null for none. */
  soundOf(event: ThreadEvent): SoundEvent | null {
    if (event.kind === 'order') return this.#ofOrder(event.order);
    if (event.kind !== 'channel' || typeof event.data !== 'object' || event.data === null) return null;
    if (event.channel === 'positions') return this.#ofPositions(event.data as Fields[]);
    if (event.channel === 'contracts') return this.#ofContract(event.data as Fields);
    return event.channel === 'qtOrders' ? this.#ofSeconds(event.data as Fields) : null;
  }

  #ofOrder({ id, dealAmount, status }: SpotOrder): SoundEvent | null {
    const before = this.#dealt.get(id) ?? '0';
    remember(this.#dealt, id, dealAmount);
    return Number(dealAmount) > Number(before) && status !== SPOT_STATUS.cancelled ? 'fill' : null;
  }

  #ofContract({ id, status, closeType, holdAmount, openTime, updateTime }: Fields): SoundEvent | null {
    const stage = `${String(status)} ${String(holdAmount)}`;
    const before = this.#stages.get(Number(id));
    remember(this.#stages, Number(id), stage);
    if (before === stage || (status !== CONTRACT_STATUS.holding && status !== CONTRACT_STATUS.closed)) return null;
    // The first word of one that was held before this page: its margin or its triggers changed.
    if (before === undefined && status === CONTRACT_STATUS.holding && Number(updateTime) - Number(openTime) > FRESH_MS)
      return null;
    return closeType === CLOSE_TYPE.liquidation ? 'risk' : 'fill';
  }

  #ofSeconds({ id, result }: Fields): SoundEvent | null {
    const before = this.#stages.get(Number(id));
    remember(this.#stages, Number(id), String(result));
    if (before === result) return null;
    return result === 'win' || result === 'lose' ? result : null;
  }

  #ofPositions(list: readonly Fields[]): SoundEvent | null {
    let warns = false;
    for (const { id, riskRate } of Array.isArray(list) ? list : []) {
      const rate = Number(riskRate);
      if (rate < CALM_RATE) this.#warned.delete(Number(id));
      if (rate < WARN_RATE || this.#warned.has(Number(id))) continue;
      this.#warned.add(Number(id));
      warns = true;
    }
    return warns ? 'risk' : null;
  }
}

function remember(known: Map<number, string>, id: number, text: string): void {
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(id, text);
}

/** Plays what is heard of the account's events; to be given each. */
export function listenToEvents(): (event: ThreadEvent) => void {
  const ear = new EventEar();
  return (event) => {
    const sound = ear.soundOf(event);
    if (sound !== null) playSound(sound);
  };
}
