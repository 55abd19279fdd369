// Programs that start at once: one builds, the others wait for it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { whileAlone } from '../../server/build-stale.mjs';
import { ROOT } from '../support/data/shared-file.ts';
import { dataFolder } from '../support/server/data-folder.ts';

const MODULE = JSON.stringify(pathToFileURL(join(ROOT, 'server', 'build-stale.mjs')));

it('one process at a time works in a folder, and a killed one leaves no lock', async () => {
  const folder = dataFolder(onTestFinished);
  const log = join(folder, 'log');
  const alone = (work: string) =>
    spawn(process.execPath, [
      '-e',
      `const { appendFileSync } = require('node:fs');
      const note = (word) => appendFileSync(${JSON.stringify(log)}, word);
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      import(${MODULE}).then(({ whileAlone }) => whileAlone(${JSON.stringify(folder)}, async () => { ${work} }));`,
    ]);
  const noted = (): string => {
    try {
      return readFileSync(log, 'utf8');
    } catch {
      return '';
    }
  };
  const killed = alone("note('killed '); await pause(60_000);");
  await expect.poll(noted, { timeout: 20_000 }).toBe('killed ');
  const other = once(alone("note('in '); await pause(100); note('out ');"), 'close');
  killed.kill('SIGKILL');
  await whileAlone(folder, async () => appendFileSync(log, 'in out '));
  await other;
  expect(noted()).toBe('killed in out in out ');
}, 60_000);
