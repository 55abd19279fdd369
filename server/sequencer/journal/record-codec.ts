// Bytes of a journal record: the commands of one commit, chained to the record before by hash.
import { createHash } from 'node:crypto';
import { Packr } from 'msgpackr';
import { HASH_BYTES } from '../../../core/encoding/bytes.ts';
import type { Command } from '../../exchange/command.ts';
import type { Machine } from '../../exchange/machine.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { SecondsReceipt } from '../../../core/orders/binary-option-order.ts';

/** A command with its number and stamp. */
export interface JournalEntry {
  seq: number;
  ts: EpochMs;
  command: Command;
}

/** Last ids that the machine has assigned. */
export type IdCounters = ReturnType<Machine['counters']>;

/** The commands of one commit, dense in their numbers; `counters` are those of the machine after the last of them. */
export interface JournalRecord {
  entries: JournalEntry[];
  counters: IdCounters;
  /** Digest of the outcomes of these commands; null in records of version 1. */
  digest: number | null;
  /** Receipts of the binary options that were bought, by order: a later signature would name a later root (S12). */
  receipts?: ReadonlyMap<number, SecondsReceipt>;
}

/**
 * Layout, numbers in big-endian order:
 *   0  u8   version of the layout
 *   1  u32  commands
 *   5  u64  number of the last command
 *  13  32   hash of the record before; zeros for the first
 *  45       msgpack: [counters, first stamp in ms, [[ms since the stamp before, command], ...], digest of the outcomes,
 *           [[order, receipt], ...] where there are receipts]
 * end  32   SHA-256 of all bytes before
 */
const VERSION = 2;
/** Records of this version have no digest. */
const VERSION_1 = 1;
const HEAD_BYTES = 45;

/** Hash that the first record follows. */
export const NO_RECORD: Uint8Array = new Uint8Array(HASH_BYTES);

/** Shapes of objects are written once a record; bigints come back as such, those beyond 64 bits too. */
export const MSGPACK = { useRecords: true, int64AsType: 'bigint', useBigIntExtension: true } as const;
const packr = new Packr(MSGPACK);

type Payload = [
  counters: number[],
  firstTs: EpochMs,
  commands: [afterMs: number, Command][],
  digest?: number | null | undefined,
  receipts?: [orderId: number, SecondsReceipt][],
];

/** Throws Error when there is no command, or their numbers are not dense. */
export function encodeRecord({ entries, counters, digest, receipts }: JournalRecord, prev: Uint8Array): Uint8Array {
  const last = entries.at(-1);
  if (!last || last.seq - entries[0]!.seq !== entries.length - 1) throw new Error('a record needs dense numbers');
  const payload: Payload = [
    [counters.orderId, counters.dealId, counters.contractId, counters.fundId, counters.secondsId],
    entries[0]!.ts,
    entries.map(({ ts, command }, at) => [ts - (entries[at - 1]?.ts ?? ts), command]),
    digest,
  ];
  if (receipts && receipts.size > 0) payload.push([...receipts]);
  const packed = packr.pack(payload);
  const record = Buffer.allocUnsafe(HEAD_BYTES + packed.length + HASH_BYTES);
  record.writeUInt8(VERSION, 0);
  record.writeUInt32BE(entries.length, 1);
  record.writeBigUInt64BE(BigInt(last.seq), 5);
  record.set(prev, 13);
  record.set(packed, HEAD_BYTES);
  record.set(contentHash(record), record.length - HASH_BYTES);
  return record;
}

/** The hash by which the next record refers to this one. */
export function hashOf(record: Uint8Array): Uint8Array {
  return record.subarray(-HASH_BYTES);
}

/** Hash of the record that this one follows. */
export function prevOf(record: Uint8Array): Uint8Array {
  return record.subarray(13, HEAD_BYTES);
}

/** A whole record in a layout that this version does not read. */
export class UnknownRecordVersion extends Error {}

/**
 * Throws UnknownRecordVersion on a whole record of a version that is not known, Error on bytes that are no whole,
 * unchanged record.
 */
export function decodeRecord(bytes: Uint8Array): JournalRecord {
  const record = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (record.length <= HEAD_BYTES + HASH_BYTES) throw new Error('a journal record is cut');
  if (!contentHash(record).equals(hashOf(record))) throw new Error('a journal record does not match its hash');
  const version = record.readUInt8(0);
  if (version !== VERSION && version !== VERSION_1)
    throw new UnknownRecordVersion(`a journal record has version ${version}, this version reads ${VERSION}`);
  const count = record.readUInt32BE(1);
  const firstSeq = Number(record.readBigUInt64BE(5)) - count + 1;
  const [ids, firstTs, commands, digest = null, receipts = []] = packr.unpack(
    record.subarray(HEAD_BYTES, -HASH_BYTES),
  ) as Payload;
  const [orderId = 0, dealId = 0, contractId = 0, fundId = 0, secondsId = 0] = ids;
  let ts = firstTs;
  return {
    counters: { orderId, dealId, contractId, fundId, secondsId },
    digest,
    ...(receipts.length > 0 && { receipts: new Map(receipts) }),
    entries: commands.map(([afterMs, command], at) => ({ seq: firstSeq + at, ts: (ts += afterMs), command })),
  };
}

function contentHash(record: Uint8Array): Buffer {
  return createHash('sha256').update(record.subarray(0, -HASH_BYTES)).digest();
}
