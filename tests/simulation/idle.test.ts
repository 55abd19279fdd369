// An exchange with bots only writes at most 300 MB per hour by the kernel's count (IDLE_SECONDS).
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startRunning } from '../support/server/running-exchange.ts';

const SECONDS = Number(process.env['IDLE_SECONDS'] ?? 40);
/** Time to generate the history of a new market and to write its first minute. */
const SETTLE_MS = 15_000;
const MAX_MB_AN_HOUR = 300;

/** The kernel counts what is written to a disk; other tests may write into memory. */
const ON_DISK = '/var/tmp';
const IO = '/proc/self/io';

function writtenBytes(): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(IO, 'utf8'))![1]);
}

it.skipIf(!existsSync(IO))(
  `an idle exchange writes at most ${MAX_MB_AN_HOUR} MB an hour (${SECONDS} s watched)`,
  { timeout: 60_000 + SETTLE_MS + SECONDS * 1000 },
  async () => {
    const at = await startRunning({ DATA_DIR: mkdtempSync(join(ON_DISK, 'defi-idle-')) });
    await pause(SETTLE_MS);
    const [bytes, atMs, seq] = [writtenBytes(), performance.now(), at.exchange.sequencer.seq()];
    await pause(SECONDS * 1000);
    const hours = (performance.now() - atMs) / 3_600_000;
    const mbAnHour = (writtenBytes() - bytes) / 1e6 / hours;
    const commandsASecond = (at.exchange.sequencer.seq() - seq) / hours / 3600;
    await at.stop();
    console.log(`${mbAnHour.toFixed(0)} MB an hour, while bots gave ${commandsASecond.toFixed(0)} commands a second`);
    expect(commandsASecond).toBeGreaterThan(20);
    expect(mbAnHour).toBeGreaterThan(1);
    expect(mbAnHour).toBeLessThan(MAX_MB_AN_HOUR);
  },
);
