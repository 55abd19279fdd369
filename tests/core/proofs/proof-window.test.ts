// Proofs by rule v2: complete windows are accepted, anything different is refused.
import { describe, expect, it } from 'vitest';
import { type Proof, verifyProof } from '../../../core/proofs/proof.ts';
import { chance } from '../../support/data/random-source.ts';
import { bentAtRandom, ports, proofCase, verifyCase } from './proof-case.ts';

const short = proofCase(4, 35_500, 30, 'v2');
const long = proofCase(5, 25_000, 120, 'v2');

describe('a real proof of rule v2', () => {
  it('S14: is accepted for orders at any time', async () => {
    for (const made of [short, long]) {
      expect(
        await verifyProof(JSON.parse(JSON.stringify(made.proof)), made.signer.publicKey, made.order, ports),
      ).toMatchObject({ ok: true, settlement: { result: made.order.result } });
    }
    for (let seed = 6; seed < 60; seed += 1) {
      const made = proofCase(seed, chance(seed).below(90_000), chance(seed).pick([30, 60, 120]), 'v2');
      expect(await verifyCase(made, made.proof), `seed ${seed}`).toBe('ok');
    }
    const first = proofCase(61, 0, 30, 'v2');
    expect(first.proof.strike.seq).toBe(1);
    expect(await verifyCase(first, first.proof)).toBe('ok');
  });

  it('is refused for the same order by another rule', async () => {
    const other = proofCase(4, 35_500, 30, 'v1');
    expect(await verifyCase(short, other.proof)).toBe('key');
    expect(await verifyCase(short, short.proof, { ...short.order, rule: 'v1' })).toBe('order');
    expect(await verifyCase(short, { ...short.proof, v: 1, rule: 'v1' })).toBe('form');
  });
});

describe('a changed proof of rule v2', () => {
  it('with one bit changed at random is refused (seed 78)', async () => {
    for (const made of [short, long]) {
      for (const { at, bent } of bentAtRandom(made, 78, 2500))
        expect(await verifyCase(made, bent), `byte ${at}`).not.toBe('ok');
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
        expect(await verifyCase(made, bent), `tick ${seq}`).not.toBe('ok');
      }
    }
  });

  it('with another window, price or result is refused', async () => {
    for (const name of ['strike', 'exit'] as const) {
      const named = short.proof[name];
      for (const other of [
        { ...named, seq: named.seq + 1 },
        { ...named, ts: named.ts + 1 },
        { ...named, price: '1' },
      ])
        expect(await verifyCase(short, { ...short.proof, [name]: other })).not.toBe('ok');
    }
    for (const result of ['win', 'lose', 'draw', 'void'] as const)
      if (result !== short.order.result)
        expect(await verifyCase(short, short.proof, { ...short.order, result })).toBe('result');
    for (const field of ['amountUnits', 'profitRateE8', 'feeUnits', 'payoutUnits', 'strikeE8', 'exitE8'] as const) {
      expect(
        await verifyCase(short, short.proof, { ...short.order, [field]: (short.order[field] ?? 0n) + 1n }),
        field,
      ).not.toBe('ok');
    }
    expect(await verifyCase(short, short.proof, { ...short.order, openTime: short.order.openTime + 1 })).toBe('order');
  });
});
