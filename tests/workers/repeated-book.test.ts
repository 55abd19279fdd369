// Books while messages are lost or come twice: what is shown as verified is the newest that came.
import { beforeEach, expect, it } from 'vitest';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import { BookSync, RESYNC_TIMEOUT_MS } from '../../workers/book/book-sync.ts';
import { OrderBook } from '../../workers/book/order-book.ts';
import { type BookEvent, bookEvent } from '../../workers/decode/decoded-event.ts';
import { seeded } from '../support/data/seeded-random.ts';

let asked = 0;
let sync: BookSync;
/** The bids of the exchange. */
let bids: Map<number, number>;

beforeEach(() => {
  asked = 0;
  bids = new Map([[100, 5]]);
  sync = new BookSync(0, () => {
    asked++;
  });
});

function event(snapshot: boolean, seq: number, levels: Iterable<[number, number]>): BookEvent {
  const whole = bookEvent();
  for (const level of bids) whole.bids.data.set(level, whole.bids.add());
  const book = new OrderBook(0);
  book.replace(whole);
  const sent = { ...bookEvent(), snapshot, seq, prevSeq: seq - 1, ts: seq, pts: seq, cs: book.checksum };
  for (const level of levels) sent.bids.data.set(level, sent.bids.add());
  return sent;
}
const snapshot = (seq: number): BookEvent => event(true, seq, bids);
function delta(seq: number, price: number, lots: number): BookEvent {
  if (lots === 0) bids.delete(price);
  else bids.set(price, lots);
  return event(false, seq, [[price, lots]]);
}
const exchange = (): string => JSON.stringify([...bids].sort(([a], [b]) => b - a));
const shown = ({ book } = sync): string =>
  JSON.stringify(Array.from({ length: book.bids.length }, (_, i) => [book.bids.priceAt(i), book.bids.lotsAt(i)]));

it.each<[string, (changed: BookEvent, old: BookEvent) => void]>([
  ['a change failed its checksum', (changed) => void sync.accept({ ...changed, cs: 12_345 }, 0)],
  ['a heartbeat named a change that never came', () => void sync.onHeartbeat(11, 0)],
  ['a repeated old change followed that', (_, old) => void (sync.onHeartbeat(11, 0), sync.accept(old, 0))],
])('an old snapshot that comes again in a repair is not taken for the answer: %s', (_, lose) => {
  const first = snapshot(9);
  sync.accept(first, 0);
  const old = delta(10, 99, 1);
  sync.accept(old, 0);
  const second = snapshot(10);
  lose(delta(11, 98, 1), old);
  for (const repeated of [first, second, first]) {
    sync.accept(repeated, 100);
    expect(sync.state).toBe(BOOK_STATE.repairing);
  }
  sync.accept(snapshot(12), 200);
  expect([sync.state, sync.book.seq, shown()]).toEqual([BOOK_STATE.live, 12, exchange()]);
});

it('after a wrong sequence came last, the answer is taken at the latest after the time-out', () => {
  sync.accept(snapshot(10), 0);
  sync.onHeartbeat(9_000, 0);
  sync.accept(snapshot(11), 100);
  expect([sync.state, asked]).toEqual([BOOK_STATE.repairing, 1]);
  sync.check(RESYNC_TIMEOUT_MS);
  sync.accept(snapshot(11), RESYNC_TIMEOUT_MS);
  expect([sync.state, asked]).toEqual([BOOK_STATE.live, 2]);
});

it('a restarted exchange may count from lower numbers, and give a number a second time', () => {
  sync.accept(snapshot(10), 0);
  sync.accept(delta(11, 99, 1), 0);
  sync.onDisconnected();
  sync.onSubscribed(0);
  sync.accept(snapshot(10), 0);
  sync.accept(delta(11, 98, 1), 0);
  expect([sync.state, sync.book.seq, asked, shown()]).toEqual([BOOK_STATE.live, 11, 0, exchange()]);
});

it.each([71, 73])('lost and repeated messages (seed %d)', (seed) => {
  const random = seeded(seed);
  sync.onSubscribed(0);
  const came: BookEvent[] = [];
  const states = new Map<number, string>();
  let newest = 0;
  let wasLive = 0;
  for (let seq = 1; seq < 3_000; seq++) {
    const stampMs = seq * 50;
    const before = asked;
    const send = (sent: BookEvent): void => {
      states.set(seq, exchange());
      if (random() < 0.03) return;
      newest = seq;
      came.push(sent);
      sync.accept(sent, stampMs);
    };
    send(seq === 1 ? snapshot(seq) : delta(seq, 100 + Math.floor(random() * 20), Math.floor(random() * 5)));
    for (const repeated of came.slice(-40)) if (random() < 0.01) sync.accept(repeated, stampMs);
    if (random() < 0.05) {
      newest = seq;
      sync.onHeartbeat(seq, stampMs);
    }
    if (asked > before && random() > 0.2) send(snapshot(seq));
    if (seq % 20 === 0) sync.check(stampMs);
    if (sync.state !== BOOK_STATE.live) continue;
    wasLive++;
    expect([sync.book.seq, shown()], `seed ${seed} seq ${seq}`).toEqual([newest, states.get(newest)]);
  }
  expect(wasLive).toBeGreaterThan(1_000);
});
