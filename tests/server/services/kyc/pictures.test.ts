// Uploaded pictures: metadata is removed, hostile files are refused, stored pictures are encrypted.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES, openPictures, readPicture, writePicture } from '../../../../server/services/kyc/pictures.ts';
import { BadImageError } from '../../../../server/services/kyc/picture-limits.ts';
import { stripJpeg } from '../../../../server/services/kyc/strip-jpeg.ts';
import { stripWebp } from '../../../../server/services/kyc/strip-webp.ts';
import { openSecretBox } from '../../../../server/store/secret-box.ts';
import { type PictureName, bytesOf, fieldOf } from '../../../support/data/picture-files.ts';

const strip = (bytes: Uint8Array) => (bytes[0] === 0xff ? stripJpeg(bytes) : stripWebp(bytes));
const TAKEN: PictureName[] = ['jpeg', 'progressive', 'gray', 'webp', 'plainWebp', 'lossless', 'alpha'];

/** Deterministic random numbers. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('stripping', () => {
  it.each(TAKEN)('keeps the picture of %s and nothing else', (name) => {
    const { bytes, size } = strip(bytesOf(name));
    expect(size).toEqual({ widthPx: 24, heightPx: 20 });
    const text = Buffer.from(bytes).toString('latin1');
    expect(text).not.toMatch(/SECRET|Exif|EXIF|XMP|ICCP|http/);
    // A second run changes nothing.
    expect(Buffer.from(strip(bytes).bytes).equals(Buffer.from(bytes))).toBe(true);
  });

  it('removes metadata', () => {
    expect(bytesOf('jpeg').toString('latin1')).toMatch(/SECRETCAM[^]*SECRETNOTE/);
    expect(bytesOf('webp').toString('latin1')).toMatch(/SECRETICC[^]*SECRETXMP/);
    // The coded picture is unchanged.
    const scan = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').split('ffda')[1] ?? '';
    expect(scan(strip(bytesOf('jpeg')).bytes)).toBe(scan(bytesOf('jpeg')));
  });

  it.each(['cmyk', 'animated'] as const)('refuses %s', (name) => {
    expect(() => strip(bytesOf(name))).toThrow(BadImageError);
  });

  it('removes data behind the end of a JPEG', () => {
    const polyglot = Buffer.concat([bytesOf('gray'), Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]);
    expect(Buffer.from(strip(polyglot).bytes).equals(Buffer.from(strip(bytesOf('gray')).bytes))).toBe(true);
    expect(() => strip(Buffer.concat([bytesOf('plainWebp'), Buffer.from('tail')]))).toThrow(BadImageError);
  });

  it('refuses pictures whose size would overload a decoder', () => {
    const jpeg = bytesOf('gray');
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(30_000, frame + 5);
    expect(() => strip(jpeg)).toThrow(BadImageError);
    const webp = bytesOf('plainWebp');
    webp.writeUInt16LE(16_000, 26);
    expect(() => strip(webp)).toThrow(BadImageError);
  });

  it.each(TAKEN)('refuses %s cut off anywhere, without a crash', (name) => {
    const whole = bytesOf(name);
    for (let length = 0; length < whole.length; length += 1)
      expect(() => strip(whole.subarray(0, length)), `${length}`).toThrow(BadImageError);
  });

  it('handles 20 000 files with changed bytes: a picture within limits, or a refusal (seed 7)', () => {
    const next = chance(7);
    let taken = 0;
    for (let n = 0; n < 20_000; n += 1) {
      const bytes = bytesOf(TAKEN[n % TAKEN.length] ?? 'jpeg');
      for (let flips = 1 + Math.floor(next() * 4); flips > 0; flips -= 1)
        bytes[Math.floor(next() * bytes.length)] = Math.floor(next() * 256);
      try {
        const { bytes: out, size } = strip(bytes);
        expect(Math.max(size.widthPx, size.heightPx)).toBeLessThanOrEqual(4096);
        expect(out.length).toBeLessThanOrEqual(bytes.length + 2);
        taken += 1;
      } catch (error) {
        if (!(error instanceof BadImageError)) throw error;
      }
    }
    expect(taken).toBeGreaterThan(1000);
  });
});

describe('a form field', () => {
  const refusal = (text: string): unknown => {
    try {
      readPicture('imgFront', text);
      return null;
    } catch (error) {
      return (error as { reject?: unknown }).reject;
    }
  };

  it('is parsed and written back', () => {
    const picture = readPicture('imgFront', fieldOf('jpeg'));
    expect(picture.type).toBe('image/jpeg');
    expect(writePicture(picture)).toMatch(/^image\/jpeg;base64url,_9j_/);
  });

  it.each([
    ['nothing', ''],
    ['another type', `image/png;base64url,${bytesOf('jpeg').toString('base64url')}`],
    ['an SVG', `image/svg+xml;base64url,${Buffer.from('<svg/>').toString('base64url')}`],
    ['ordinary base64', `image/jpeg;base64,${bytesOf('jpeg').toString('base64')}`],
    ['a wrong name', fieldOf('webp').replace('webp', 'jpeg')],
    ['a path', 'image/jpeg;base64url,../../etc/passwd'],
    ['HTML', `image/jpeg;base64url,${Buffer.from('<html>'.repeat(50)).toString('base64url')}`],
    ['a zip', `image/webp;base64url,${Buffer.from('PK\u0003\u0004'.repeat(50)).toString('base64url')}`],
    ['too much', `image/jpeg;base64url,${Buffer.alloc(MAX_IMAGE_BYTES + 1, 0xff).toString('base64url')}`],
  ])('refuses %s with 1400 and the name of the field', (_, text) => {
    expect(refusal(text)).toMatchObject({ code: 1400, params: { field: 'imgFront' } });
  });
});

describe('stored pictures', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'defi-pictures-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are encrypted under a random name, open for their owner only, and can be deleted', async () => {
    const pictures = openPictures(folder, openSecretBox(folder));
    const name = await pictures.add(10_000, readPicture('imgFront', fieldOf('jpeg')));
    const path = join(folder, 'private', 'pictures', name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'private')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'private', 'vault.key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path).toString('latin1')).not.toMatch(/image\/jpeg|JFIF/);
    expect(await pictures.read(10_000, name)).toBe(writePicture(readPicture('imgFront', fieldOf('jpeg'))));
    await expect(pictures.read(10_001, name)).rejects.toThrow();
    await expect(pictures.read(10_000, '../vault.key')).rejects.toThrow('not a name');
    // Another key opens nothing; the same folder opens with the same key.
    expect(await openPictures(folder, openSecretBox(folder)).read(10_000, name)).toContain('image/jpeg');
    await pictures.remove([name]);
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(join(folder, 'private', 'pictures'))).toEqual([]);
  });
});
