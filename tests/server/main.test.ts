// A start that is refused leaves nothing open: a process that embeds the exchange may start it again.
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { tokenPath } from '../../server/admin/operator-token.ts';
import { dataFolder } from '../support/server/data-folder.ts';
import { WITH_ARCHIVE, startRunning } from '../support/server/running-exchange.ts';

/** Timers that repeat and were not cleared, those that hold no process too; and open files and ports. */
function openThings(): () => string[] {
  const { setInterval: set, clearInterval: clear } = globalThis;
  const repeating = new Map<NodeJS.Timeout, string>();
  globalThis.setInterval = ((...args: Parameters<typeof setInterval>) => {
    const timer = set(...args);
    repeating.set(timer, `${new Error().stack?.split('\n')[2]?.trim()}`);
    return timer;
  }) as typeof setInterval;
  globalThis.clearInterval = (timer) => {
    repeating.delete(timer as NodeJS.Timeout);
    clear(timer);
  };
  onTestFinished(() => {
    Object.assign(globalThis, { setInterval: set, clearInterval: clear });
  });
  return () => [...repeating.values(), ...process.getActiveResourcesInfo().filter((kind) => /Server|FSReq/.test(kind))];
}

it('closes what it had opened: timers, bots, files and the data folder', async () => {
  const dataDir = dataFolder(onTestFinished);
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const settings = { ...WITH_ARCHIVE, DATA_DIR: dataDir };
  const open = openThings();
  const before = open();
  await expect(startRunning({ ...settings, PORT: String(port) })).rejects.toThrow(`Port ${port} is in use`);
  expect(open()).toEqual(before);
  writeFileSync(tokenPath(dataDir), 'cut');
  await expect(startRunning(settings)).rejects.toThrow('is damaged');
  expect(open()).toEqual(before);
}, 60_000);
