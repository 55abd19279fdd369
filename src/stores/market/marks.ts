// Mark prices of contract markets, filled while a view subscribes to them.
import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals-react';
import * as v from 'valibot';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { onThreadEvent } from './frame-receiver.ts';

/** Strings of the wire; '' before they are known. `nextFundingTime` in ms, 0 where there is no funding. */
export interface MarkCells {
  mark: ReadonlySignal<string>;
  index: ReadonlySignal<string>;
  fundingRate: ReadonlySignal<string>;
  nextFundingTime: ReadonlySignal<number>;
}

interface Followed {
  mark: Signal<string>;
  index: Signal<string>;
  fundingRate: Signal<string>;
  nextFundingTime: Signal<number>;
  /** Components that follow it. */
  users: number;
}

const cells = new Map<number, Followed>();
const schema = v.looseObject({
  mark: v.string(),
  index: v.string(),
  fundingRate: v.optional(v.string(), ''),
  nextFundingTime: v.optional(v.number(), 0),
});

export function markOf(coinInfoId: number): MarkCells {
  return writable(coinInfoId);
}

/** Begins to follow a market's mark. The returned function ends it: no later visit shows what this one leaves. */
export function followMark(coinInfoId: number): () => void {
  const own = writable(coinInfoId);
  own.users += 1;
  return () => {
    own.users -= 1;
    if (own.users > 0) return;
    batch(() => {
      own.mark.value = own.index.value = own.fundingRate.value = '';
      own.nextFundingTime.value = 0;
    });
  };
}

function writable(coinInfoId: number): Followed {
  const known = cells.get(coinInfoId);
  if (known) return known;
  const fresh = {
    mark: signal(''),
    index: signal(''),
    fundingRate: signal(''),
    nextFundingTime: signal(0),
    users: 0,
  };
  cells.set(coinInfoId, fresh);
  return fresh;
}

// Starts with the first page that imports this store.
onThreadEvent(handleMarksEvent);

/** Applies an event. Invalid data is logged and ignored, as is a mark that no component follows any more. */
export function handleMarksEvent(event: ThreadEvent): void {
  if (event.kind !== 'channel' || event.channel !== 'mark') return;
  const read = v.safeParse(schema, event.data);
  if (!read.success) return console.warn('mark event invalid', read.issues[0].message);
  const own = writable(event.coinInfoId);
  if (own.users === 0) return;
  own.mark.value = read.output.mark;
  own.index.value = read.output.index;
  own.fundingRate.value = read.output.fundingRate;
  own.nextFundingTime.value = read.output.nextFundingTime;
}
