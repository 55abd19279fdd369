// The key file beside the database: whole or not there.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadOrCreateToken } from '../../../server/admin/operator-token.ts';
import { openSecretBox } from '../../../server/store/secret-box.ts';
import { fill, smallDisk } from '../../support/data/small-disk.ts';
import { dataFolder } from '../../support/server/data-folder.ts';

it('a first start on a full disk leaves no key and no token that later starts refuse', ({ skip }) => {
  const disk = smallDisk();
  if (disk === null) return skip('this user may not mount a disk');
  const free = fill(disk);
  expect(() => openSecretBox(disk)).toThrow(/ENOSPC/);
  expect(() => loadOrCreateToken(disk, null)).toThrow(/ENOSPC/);
  expect(existsSync(join(disk, 'private', 'vault.key'))).toBe(false);
  free();
  const sealed = openSecretBox(disk).sealText('word', 'context');
  expect(openSecretBox(disk).openText(sealed, 'context')).toBe('word');
  expect(loadOrCreateToken(disk, null)).toBe(loadOrCreateToken(disk, null));
  expect(readdirSync(join(disk, 'private'))).toEqual(['operator.token', 'vault.key']);
});

it('what a killed start left beside it changes nothing, and a key of a wrong size is refused', () => {
  const folder = dataFolder(onTestFinished);
  const sealed = openSecretBox(folder).sealText('word', 'context');
  writeFileSync(join(folder, 'private', 'vault.key.1f.part'), 'half');
  expect(openSecretBox(folder).openText(sealed, 'context')).toBe('word');
  writeFileSync(join(folder, 'private', 'vault.key'), 'short');
  expect(() => openSecretBox(folder)).toThrow(/is damaged: it must have 32 bytes/);
});
