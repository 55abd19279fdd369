// Proofs by rule v2: both windows are shown whole; nothing that differs from the real one is accepted.
import { describe, expect, it } from 'vitest';
import { type Proof, verifyProof } from '../../../core/proofs/proof.ts';
import { chance } from '../chance.ts';
import { bentAtRandom, ports, proofCase, verdict } from './proof-case.ts';

const short = proofCase(4, 35_500, 30, 'v2');
const long = proofCase(5, 25_000, 120, 'v2');

describe('a real proof of rule v2', () => {
  it('S14: is accepted wherever orders begin', async () => {
    for (const made of [short, long]) {
      expect(
        await verifyProof(JSON.parse(JSON.stringify(made.proof)), made.signer.publicKey, made.order, ports),
      ).toMatchObject({ ok: true, settlement: { result: made.order.result } });
    }
    for (let seed = 6; seed < 60; seed += 1) {
      const made = proofCase(seed, chance(seed).below(90_000), chance(seed).pick([30, 60, 120]), 'v2');
      expect(await verdict(made, made.proof), `seed ${seed}`).toBe('ok');
    }
    const first = proofCase(61, 0, 30, 'v2');
    expect(first.proof.strike.seq).toBe(1);
    expect(await verdict(first, first.proof)).toBe('ok');
  });

  it('is not that of the same order by another rule', async () => {
    const other = proofCase(4, 35_500, 30, 'v1');
    expect(await verdict(short, other.proof)).toBe('key');
    expect(await verdict(short, short.proof, { ...short.order, rule: 'v1' })).toBe('order');
    expect(await verdict(short, { ...short.proof, v: 1, rule: 'v1' })).toBe('form');
  });
});

describe('a bent proof of rule v2', () => {
  it('with one bit changed at random is refused (seed 78)', async () => {
    for (const made of [short, long]) {
      for (const { at, bent } of bentAtRandom(made, 78, 2500))
        expect(await verdict(made, bent), `byte ${at}`).not.toBe('ok');
    }
  });

  it('without one tick of a window, or the one before the first, is refused', async () => {
    for (const made of [short, long]) {
      const { strike, exit } = made.proof;
      const window = made.order.periodS === 30 ? 5 : 9;
      for (const [at, { seq }] of made.proof.around.entries()) {
        const needed =
          (seq >= strike.seq - 1 && seq < strike.seq + window) || (seq >= exit.seq && seq < exit.seq + window);
        if (!needed) continue;
        const bent: Proof = structuredClone(made.proof);
        bent.around.splice(at, 1);
        expect(await verdict(made, bent), `tick ${seq}`).not.toBe('ok');
      }
    }
  });

  it('that names another window, price or result is refused', async () => {
    for (const name of ['strike', 'exit'] as const) {
      const named = short.proof[name];
      for (const other of [
        { ...named, seq: named.seq + 1 },
        { ...named, ts: named.ts + 1 },
        { ...named, price: '1' },
      ])
        expect(await verdict(short, { ...short.proof, [name]: other })).not.toBe('ok');
    }
    for (const result of ['win', 'lose', 'draw', 'void'] as const)
      if (result !== short.order.result)
        expect(await verdict(short, short.proof, { ...short.order, result })).toBe('result');
    for (const field of ['amountUnits', 'profitRateE8', 'feeUnits', 'payoutUnits', 'strikeE8', 'exitE8'] as const) {
      expect(
        await verdict(short, short.proof, { ...short.order, [field]: (short.order[field] ?? 0n) + 1n }),
        field,
      ).not.toBe('ok');
    }
    expect(await verdict(short, short.proof, { ...short.order, openTime: short.order.openTime + 1 })).toBe('order');
  });
});
