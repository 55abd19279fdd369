// Forced settlement on delisting (rule R16): verifies that its price is the average of index ticks.
import * as v from 'valibot';
import { HASH_BYTES, type Sha256, fromHex, hex } from '../encoding/bytes.ts';
import { proofTickSchema } from './proof.ts';
import { tickBytes } from './proof-layout.ts';
import type { EpochMs } from '../units/time.ts';
import { parseMoney } from '../units/units.ts';

/** Most ticks in the average; none is older than CLOSING_WINDOW_MS before the last. */
export const MAX_CLOSING_TICKS = 600;
const CLOSING_WINDOW_MS = 600_000;
/** Fewest ticks of an announced end, whose last tick is at that time. */
export const MIN_CLOSING_TICKS = 60;

/**
 * Price and time of a settlement, and its ticks (as channel `qtTicks` publishes them). Without ticks the index never
 * had one, and the price is the mark.
 */
export const closingSchema = v.strictObject({
  reason: v.picklist(['delisted', 'index_silent']),
  ts: v.pipe(v.number(), v.safeInteger()),
  price: v.string(),
  ticks: v.pipe(v.array(proofTickSchema), v.maxLength(MAX_CLOSING_TICKS)),
});
export type ClosingProof = v.InferOutput<typeof closingSchema>;

/** Average of `values`, rounded half up; 0n for none. */
export function averageOf(values: readonly bigint[]): bigint {
  const count = BigInt(values.length);
  return count === 0n ? 0n : (2n * values.reduce((sum, value) => sum + value, 0n) + count) / (2n * count);
}

/**
 * Why a settlement is refused. form: malformed. chain: ticks that are not in the hash chain. window: a tick too old or
 * too new. price: not the average.
 */
export type ClosingFault = 'form' | 'chain' | 'window' | 'price';

/**
 * Verifies that the price is the average of one unbroken run of hashed ticks. `tickE8` is one tick of the market in
 * 1e-8. Returns null when it is, else the fault. Never throws for its input.
 */
export async function closingFault(
  given: unknown,
  coinInfoId: number,
  tickE8: bigint,
  sha256: Sha256,
): Promise<ClosingFault | null> {
  const parsed = v.safeParse(closingSchema, given);
  if (!parsed.success || parsed.output.ticks.length === 0) return 'form';
  const { ticks, price } = parsed.output;
  const pricesE8: bigint[] = [];
  for (const [at, tick] of ticks.entries()) {
    const [priceE8, prev, before] = [parseMoney(tick.price), fromHex(tick.prev, HASH_BYTES), ticks[at - 1]];
    if (priceE8 === null || priceE8 <= 0n || priceE8 % tickE8 !== 0n || !prev) return 'form';
    if (
      hex(
        await sha256(
          tickBytes(prev, coinInfoId, {
            seq: tick.seq,
            ts: tick.ts,
            priceE8,
            secret: tick.secret === undefined ? undefined : (fromHex(tick.secret, HASH_BYTES) ?? undefined),
          }),
        ),
      ) !== tick.hash
    )
      return 'chain';
    if (before && (tick.seq !== before.seq + 1 || tick.prev !== before.hash || tick.ts < before.ts)) return 'chain';
    pricesE8.push(priceE8);
  }
  if (!windowed(parsed.output)) return 'window';
  return averageOf(pricesE8.map((priceE8) => priceE8 / tickE8)) * tickE8 === parseMoney(price) ? null : 'price';
}

function windowed({ reason, ts, ticks }: ClosingProof): boolean {
  const [firstMs, lastMs] = [ticks[0]?.ts ?? 0, ticks.at(-1)?.ts ?? 0];
  return (
    !tooOld(firstMs, lastMs) &&
    (reason === 'delisted' ? lastMs === ts && ticks.length >= MIN_CLOSING_TICKS : lastMs <= ts)
  );
}

/** Whether a tick lies outside the window that ends with another. */
export function tooOld(tickMs: EpochMs, lastMs: EpochMs): boolean {
  return tickMs <= lastMs - CLOSING_WINDOW_MS;
}
