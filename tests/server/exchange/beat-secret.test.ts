// The clock's secrets in the machine: only the one that was committed to beats, once a second, and not before its
// instant.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type IndexTick } from '../../../core/risk/binary-option.ts';
import { INSTANT_SPAN_MS, instantMs, instantsHold } from '../../../core/proofs/tick-instants.ts';
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { createMachine } from '../../../server/exchange/machine.ts';
import { SecretChain } from '../../../server/venues/secret-chain.ts';
import { contractInstruments } from './contract-fixture.ts';
import { T0, secondsDesk } from './binary-option-fixture.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const chain: Uint8Array[] = [sha256(Uint8Array.of(7))];
while (chain.length < 200) chain.unshift(sha256(chain[0]!));
const text = (secret: Uint8Array): string => Buffer.from(secret).toString('hex');
const beatOf = (secret: Uint8Array | undefined): Command => ({
  kind: 'clock',
  uid: EXCHANGE_UID,
  ...(secret && { secret: text(secret) }),
});
/** On a whole second, with the chain committed to: `chain[1]` is next. */
function committed() {
  const desk = secondsDesk();
  desk.run({ kind: 'commitClock', uid: EXCHANGE_UID, head: text(chain[0]!) });
  desk.nowMs = T0 + 60_000;
  return desk;
}

describe('S15: a beat', () => {
  it('is made at the instant of its secret or later in that second, and refused before it, with nothing changed', () => {
    for (const [offset, code] of [
      [-1, 1400],
      [0, 0],
      [1, 0],
      [999 - instantMs(chain[1]!), 0],
    ] as const) {
      const desk = committed();
      desk.nowMs += instantMs(chain[1]!) + offset;
      const before = desk.machine.stateHash();
      const { answer, events } = desk.run(beatOf(chain[1]));
      expect('code' in answer ? answer.code : 0, `offset ${offset}`).toBe(code);
      if (code !== 0) expect([events, desk.machine.stateHash()]).toEqual([[], before]);
      else
        expect(events.flatMap((event) => (event.kind === 'index' ? [event.secret] : []))).toEqual([
          text(chain[1]!),
          text(chain[1]!),
        ]);
    }
  });

  it('with a bent, a skipped, a used or no secret is refused', () => {
    const desk = committed();
    desk.nowMs += 999;
    const bent = Uint8Array.from(chain[1]!);
    bent[31]! ^= 1;
    for (const secret of [bent, chain[2], chain[0], undefined])
      expect(desk.run(beatOf(secret)).answer).toMatchObject({ code: 1400 });
    expect(desk.run({ kind: 'clock', uid: EXCHANGE_UID, secret: text(chain[1]!).toUpperCase() }).answer).toMatchObject({
      code: 1400,
    });
    expect(desk.run(beatOf(chain[1])).answer).toEqual({ orders: [] });
    // One a second, each secret once.
    expect(desk.run(beatOf(chain[1])).answer).toMatchObject({ code: 1400 });
    expect(desk.run(beatOf(chain[2])).answer).toMatchObject({ code: 1400 });
    desk.nowMs += 1000;
    expect(desk.run(beatOf(chain[2])).answer).toEqual({ orders: [] });
  });

  it('of an exchange that has committed to nothing has no secret', () => {
    const desk = secondsDesk();
    expect(desk.run(beatOf(chain[1])).answer).toMatchObject({ code: 1400 });
    expect(desk.beat().answer).toEqual({ orders: [] });
  });
});

describe('S15: a new chain', () => {
  it('begins after a second without a beat only, and the old one is void from then on', () => {
    const desk = committed();
    desk.nowMs += 999;
    desk.run(beatOf(chain[1]));
    const commit = (head: string) => desk.run({ kind: 'commitClock', uid: EXCHANGE_UID, head }).answer;
    expect(commit(text(chain[100]!))).toMatchObject({ code: 1400 });
    desk.nowMs += 1_000;
    expect(commit(text(chain[100]!))).toMatchObject({ code: 1400 });
    desk.nowMs += 1_000;
    expect(commit('xyz')).toMatchObject({ code: 1400 });
    expect(commit(text(chain[100]!))).toEqual({ orders: [] });
    expect(desk.run(beatOf(chain[2])).answer).toMatchObject({ code: 1400 });
    expect(desk.run(beatOf(chain[101])).answer).toEqual({ orders: [] });
  });

  it('is part of the state: a replay gives the same hash', () => {
    const desk = committed();
    for (let at = 1; at < 100; at += 1) {
      desk.nowMs = T0 + 60_000 + at * 1000 + instantMs(chain[at]!);
      expect(desk.run(beatOf(chain[at])).answer).toEqual({ orders: [] });
    }
    const again = createMachine(contractInstruments());
    desk.tape.forEach(({ ts, command }, at) => again.apply({ seq: at + 1, ts }, command));
    expect(again.stateHash()).toBe(desk.machine.stateHash());
    expect(again.clock()).toEqual({ head: text(chain[99]!), second: (T0 + 60_000) / 1000 + 99, beats: 100 });
  });

  it('made by the process is 256 bits of chance hashed to its head, and instants are spread over their part of the second', async () => {
    const [one, other] = [await SecretChain.of(3_000), await SecretChain.of(3)];
    expect(one.head).not.toBe(other.head);
    let head = one.head;
    const parts = Array.from({ length: 10 }, () => 0);
    for (let at = 0; at < 3_000; at += 1) {
      const secret = one.next!;
      expect(text(sha256(secret))).toBe(head);
      parts[Math.floor((instantMs(secret) / INSTANT_SPAN_MS) * 10)]! += 1;
      head = text(secret);
      one.use();
    }
    expect(one.next).toBeNull();
    // 300 each is expected; six sigma are 100.
    expect(Math.min(...parts)).toBeGreaterThan(200);
  });
});

describe('S15: what a proof shows of instants', () => {
  const ticks = (): IndexTick[] =>
    chain
      .slice(1, 20)
      .map((secret, at) => ({ seq: at + 1, ts: T0 + at * 1000 + instantMs(secret), priceE8: 1n, secret }));

  it('holds for real ones, also late, and after a pause with a new chain', async () => {
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

  it('does not for a bent or skipped secret, an early instant, two ticks in a second, or none', async () => {
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
