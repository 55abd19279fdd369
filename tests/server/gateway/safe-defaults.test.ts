// Safe defaults: listening address, file permissions, trusted proxies, and look-alike names.
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { textUpTo } from '../../../core/endpoints/form-fields.ts';
import { addressOf, parseProxies } from '../../../server/gateway/proxies.ts';
import { backup } from '../../../server/cli/backup.ts';
import { listenHints } from '../../../server/bootstrap/listen-hints.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { fieldOf } from '../../support/data/picture-files.ts';
import { withinASecond } from '../../support/data/within-a-second.ts';
import { type Running, startRunning, WITH_ARCHIVE } from '../../support/server/running-exchange.ts';

describe('files', () => {
  const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);
  let folder: string;
  /** Names and modes of what others may read; what the exchange has deleted since it was listed, they may not. */
  const notPrivate = (names: readonly string[]): string[] =>
    names.flatMap((name) => {
      const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
      const mode = found && (found.mode & 0o777).toString(8);
      return !found || mode === (found.isDirectory() ? '700' : '600') ? [] : [`${name} ${mode}`];
    });
  let at: Running;
  beforeAll(async () => {
    // A folder of an older version.
    folder = mkdtempSync(join(tmpdir(), 'defi-modes-'));
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'private', 'pictures'), { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, 'private', 'pictures', 'a'), 'x', { mode: 0o644 });
    writeFileSync(join(folder, 'lock.db'), '', { mode: 0o644 });
    writeFileSync(join(folder, 'README'), 'of another program', { mode: 0o644 });
    at = await startRunning({ ...WITH_ARCHIVE, DATA_DIR: folder });
  });
  afterAll(() => at.stop());

  it('are private, also in a folder that was open before; other files stay unchanged', () => {
    expect(modeOf(folder)).toBe('700');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    expect(names).toEqual(
      expect.arrayContaining([
        'exchange.db',
        'exchange.db-shm',
        'exchange.db-wal',
        'lock.db',
        join('private', 'pictures', 'a'),
        join('private', 'vault.key'),
      ]),
    );
    expect(notPrivate(names.filter((name) => name !== 'README'))).toEqual([]);
    expect(modeOf(join(folder, 'README'))).toBe('644');
  });

  it('written later are private too: logs of another start, pictures, operator keys, a backup', async () => {
    const { token } = await at.user('later@example.com');
    const papers = {
      country: 'TW',
      certType: 1,
      fullName: 'Ada',
      certNo: 'A123456789',
      imgFront: fieldOf('jpeg'),
      imgBack: fieldOf('webp'),
    };
    expect((await at.call('/user/kyc', papers, token)).code).toBe(0);
    const elsewhere = dataFolder();
    const saved = join(elsewhere, 'saved', 'whole.db');
    await backup({ dataDir: folder, databaseUrl: null }, saved);
    expect([modeOf(join(elsewhere, 'saved')), modeOf(saved)]).toEqual(['700', '600']);
    await at.exchange.close();
    at = await startRunning({ ...WITH_ARCHIVE, DATA_DIR: folder });
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'README');
    expect(names.filter((name) => name.startsWith(join('private', 'pictures')))).toHaveLength(4);
    expect(names).toEqual(expect.arrayContaining(['exchange.db-shm', 'exchange.db-wal']));
    expect(notPrivate(names)).toEqual([]);
  });

  it('security.txt has a contact and an expiry date', async () => {
    const answer = await at.exchange.http.inject({
      url: '/.well-known/security.txt',
      headers: { host: 'example.com' },
    });
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.body).toMatch(/^Contact: http:\/\/example\.com\/pages\/user\/service$/m);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(answer.body)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
  });

  it('a shared folder stays open, also behind a link', async () => {
    const shared = mkdtempSync(join(tmpdir(), 'defi-shared-'));
    chmodSync(shared, 0o1777);
    const link = join(dataFolder(), 'link');
    symlinkSync(shared, link);
    const other = await startRunning({ ...WITH_ARCHIVE, DATA_DIR: link });
    try {
      expect(lstatSync(shared).mode & 0o7777).toBe(0o1777);
      expect(modeOf(join(shared, 'exchange.db'))).toBe('600');
    } finally {
      await other.stop();
      rmSync(shared, { recursive: true, force: true });
    }
  });
});

describe('the start', () => {
  it('prints how to reach it from a phone', () => {
    expect(listenHints('127.0.0.1', 8080)).toEqual([
      expect.stringMatching(/HOST=0\.0\.0\.0 npm start.*http:\/\/[\w.-]+:8080\//),
    ]);
    expect(listenHints('0.0.0.0', 8080)).toEqual([expect.stringMatching(/phone.*:8080/)]);
    expect(listenHints('10.0.0.7', 8080)).toEqual([]);
  });
});

describe('proxies', () => {
  const asked = (remoteAddress: string, forwarded?: string) =>
    ({
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    }) as unknown as IncomingMessage;
  const one = parseProxies(['127.0.0.0/8', '::1'])!;
  const two = parseProxies(['10.0.0.0/8', '203.0.113.9'])!;
  it.each([
    ['of a proxy here', one, '127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['mapped', one, '::ffff:127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['claimed in front of a proxy', one, '127.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['claimed without a proxy', one, '5.5.5.5', '1.2.3.4', '5.5.5.5'],
    ['nothing written', one, '127.0.0.1', undefined, '127.0.0.1'],
    ['through two', two, '10.1.2.3', '6.6.6.6, 1.2.3.4, 203.0.113.9', '1.2.3.4'],
    ['from outside the ranges', two, '127.0.0.1', '1.2.3.4', '127.0.0.1'],
  ])('%s', (_name, isProxy, remote, forwarded, expected) =>
    expect(addressOf(asked(remote, forwarded), isProxy)).toBe(expected),
  );

  it('are trusted only when listed, over HTTP', async () => {
    const at = await startRunning({ TRUST_PROXY: '10.0.0.2', RATE_LIMIT: 'on' });
    try {
      const answers = await withinASecond(() =>
        Promise.all(
          Array.from({ length: 25 }, (_, n) =>
            at.call('/common/prop', { keys: 'version' }, '', { 'x-forwarded-for': `10.9.9.${n}` }),
          ),
        ),
      );
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(20);
    } finally {
      await at.stop();
    }
  });
});

describe('names', () => {
  const name = textUpTo(30);
  it.each([
    '\u202egnp.exe',
    'Ada\u200bLovelace',
    '\u2066Ada',
    'a\u0000b',
    'a\nb',
    '\ufeffAda',
    '\u3164',
    '   ',
    'a\ud800',
    'a\u2028b',
    'Ada\u00ad',
    '\u{e0041}',
    `Ada${'\u0301'.repeat(9)}`,
  ])('%j is refused', (text) => expect(v.is(name, text)).toBe(false));
  it.each([
    'Ada Lovelace',
    '陳大文',
    'عمر الخيّام',
    'Đỗ Thị Hồng',
    'Đỗ Thị Hồng'.normalize('NFD'),
    'བསྒྲུབས',
    'Müller-Lüdenscheidt',
    '김영희',
    'O’Neill',
    'Кот 🐈',
  ])('%s is one', (text) => expect(v.is(name, text)).toBe(true));

  it('are refused by the calls with the name of the field (1400)', async () => {
    const at = await startRunning();
    try {
      const { token } = await at.user('ada@example.com');
      const bent = 'Ada\u202eevil';
      expect((await at.call('/user/info', { antiPhish: bent }, token)).data.field).toBe('antiPhish');
      expect((await at.call('/user/kyc', { fullName: bent, draft: 1 }, token)).data.field).toBe('fullName');
      const address = {
        coinInfoId: 1,
        chain: 'TRC20',
        address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        accountName: bent,
      };
      expect((await at.call('/coin/withdraw/address/generate', address, token)).data.field).toBe('accountName');
    } finally {
      await at.stop();
    }
  });
});
