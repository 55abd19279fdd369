// Bytes of a journal record: what goes in comes out, and no changed or cut record is read.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../server/exchange/command.ts';
import {
  type JournalRecord,
  NO_RECORD,
  decodeRecord,
  encodeRecord,
  hashOf,
  prevOf,
} from '../../../../server/sequencer/journal/record-codec.ts';
import { contractStream } from '../../../support/exchange/random-contracts.ts';
import { randomCommands } from '../../../support/exchange/random-commands.ts';
import { ALICE, BTC, place } from '../../../support/exchange/spot-fixture.ts';

const counters = { orderId: 9_007_199_254_740_991, dealId: 2, contractId: 3, fundId: 0, secondsId: 4_294_967_296 };

function recordOf(commands: readonly Command[], firstSeq = 1): JournalRecord {
  return {
    counters,
    digest: 4_294_967_295,
    entries: commands.map((command, at) => ({ seq: firstSeq + at, ts: 1_700_000_000_000 + 7 * at, command })),
  };
}

const some = (): Command[] => [
  ...randomCommands(11, 150),
  ...contractStream(12, 150, { lastContractId: () => 40, botOrders: () => [1, 2, 3] }),
  place(ALICE, 'sell', 2000, 10_000, { totalUnits: 2n ** 62n, clientNo: 'größer-取引' }),
  { kind: 'addMargin', uid: ALICE, contractId: 5, units: -1n, clientNo: undefined },
  {
    kind: 'placeSeconds',
    uid: ALICE,
    coinInfoId: BTC,
    direction: 'up',
    periodS: 30,
    amountUnits: 0n,
    seenUnits: 5n,
    slipE8: 0,
    profitRateE8: null,
    clientNo: 'z',
  },
  { kind: 'restart', uid: 1 },
];

describe('a journal record', () => {
  it('returns amounts of any size, which a user may send and the machine refuses', () => {
    const units = [2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n) - 1n, 2n ** 64n, 10n ** 26n, 10n ** 80n, -(10n ** 80n)];
    const record = recordOf(units.map((some) => place(ALICE, 'buy', 2000, 1, { totalUnits: some })));
    expect(decodeRecord(encodeRecord(record, NO_RECORD))).toStrictEqual(record);
  });

  it('returns each command of every kind as it was, with its number and stamp', () => {
    const record = recordOf(some(), 4_294_967_290);
    expect(decodeRecord(encodeRecord(record, NO_RECORD))).toStrictEqual(record);
  });

  it('names the record before by its hash', () => {
    const first = encodeRecord(recordOf([{ kind: 'restart', uid: 1 }]), NO_RECORD);
    const second = encodeRecord(recordOf([{ kind: 'restart', uid: 1 }], 2), hashOf(first));
    expect(Buffer.from(prevOf(second)).equals(hashOf(first))).toBe(true);
    expect(Buffer.from(hashOf(first)).equals(createHash('sha256').update(first.subarray(0, -32)).digest())).toBe(true);
  });

  it('is refused with any bit of any byte changed, cut anywhere, or with more behind it', () => {
    const record = encodeRecord(recordOf(some().slice(0, 6)), NO_RECORD);
    for (let at = 0; at < record.length; at += 1) {
      const flipped = Uint8Array.from(record);
      flipped[at]! ^= 1 << (at % 8);
      expect(() => decodeRecord(flipped), `byte ${at}`).toThrow(/does not match its hash/);
      expect(() => decodeRecord(record.slice(0, at)), `cut at ${at}`).toThrow(/is cut|does not match its hash/);
    }
    expect(() => decodeRecord(Buffer.concat([record, Buffer.of(0)]))).toThrow(/does not match its hash/);
  });

  it('of version 1 has no digest', () => {
    const { digest: _, ...earlier } = recordOf(some());
    const record = Buffer.from(encodeRecord({ ...earlier, digest: null }, NO_RECORD));
    record[0] = 1;
    record.set(createHash('sha256').update(record.subarray(0, -32)).digest(), record.length - 32);
    expect(decodeRecord(record)).toStrictEqual({ ...earlier, digest: null });
  });

  it('of another version is refused by name', () => {
    const record = Buffer.from(encodeRecord(recordOf([{ kind: 'restart', uid: 1 }]), NO_RECORD));
    record[0] = 3;
    record.set(createHash('sha256').update(record.subarray(0, -32)).digest(), record.length - 32);
    expect(() => decodeRecord(record)).toThrow(/has version 3/);
  });

  it('needs commands, with dense numbers', () => {
    expect(() => encodeRecord(recordOf([]), NO_RECORD)).toThrow(/dense/);
    const gap = recordOf([
      { kind: 'restart', uid: 1 },
      { kind: 'restart', uid: 1 },
    ]);
    gap.entries[1]!.seq += 1;
    expect(() => encodeRecord(gap, NO_RECORD)).toThrow(/dense/);
  });
});
