// The next tick of an index, linked by its hash to the one before: whoever holds a later hash holds every price before it (S3).
import { createHash } from 'node:crypto';
import { HASH_BYTES, NO_HASH, fromHex, hex } from '../../../contract/bytes.ts';
import { tickBytes } from '../../../contract/proof-layout.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { PriceTicks } from '../../../contract/units.ts';
import { addRecent } from '../closing/window.ts';
import type { IndexEvent } from '../event.ts';
import type { IndexDesk } from './index-price.ts';

/** Moves the desk on to its next tick, and answers it. */
export function nextTick(desk: IndexDesk, ts: EpochMs, priceTicks: PriceTicks): IndexEvent {
  const { coinInfoId } = desk;
  const prev = fromHex(desk.hash, HASH_BYTES) ?? NO_HASH;
  const seq = desk.seq + 1;
  const hash = createHash('sha256').update(tickBytes(prev, coinInfoId, { seq, ts, priceE8: BigInt(priceTicks) * desk.tickE8 })).digest('hex');
  Object.assign(desk, { seq, priceTicks, ts, hash });
  addRecent(desk.recent, { seq, ts, priceTicks, prev: hex(prev) });
  return { kind: 'index', coinInfoId, seq, ts, priceTicks, prev: hex(prev), hash };
}
