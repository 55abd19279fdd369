// A small disk of a test's own, which it fills and frees.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const SIZE_MB = 256;

/** A small mounted disk; null where this user may not mount one. */
export function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'defi-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder]);
  onTestFinished(() => {
    if (status === 0) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return status === 0 ? folder : null;
}

/** Fills the disk, although others write too, and again what they have freed. Returns a function that frees it. */
export function fill(folder: string): () => void {
  const path = join(folder, 'filler');
  spawnSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=64k', 'oflag=append', 'conv=notrunc']);
  return () => rmSync(path);
}
