// The clock's secrets (S15): a beat needs the committed one, once a second and not before its instant.
import { describe, expect, it } from 'vitest';
import { type IndexTick } from '../../../core/risk/binary-option.ts';
import { INSTANT_SPAN_MS, instantMs, instantsHold } from '../../../core/proofs/tick-instants.ts';
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import { SecretChain } from '../../../server/clock/secret-chain.ts';
import { contractInstruments } from '../../support/exchange/contract-fixture.ts';
import { T0, binaryOptionExchange } from '../../support/exchange/binary-option-fixture.ts';
import { sha256 } from '../../support/data/proof-crypto.ts';

const chain: Uint8Array[] = [sha256(Uint8Array.of(7))];
while (chain.length < 200) chain.unshift(sha256(chain[0]!));
const text = (secret: Uint8Array): string => Buffer.from(secret).toString('hex');
const beatOf = (secret: Uint8Array | undefined): Command => ({
  kind: 'clock',
  uid: EXCHANGE_UID,
  ...(secret && { secret: text(secret) }),
});
/** On a whole second, after a commitment to the chain: `chain[1]` is next. */
function committed() {
  const exchange = binaryOptionExchange();
  exchange.run({ kind: 'commitClock', uid: EXCHANGE_UID, head: text(chain[0]!) });
  exchange.nowMs = T0 + 60_000;
  return exchange;
}

describe('S15: a beat', () => {
  it('is accepted from the instant of its secret to the end of that second, and refused before', () => {
    for (const [offset, code] of [
      [-1, 1400],
      [0, 0],
      [1, 0],
      [999 - instantMs(chain[1]!), 0],
    ] as const) {
      const exchange = committed();
      exchange.nowMs += instantMs(chain[1]!) + offset;
      const before = exchange.machine.stateHash();
      const { answer, events } = exchange.run(beatOf(chain[1]));
      expect('code' in answer ? answer.code : 0, `offset ${offset}`).toBe(code);
      if (code !== 0) expect([events, exchange.machine.stateHash()]).toEqual([[], before]);
      else
        expect(events.flatMap((event) => (event.kind === 'index' ? [event.secret] : []))).toEqual([
          text(chain[1]!),
          text(chain[1]!),
        ]);
    }
  });

  it('is refused with a changed, a skipped, a used or no secret', () => {
    const exchange = committed();
    exchange.nowMs += 999;
    const bent = Uint8Array.from(chain[1]!);
    bent[31]! ^= 1;
    for (const secret of [bent, chain[2], chain[0], undefined])
      expect(exchange.run(beatOf(secret)).answer).toMatchObject({ code: 1400 });
    expect(
      exchange.run({ kind: 'clock', uid: EXCHANGE_UID, secret: text(chain[1]!).toUpperCase() }).answer,
    ).toMatchObject({
      code: 1400,
    });
    expect(exchange.run(beatOf(chain[1])).answer).toEqual({ orders: [] });
    // One a second, each secret once.
    expect(exchange.run(beatOf(chain[1])).answer).toMatchObject({ code: 1400 });
    expect(exchange.run(beatOf(chain[2])).answer).toMatchObject({ code: 1400 });
    exchange.nowMs += 1000;
    expect(exchange.run(beatOf(chain[2])).answer).toEqual({ orders: [] });
  });

  it('has no secret before the first commitment', () => {
    const exchange = binaryOptionExchange();
    expect(exchange.run(beatOf(chain[1])).answer).toMatchObject({ code: 1400 });
    expect(exchange.beat().answer).toEqual({ orders: [] });
  });
});

describe('S15: a new chain', () => {
  it('is accepted only after a second without a beat, and voids the old one', () => {
    const exchange = committed();
    exchange.nowMs += 999;
    exchange.run(beatOf(chain[1]));
    const commit = (head: string) => exchange.run({ kind: 'commitClock', uid: EXCHANGE_UID, head }).answer;
    expect(commit(text(chain[100]!))).toMatchObject({ code: 1400 });
    exchange.nowMs += 1_000;
    expect(commit(text(chain[100]!))).toMatchObject({ code: 1400 });
    exchange.nowMs += 1_000;
    expect(commit('xyz')).toMatchObject({ code: 1400 });
    expect(commit(text(chain[100]!))).toEqual({ orders: [] });
    expect(exchange.run(beatOf(chain[2])).answer).toMatchObject({ code: 1400 });
    expect(exchange.run(beatOf(chain[101])).answer).toEqual({ orders: [] });
  });

  it('is part of the state: a replay gives the same hash', () => {
    const exchange = committed();
    for (let at = 1; at < 100; at += 1) {
      exchange.nowMs = T0 + 60_000 + at * 1000 + instantMs(chain[at]!);
      expect(exchange.run(beatOf(chain[at])).answer).toEqual({ orders: [] });
    }
    const again = new Machine(contractInstruments());
    exchange.tape.forEach(({ ts, command }, at) => again.apply({ seq: at + 1, ts }, command));
    expect(again.stateHash()).toBe(exchange.machine.stateHash());
    expect(again.clock()).toEqual({ head: text(chain[99]!), second: (T0 + 60_000) / 1000 + 99, beats: 100 });
  });

  it('made by the process is 256 bits of chance hashed to its head, and instants are spread over their part of the second', async () => {
    const [one, other] = [await SecretChain.create(3_000), await SecretChain.create(3)];
    expect(one.head).not.toBe(other.head);
    let head = one.head;
    const parts = Array.from({ length: 10 }, () => 0);
    for (let at = 0; at < 3_000; at += 1) {
      const secret = one.next!;
      expect(text(sha256(secret))).toBe(head);
      parts[Math.floor((instantMs(secret) / INSTANT_SPAN_MS) * 10)]! += 1;
      head = text(secret);
      one.advance();
    }
    expect(one.next).toBeNull();
    // 300 in each part are expected; six sigma are 100.
    expect(Math.min(...parts)).toBeGreaterThan(200);
  });
});

describe('S15: what a proof shows of instants', () => {
  const ticks = (): IndexTick[] =>
    chain
      .slice(1, 20)
      .map((secret, at) => ({ seq: at + 1, ts: T0 + at * 1000 + instantMs(secret), priceE8: 1n, secret }));

  it('accepts true instants, also late ones, and a new chain after a pause', async () => {
    expect(await instantsHold(ticks(), sha256)).toBe(true);
    expect(
      await instantsHold(
        ticks().map((tick) => ({ ...tick, ts: tick.ts + 249 })),
        sha256,
      ),
    ).toBe(true);
    const paused = [
      ...ticks(),
      ...chain
        .slice(100, 110)
        .map((secret, at) => ({ seq: 20 + at, ts: T0 + (20 + at) * 1000 + instantMs(secret), priceE8: 1n, secret })),
    ];
    expect(await instantsHold(paused, sha256)).toBe(true);
  });

  it('refuses a changed or skipped secret, an early instant, two ticks in a second, or none', async () => {
    const bend = (change: (tick: IndexTick) => Partial<IndexTick>) =>
      instantsHold(
        ticks().map((tick, at) => (at === 9 ? { ...tick, ...change(tick) } : tick)),
        sha256,
      );
    expect(await bend(() => ({ secret: chain[11]!, ts: T0 + 9_999 }))).toBe(false);
    expect(await bend(({ ts, secret }) => ({ ts: instantMs(secret!) > 0 ? ts - 1 : ts - 1000 }))).toBe(false);
    expect(await bend(() => ({ ts: T0 + 8_999 }))).toBe(false);
    expect(await bend(() => ({ secret: undefined }))).toBe(false);
    for (let bit = 0; bit < 256; bit += 1) {
      expect(
        await bend(({ secret }) => {
          const bent = Uint8Array.from(secret!);
          bent[bit >> 3]! ^= 1 << (bit & 7);
          return { secret: bent, ts: T0 + 9_999 };
        }),
      ).toBe(false);
    }
  });
});
