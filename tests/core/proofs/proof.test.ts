// Proofs of binary options: true ones are accepted, also through WebCrypto; others are refused.
import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fromHex, hex } from '../../../core/encoding/bytes.ts';
import { orderBytes, tickBytes } from '../../../core/proofs/proof-layout.ts';
import { linkTick, makeProof } from '../../../core/proofs/proof-builder.ts';
import { type Proof, type ProofPorts, anchorHolds, verifyProof } from '../../../core/proofs/proof.ts';
import { printMoney } from '../../../core/units/units.ts';
import { chance } from '../../support/data/random-source.ts';
import { sha256 } from '../../support/data/proof-crypto.ts';
import { bentAtRandom, newSigner, ports, proofCase, verifyCase } from './proof-case.ts';

const copy = (proof: Proof): Proof => structuredClone(proof);

const long = proofCase(1, 70_000, 120);
const short = proofCase(2, 75_500, 6);

describe('a real proof', () => {
  it('is accepted with its settlement, whether strike and exit are near or far', async () => {
    expect(long.proof.covers).toHaveLength(2);
    expect(short.proof.covers).toHaveLength(1);
    for (const made of [long, short]) {
      const result = await verifyProof(
        JSON.parse(JSON.stringify(made.proof)),
        made.signer.publicKey,
        made.order,
        ports,
      );
      expect(result).toMatchObject({
        ok: true,
        settlement: { result: made.order.result, payoutUnits: made.order.payoutUnits },
      });
    }
  });

  it('is accepted for orders at any time', async () => {
    for (let seed = 3; seed < 60; seed += 1) {
      const draw = chance(seed);
      const made = proofCase(seed, draw.below(150_000), draw.pick([1, 2, 5, 30, 60, 119]));
      expect(await verifyCase(made, made.proof), `seed ${seed}`).toBe('ok');
    }
  });

  it('is accepted when the strike is the first tick ever', async () => {
    const made = proofCase(5, 0, 30);
    expect(made.proof.strike.seq).toBe(1);
    expect(await verifyCase(made, made.proof)).toBe('ok');
  });

  it('is accepted through WebCrypto', async () => {
    const web: ProofPorts = {
      sha256: async (bytes) => new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes)),
      async verifyEd25519(key, message, signature) {
        const imported = await webcrypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
        return webcrypto.subtle.verify('Ed25519', imported, signature, message);
      },
    };
    expect(await verifyProof(long.proof, long.signer.publicKey, long.order, web)).toMatchObject({ ok: true });
    const bent = copy(long.proof);
    bent.sig = hex(sha256(new Uint8Array(1))).repeat(2);
    expect(await verifyProof(bent, long.signer.publicKey, long.order, web)).toEqual({ ok: false, why: 'signature' });
  });

  it('cannot be built before the tick after the exit and the end of its minute', () => {
    const { openTime, periodS } = long.order;
    const expiry = openTime + periodS * 1000;
    const receipt = { orderHash: long.proof.orderHash, prevRoot: long.proof.prevRoot, sig: long.proof.sig };
    expect(
      makeProof(
        long.ticks.filter(({ ts }) => ts <= expiry),
        { openTime, expirationTime: expiry },
        receipt,
        () => undefined,
      ),
    ).toBeNull();
    expect(makeProof(long.ticks, { openTime, expirationTime: expiry }, receipt, () => undefined)).toBeNull();
  });
});

describe('layouts', () => {
  it('of a tick and an order are fixed, byte for byte', () => {
    expect(
      hex(tickBytes(new Uint8Array(32).fill(0xab), 2, { seq: 3, ts: 0x0123456789ab, priceE8: 6_183_760_000_000n })),
    ).toBe(`${'ab'.repeat(32)}00000002000000000000000300000123456789ab0000059fc4d17400`);
    const { order } = short;
    expect(hex(orderBytes({ ...order, orderNum: 'S2', direction: 'down' }))).toBe(
      `${Buffer.from('DeFi order v1\n').toString('hex')}000000025332000000030200000006${'00000002540be400'}${'000000000510ff40'}${'0000000001312d00'}${order.openTime.toString(16).padStart(16, '0')}`,
    );
  });

  it('of the chain begin with zeros and continue', () => {
    const first = linkTick(null, 2, { seq: 1, ts: 5, priceE8: 7n }, sha256);
    const second = linkTick(first, 2, { seq: 2, ts: 6, priceE8: 8n }, sha256);
    expect(first.prev).toBe('00'.repeat(32));
    expect(second.prev).toBe(first.hash);
    expect(second.price).toBe('0.00000008');
  });
});

describe('one bit', () => {
  it('changed anywhere in the text of a proof is refused', { timeout: 300_000 }, async () => {
    const text = Buffer.from(JSON.stringify(short.proof));
    const accepted: string[] = [];
    let refused = 0;
    // Of each byte the bit between capitals and small letters, and another one by turns.
    const bits = Array.from(text, (_, at) => [8 * at + 5, 8 * at + [0, 1, 2, 3, 4, 6, 7][at % 7]!]).flat();
    for (const bit of bits) {
      const bent = Buffer.from(text);
      bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      let proof: unknown;
      try {
        proof = JSON.parse(bent.toString('utf8'));
      } catch {
        refused += 1;
        continue;
      }
      if ((await verifyCase(short, proof)) === 'ok')
        accepted.push(`bit ${bit}: ${bent.toString('latin1', Math.max(0, (bit >> 3) - 20), (bit >> 3) + 20)}`);
      else refused += 1;
    }
    expect(accepted).toEqual([]);
    expect(refused).toBe(text.length * 2);
  });

  it('changed at random in a long one is refused', async () => {
    for (const { at, bent } of bentAtRandom(long, 77, 3000))
      expect(await verifyCase(long, bent), `byte ${at}`).not.toBe('ok');
  });

  it('changed in the key or in any number of the order is refused', async () => {
    for (let bit = 0; bit < 256; bit += 1) {
      const key = Uint8Array.from(short.signer.publicKey);
      key[bit >> 3] = (key[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await verifyProof(short.proof, key, short.order, ports)).toEqual({ ok: false, why: 'key' });
    }
    const { order } = short;
    for (const field of ['coinInfoId', 'periodS', 'openTime'] as const) {
      for (let bit = 0; bit < 40; bit += 1)
        expect(
          await verifyCase(short, short.proof, {
            ...order,
            [field]: Number(BigInt(order[field]) ^ (1n << BigInt(bit))),
          }),
          field,
        ).not.toBe('ok');
    }
    for (const field of ['amountUnits', 'profitRateE8', 'feeUnits', 'payoutUnits', 'strikeE8', 'exitE8'] as const) {
      for (let bit = 0n; bit < 63n; bit += 1n)
        expect(
          await verifyCase(short, short.proof, { ...order, [field]: (order[field] ?? 0n) ^ (1n << bit) }),
          field,
        ).not.toBe('ok');
    }
    for (const result of ['win', 'lose', 'draw', 'void'] as const) {
      if (result !== order.result) expect(await verifyCase(short, short.proof, { ...order, result })).toBe('result');
    }
    expect(await verifyCase(short, short.proof, { ...order, orderNum: 'S3' })).toBe('order');
    expect(await verifyCase(short, short.proof, { ...order, amountUnits: -1n })).toBe('order');
    expect(await verifyCase(short, short.proof, { ...order, openTime: 0.5 })).toBe('order');
    expect(
      await verifyCase(short, short.proof, { ...order, direction: order.direction === 'up' ? 'down' : 'up' }),
    ).toBe('order');
  });
});

describe('a forged proof', () => {
  it('without one of its ticks is refused, whichever it is', async () => {
    for (const made of [short, long]) {
      const needed = new Set([
        made.proof.strike.seq - 1,
        made.proof.strike.seq,
        made.proof.exit.seq,
        made.proof.exit.seq + 1,
      ]);
      for (let at = 0; at < made.proof.around.length; at += 1) {
        const bent = copy(made.proof);
        const [gone] = bent.around.splice(at, 1);
        // The outermost tick of a run is context only; without it nothing is hidden.
        const first = at === 0 || made.proof.around[at - 1]?.seq !== (gone?.seq ?? 0) - 1;
        if (first && !needed.has(gone?.seq ?? 0)) continue;
        expect(await verifyCase(made, bent), `tick ${at}`).not.toBe('ok');
      }
    }
  });

  it('with a neighbour as strike or exit is refused', async () => {
    for (const name of ['strike', 'exit'] as const) {
      for (const other of long.proof.around) {
        if (other.seq !== long.proof[name].seq)
          expect(await verifyCase(long, { ...long.proof, [name]: other })).toBe(name);
      }
    }
  });

  it('with a removed tick and a rebuilt chain is refused: no signed minute contains it', async () => {
    const bent = copy(short.proof);
    const at = bent.around.findIndex(({ seq }) => seq === bent.exit.seq);
    let last = bent.around[at - 1] ?? null;
    for (let i = at; i < bent.around.length; i += 1) {
      const tick = bent.around[i];
      if (!tick) continue;
      const priceE8 = i === at ? 1n : BigInt(Math.round(Number(tick.price) * 1e8));
      last = linkTick(last, 3, { seq: tick.seq, ts: tick.ts, priceE8 }, sha256);
      bent.around[i] = last;
    }
    bent.exit = bent.around[at] ?? bent.exit;
    expect(printMoney(1n)).toBe(bent.exit.price);
    expect(await verifyCase(short, bent)).toBe('cover');
  });

  it('made with another key is refused', async () => {
    const stranger = proofCase(2, 75_500, 6);
    expect(await verifyCase({ ...short, signer: stranger.signer }, short.proof)).toBe('key');
    expect(await verifyCase(short, stranger.proof)).toBe('key');
    const bent = {
      ...copy(short.proof),
      covers: stranger.proof.covers.map((cover) => ({
        ...cover,
        anchor: { ...cover.anchor, keyId: short.proof.keyId },
      })),
    };
    expect(await verifyCase(short, bent)).toBe('cover');
  });

  it('of another order of the same market is refused', async () => {
    const { order } = long;
    expect(await verifyCase(long, short.proof)).not.toBe('ok');
    expect(
      await verifyCase(long, { ...long.proof, orderHash: hex(sha256(orderBytes({ ...order, amountUnits: 1n }))) }),
    ).toBe('order');
  });

  it.each([null, undefined, 1, 'x', [], {}, { v: 1 }])('that is %j is refused', async (given) => {
    expect(await verifyCase(short, given)).toBe('form');
  });
});

it('signed minutes are chained, and each verifies alone', async () => {
  const anchors = [...long.minutes.values()].map(({ anchor }) => anchor);
  for (const [i, anchor] of anchors.entries()) {
    expect(anchor.prevRoot).toBe(anchors[i - 1]?.root ?? '00'.repeat(32));
    expect(await anchorHolds(anchor, long.signer.publicKey, ports)).toBe(true);
    expect(await anchorHolds({ ...anchor, count: anchor.count + 1 }, long.signer.publicKey, ports)).toBe(false);
    expect(await anchorHolds(anchor, newSigner().publicKey, ports)).toBe(false);
  }
  expect(fromHex(anchors[0]?.root.toUpperCase() ?? '', 32)).toBeNull();
});
