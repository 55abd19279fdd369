// Proof-of-work captchas: counted bits, found and checked answers, a limit of work.
import { createHash, webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAX_POW_BITS, powBytes, solvePow, solvesPow, zeroBits } from '../../../core/proofs/proof-of-work.ts';
import { chance } from '../../support/data/random-source.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

describe('zero bits', () => {
  it.each([
    [[0x80], 0],
    [[0x40], 1],
    [[1], 7],
    [[0, 0xff], 8],
    [[0, 1], 15],
    [[0, 0], 16],
    [[], 0],
  ])('of %j are %i', (bytes, bits) => {
    expect(zeroBits(Uint8Array.from(bytes))).toBe(bits);
  });

  it('are those of the binary text', () => {
    for (let seed = 1; seed < 2000; seed += 1) {
      const draw = chance(seed);
      const bytes = draw.bytes(4).map((byte) => (draw.next() < 0.5 ? 0 : byte));
      const text = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
      expect(zeroBits(bytes), `seed ${seed}`).toBe(/^0*/.exec(text)?.[0].length);
    }
  });
});

describe('answers', () => {
  it('are hashed as UTF-8 of salt and answer', () => {
    for (const salt of ['abc', 'ß漢字🙂', '\ud800x', ''])
      expect(Buffer.from(powBytes(salt, 'z1'))).toEqual(Buffer.from(`${salt}z1`, 'utf8'));
  });

  it.each([0, 1, 8, 12, 14])('of %i bits are found, and checked', async (bits) => {
    const answer = await solvePow('salt', bits, sha256);
    expect(answer).not.toBeNull();
    expect(await solvesPow('salt', answer ?? '', bits, sha256)).toBe(true);
    if (bits >= 12) expect(await solvesPow('other', answer ?? '', bits, sha256)).toBe(false);
  });

  it('are found through WebCrypto', async () => {
    const web = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
      new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes));
    expect(await solvePow('s', 10, web)).toBe(await solvePow('s', 10, sha256));
  });

  it('are abandoned when stopped, or above the limit of bits', async () => {
    let looks = 0;
    expect(
      await solvePow('salt', MAX_POW_BITS, sha256, () => {
        looks += 1;
        return looks > 3;
      }),
    ).toBeNull();
    expect(looks).toBe(4);
    let hashes = 0;
    expect(
      await solvePow('salt', MAX_POW_BITS + 1, (bytes) => {
        hashes += 1;
        return sha256(bytes);
      }),
    ).toBeNull();
    expect(hashes).toBe(0);
  });
});
