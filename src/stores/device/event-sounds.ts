// Sounds of account events: fills, results of binary options, and positions close to liquidation.
import { CLOSE_TYPE, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import { SPOT_STATUS, type SpotOrder } from '../../../core/orders/spot-order.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { vibrate } from '../../lib/haptics.ts';
import { type SoundEvent, playSound } from './sounds.ts';

/** Margin ratio of the warning; the position's card turns red at the same rate. */
const WARN_RATE = 0.8;
/** Margin ratio below which the position may warn again. */
const CALM_RATE = 0.7;
/** A position opened longer ago than this when its first event arrives is not new. */
const MAX_AGE_MS = 1_500;
/** Maximum orders remembered; older ones are closed. */
const MAX_KNOWN = 500;

type Fields = Record<string, unknown>;

/** Chooses the sound of each event. One instance a session. */
export class EventSounds {
  readonly #filled = new Map<number, string>();
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
    const before = this.#filled.get(id) ?? '0';
    remember(this.#filled, id, dealAmount);
    return Number(dealAmount) > Number(before) && status !== SPOT_STATUS.cancelled ? 'fill' : null;
  }

  #ofContract({ id, status, closeType, holdAmount, openTime, updateTime }: Fields): SoundEvent | null {
    const stage = `${String(status)} ${String(holdAmount)}`;
    const before = this.#stages.get(Number(id));
    remember(this.#stages, Number(id), stage);
    if (before === stage || (status !== CONTRACT_STATUS.holding && status !== CONTRACT_STATUS.closed)) return null;
    // First event of a position opened earlier: only its margin or triggers changed.
    if (
      before === undefined &&
      status === CONTRACT_STATUS.holding &&
      Number(updateTime) - Number(openTime) > MAX_AGE_MS
    )
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
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(id, text);
}

/** Returns a handler that plays the sound of each account event. */
export function createEventSounds(): (event: ThreadEvent) => void {
  const eventSounds = new EventSounds();
  return (event) => {
    const sound = eventSounds.soundOf(event);
    if (sound !== null) playSound(sound);
    if (sound === 'fill') vibrate();
  };
}
