// 200 hostile files uploaded as pictures: none is stored unchanged, none breaks anything.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { type PictureName, bytesOf } from '../../../support/data/picture-files.ts';

let at: Running;
beforeAll(async () => {
  at = await startRunning();
});
afterAll(() => at.stop());

/** Must not be found in any stored file. */
const MARK = 'HOSTILE-MARK';
const SCRIPT = `<script>alert("${MARK}")</script>`;
const TAKEN: PictureName[] = ['jpeg', 'progressive', 'gray', 'webp', 'plainWebp', 'lossless', 'alpha'];
/** Deterministic random numbers. */
let seed = 29;
const chance = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const text = (words: string): Buffer => Buffer.from(words);
const taken = (n: number): Buffer => bytesOf(TAKEN[n % TAKEN.length] ?? 'jpeg');
const field = (bytes: Buffer, type = bytes[0] === 0xff ? 'jpeg' : 'webp'): string =>
  `image/${type};base64url,${bytes.toString('base64url')}`;

/** A JPEG with an additional segment after the start. */
function withSegment(marker: number, body: Buffer): Buffer {
  const jpeg = bytesOf('jpeg');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** A WebP with an additional chunk at the end and a matching size. */
function withChunk(name: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  const webp = Buffer.concat([bytesOf('webp'), text(name), size, body, Buffer.alloc(body.length % 2)]);
  webp.writeUInt32LE(webp.length - 8, 4);
  return webp;
}

/** Pictures whose header declares an enormous size. */
function bomb(n: number): Buffer {
  if (n % 2 === 0) {
    const jpeg = bytesOf('gray');
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(30_000 + n, frame + 5);
    jpeg.writeUInt16BE(30_000 + n, frame + 7);
    return jpeg;
  }
  const webp = bytesOf('plainWebp');
  webp.writeUInt16LE(16_000 + n, 26);
  webp.writeUInt16LE(16_000 + n, 28);
  return webp;
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200007530000075300806000000', 'hex');
const KINDS: Record<string, (n: number) => string> = {
  'polyglot behind the end': (n) => field(Buffer.concat([taken(n % 3), text(SCRIPT), text('PK\u0003\u0004')])),
  'polyglot in a segment': (n) => field(withSegment(0xe1 + (n % 14), text(`/*${SCRIPT}*/`))),
  'polyglot in a chunk': (n) => field(withChunk(['EXIF', 'XMP ', 'ICCP', 'JUNK'][n % 4] ?? 'JUNK', text(SCRIPT))),
  'SVG and HTML': (n) =>
    [
      field(text(`<svg xmlns="http://www.w3.org/2000/svg" onload="${MARK}">${' '.repeat(n)}</svg>`), 'svg+xml'),
      field(text(`<html>${SCRIPT}`), 'jpeg'),
    ][n % 2] ?? '',
  'zip bomb': (n) =>
    field(
      Buffer.concat([
        n % 2 ? text('PK\u0003\u0004') : PNG,
        (n % 2 ? deflateRawSync : deflateSync)(Buffer.alloc(20_000_000)),
      ]),
      ['jpeg', 'webp', 'png'][n % 3] ?? 'png',
    ),
  'as wide as a street': (n) => field(bomb(n)),
  'cut off': (n) => field(taken(n).subarray(0, 4 + chance(taken(n).length - 5))),
  'a wrong name': (n) => field(taken(n), taken(n)[0] === 0xff ? 'webp' : 'jpeg'),
  'a path': (n) =>
    [
      `../../private/vault.key`,
      `image/jpeg;base64url,../../../etc/passwd`,
      `image/jpeg;name=../../${MARK};base64url,AAAA`,
      `file:///etc/passwd`,
      `image/../../x;base64url,AAAA`,
    ][n % 5] ?? '',
  'too much': (n) => field(Buffer.concat([taken(n), Buffer.alloc(410_000 + n, MARK)])),
};
const PER_KIND = 20;

describe('uploads', () => {
  it(
    'A20 two hundred hostile files: none stored unchanged, no crash, bounded memory (seed 29)',
    { timeout: 240_000 },
    async () => {
      const files = Object.entries(KINDS).flatMap(([kind, make]) =>
        Array.from({ length: PER_KIND }, (_, n) => [`${kind} ${n}`, make(n)] as const),
      );
      expect(files).toHaveLength(200);
      const { token } = await at.user('uploader@example.com');
      const stranger = await at.user('stranger@example.com');
      const before = process.memoryUsage().rss;
      let most = before;
      let accepted = 0;
      for (const [name, img] of files) {
        const { code, status, data } = await at.call('/user/kyc', { imgFront: img, draft: 1 }, token);
        expect([0, 1400], `${name} ${code}`).toContain(code);
        expect(status, name).toBe(200);
        if (code === 1400) expect(data.field, name).toBe('imgFront');
        most = Math.max(most, process.memoryUsage().rss);
        if (code !== 0) continue;
        accepted += 1;
        const { kycImage } = (await at.call('/user/info', { kycImage: 'front' }, token)).data;
        expect(kycImage, name).not.toBe(img);
        const [, bytes = ''] = kycImage.split(',');
        expect(Buffer.from(bytes, 'base64url').toString('latin1'), name).not.toMatch(/HOSTILE|SECRET|Exif|XMP|script/);
        expect((await at.call('/user/info', { kycImage: 'front' }, stranger.token)).data.kycImage).toBeNull();
      }
      const folder = join(at.dataDir, 'private', 'pictures');
      for (const file of readdirSync(folder))
        expect(readFileSync(join(folder, file)).toString('latin1')).not.toMatch(/HOSTILE|JFIF|WEBP|script/);
      expect(readdirSync(folder)).toHaveLength(1);
      expect(most - before).toBeLessThan(200 * 2 ** 20);
      console.log(
        `200 hostile files: ${accepted} kept without what was hostile, ${200 - accepted} refused; memory +${Math.max(0, Math.round((most - before) / 2 ** 20))} MiB`,
      );
    },
  );

  it('more than ten megabytes are not read', async () => {
    const { token } = await at.user('heavy@example.com');
    const answer = await at.call(
      '/user/kyc',
      { imgFront: `image/jpeg;base64url,${'A'.repeat(11_000_000)}`, draft: 1 },
      token,
    );
    expect(answer).toMatchObject({ status: 413, code: 1400 });
  });
});
