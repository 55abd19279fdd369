// Seeded faults over real sockets: detected with the next message, repaired, never shown.
import { describe, expect, it } from 'vitest';
import { chanceFeed } from '../../bench/faults/feed-server.ts';
import { WAYS } from '../../bench/faults/corrupt.ts';
import { runFaults } from '../../bench/faults/fault-run.ts';
import { ReferenceBooks } from '../../bench/faults/reference-book.ts';
import { Watch, emptyTally } from '../../bench/faults/watch.ts';
import { channelKey } from '../../core/feed/feed-protocol.ts';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { BookSync } from '../../workers/book/book-sync.ts';
import { JsonDecoder } from '../../workers/decode/json-decoder.ts';
import { seeded } from '../support/data/seeded-random.ts';

const FAULTS = 400;

describe('corrupt messages between server and worker', () => {
  it.each([1, 2])('seed %i: detected within a message, repaired, no wrong book painted', async (seed) => {
    const tally = emptyTally();
    const { injected, painted } = await runFaults(chanceFeed(20, 20, seeded(seed)), FAULTS, seeded(seed), tally);
    console.log(`seed ${seed}: ${JSON.stringify(tally.injected)}, ${painted.books} books painted`);
    expect(injected).toBeGreaterThanOrEqual(FAULTS);
    expect(Object.keys(tally.injected).toSorted()).toEqual(Object.keys(WAYS).toSorted());
    expect(tally.missed).toEqual([]);
    expect(Math.max(...tally.detectedAfter)).toBeLessThanOrEqual(1);
    expect(tally.repairMs.length).toBe(tally.detectedAfter.length);
    expect([painted.wrong, painted.wrongPast, painted.examples]).toEqual([0, 0, []]);
    expect(painted.books).toBeGreaterThan(50);
  });
});

it("a message that strays to another book is not taken for the detection of that book's own fault", () => {
  const feed = chanceFeed(2, 5, seeded(1));
  const texts = Array.from({ length: 10 }, () => feed.next()!);
  const [a, b] = [texts.filter((_, i) => i % 2 === 0), texts.filter((_, i) => i % 2 === 1)];
  const syncs = new Map(
    feed.infos.map(({ id }) => [
      channelKey({ channel: 'books', coinInfoId: id, depth: 5, interval: 0 }),
      new BookSync(5, () => {}),
    ]),
  );
  const decoder = new JsonDecoder();
  decoder.setInstruments(new Map(feed.infos.map((info) => [info.id, instrumentOf(info)])));
  // The first book's third message is repeated; the fourth of the second carries the first one's id.
  const names = Object.keys(WAYS);
  const way = (name: string): number => (names.indexOf(name) + 0.5) / names.length;
  const chances = [0.1, way('duplicate'), 0.9, 0.1, way('digit'), 0, 0.95];
  const tally = emptyTally();
  const watch = new Watch(
    feed.infos,
    new ReferenceBooks(feed.infos),
    () => chances.shift()!,
    0.5,
    (key) => syncs.get(key),
    tally,
  );
  for (const sent of [a[0]!, b[0]!, a[1]!, b[1]!, a[2]!, b[2]!, b[3]!, a[3]!, b[4]!]) {
    for (const text of watch.pass(sent)) {
      const event = decoder.decode(text);
      if (event.kind === 'book')
        syncs
          .get(channelKey({ channel: 'books', coinInfoId: event.coinInfoId, depth: 5, interval: 0 }))!
          .accept(event, 0);
      watch.taken(text);
    }
  }
  expect(chances).toEqual([]);
  expect(tally).toMatchObject({ injected: { duplicate: 1, digit: 1 }, masked: 1, detectedAfter: [1], missed: [] });
  expect(watch.underWay).toBe(0);
});
