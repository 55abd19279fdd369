// The next tick of an index, linked by its hash to the tick before (S3).
import { createHash } from 'node:crypto';
import { HASH_BYTES, NO_HASH, fromHex, hex } from '../../../core/encoding/bytes.ts';
import { tickBytes } from '../../../core/proofs/proof-layout.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { addRecent } from '../closing/settlement-window.ts';
import type { IndexEvent } from '../event.ts';
import type { IndexState } from './index-price.ts';

/**
 * Adds the next tick to the index and returns it. `secret` (hex) named its instant; absent before the clock's first
 * commitment.
 */
export function nextTick(
  index: IndexState,
  ts: EpochMs,
  priceTicks: PriceTicks,
  secret: string | undefined,
): IndexEvent {
  const { coinInfoId } = index;
  const prev = fromHex(index.hash, HASH_BYTES) ?? NO_HASH;
  const seq = index.seq + 1;
  const tick = {
    seq,
    ts,
    priceE8: BigInt(priceTicks) * index.tickE8,
    secret: secret === undefined ? undefined : (fromHex(secret, HASH_BYTES) ?? undefined),
  };
  const hash = createHash('sha256')
    .update(tickBytes(prev, coinInfoId, tick))
    .digest('hex');
  Object.assign(index, { seq, priceTicks, ts, hash });
  const named = secret === undefined ? {} : { secret };
  addRecent(index.recent, { seq, ts, priceTicks, prev: hex(prev), ...named });
  return { kind: 'index', coinInfoId, seq, ts, priceTicks, prev: hex(prev), hash, ...named };
}
