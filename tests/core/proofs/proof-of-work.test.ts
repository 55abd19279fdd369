// Proof-of-work captchas: counted bits, found and checked answers, a limit of work.
import { describe, expect, it } from 'vitest';
import { MAX_POW_BITS, solvePow, zeroBits } from '../../../core/proofs/proof-of-work.ts';
import { browserTextSha256 } from '../../../src/lib/crypto-adapter.ts';
import { chance } from '../../support/data/random-source.ts';
import { sha256 } from '../../support/data/proof-crypto.ts';

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
  it.each([0, 1, 8, 12, 14])('of %i bits are found, and checked', async (bits) => {
    const answer = await solvePow('salt', bits, sha256);
    expect(answer).not.toBeNull();
    expect(zeroBits(sha256(`salt${answer}`))).toBeGreaterThanOrEqual(bits);
    if (bits >= 12) expect(zeroBits(sha256(`other${answer}`))).toBeLessThan(bits);
  });

  it("are found as through the browser's SHA-256, of UTF-8", async () => {
    for (const salt of ['s', 'ß漢字🙂', '\ud800x', ''])
      expect(await solvePow(salt, 10, browserTextSha256()!), salt).toBe(await solvePow(salt, 10, sha256));
  });

  it('are not looked for above the limit of bits', async () => {
    let hashes = 0;
    const counted = (text: string): Uint8Array => {
      hashes += 1;
      return sha256(text);
    };
    expect(await solvePow('salt', MAX_POW_BITS + 1, counted)).toBeNull();
    expect(hashes).toBe(0);
  });
});
