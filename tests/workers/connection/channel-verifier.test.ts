// Tickers, trades and candles are what came last: a repeated snapshot of an older state is none.
import { beforeEach, expect, it } from 'vitest';
import { hashOf } from '../../../server/feed/topics/running-checksum.ts';
import { TICKER_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { ChannelVerifier } from '../../../workers/connection/channel-verifier.ts';
import { Subscriptions } from '../../../workers/connection/subscriptions.ts';
import { type TickersEvent, tickersEvent } from '../../../workers/decode/decoded-event.ts';
import { Rows } from '../../../workers/decode/rows.ts';

let subscriptions: Subscriptions;
let verifier: ChannelVerifier;
let sent: string[];
let sum = 0;

beforeEach(() => {
  sum = 0;
  sent = [];
  subscriptions = new Subscriptions(
    (make) => {
      const text = make();
      if (text !== null) sent.push((JSON.parse(text) as { type: string }).type);
    },
    () => 0,
  );
  verifier = new ChannelVerifier(subscriptions, () => {});
  subscriptions.add({ channel: 'tickers' });
  subscriptions.resubscribeAll();
});

/** What the exchange publishes; a message adds its rows to the running checksum. */
function message(snapshot: boolean, seq: number, last: number): TickersEvent {
  const rows = new Rows(TICKER_FIELD.size);
  rows.data.fill(NaN, rows.add(), TICKER_FIELD.size);
  rows.data[TICKER_FIELD.id] = 2;
  rows.data[TICKER_FIELD.last] = last;
  const hash = hashOf([rows.data], TICKER_FIELD.size, (row, into) => into.set(row.subarray(0, TICKER_FIELD.size)));
  const cs0 = sum;
  sum = (sum + hash) >>> 0;
  return { ...tickersEvent(), snapshot, seq, prevSeq: seq - 1, pts: seq, rows, cs: sum, cs0 };
}
const accepts = (event: TickersEvent): boolean => verifier.accepts(subscriptions.channel('tickers')!, event);

it('a repeated snapshot is dropped, and what follows the newest message fits', () => {
  const first = message(true, 1, 100);
  const second = message(false, 2, 101);
  expect([first, second, first, message(false, 3, 102)].map(accepts)).toEqual([true, true, false, true]);
  expect(sent).toEqual(['subscribe']);
});

it('so it is while the channel is subscribed again', () => {
  const first = message(true, 1, 100);
  accepts(first);
  expect(accepts({ ...message(false, 2, 101), cs: 5 })).toBe(false);
  expect(accepts(first)).toBe(false);
  expect([accepts(message(true, 2, 101)), subscriptions.isSettled('tickers')]).toEqual([true, true]);
  verifier.onHeartbeat(subscriptions.channel('tickers')!, 3, 0);
  expect([accepts(first), subscriptions.isSettled('tickers')]).toEqual([false, false]);
  expect([accepts(message(true, 3, 102)), sent.length]).toEqual([true, 3]);
});

it('an exchange that counts from lower numbers is believed: on a new connection, and where it began again', () => {
  accepts(message(true, 900, 100));
  subscriptions.onDisconnected();
  subscriptions.resubscribeAll();
  expect(accepts({ ...message(true, 2, 100), pts: 10 })).toBe(true);
  expect(accepts({ ...message(true, 1, 102), pts: 11 })).toBe(true);
});

it('a wrong number that came last delays the answer by nothing', () => {
  accepts(message(true, 1, 100));
  verifier.onHeartbeat(subscriptions.channel('tickers')!, 9_000, 0);
  expect(accepts(message(true, 2, 101))).toBe(true);
});
