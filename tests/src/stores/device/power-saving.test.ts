// @vitest-environment happy-dom
// When power and data are saved: by the user's setting, else by the device.
import { expect, it } from 'vitest';
import { connectMarketWorker } from '../../../../src/api/market-worker.ts';
import { saverChoice, saving, watchPowerSaving } from '../../../../src/stores/device/power-saving.ts';
import { CONFIG, fakeMarketWorker } from '../../../support/feed/fake-market-worker.ts';

class Battery extends EventTarget {
  level = 0.9;
  charging = false;
}

it('follows saveData and the battery unless the user chose otherwise, and informs the market worker', async () => {
  const market = fakeMarketWorker();
  connectMarketWorker(market, CONFIG, () => undefined);
  const connection = Object.assign(new EventTarget(), { saveData: false });
  const battery = new Battery();
  watchPowerSaving({ ...navigator, connection, getBattery: async () => battery } as unknown as Navigator);
  await Promise.resolve();
  const seen: boolean[] = [saving.value];
  const after = (change: () => void): void => {
    change();
    seen.push(saving.value);
  };
  after(() => {
    connection.saveData = true;
    connection.dispatchEvent(new Event('change'));
  });
  after(() => {
    connection.saveData = false;
    connection.dispatchEvent(new Event('change'));
  });
  after(() => {
    battery.level = 0.1;
    battery.dispatchEvent(new Event('levelchange'));
  });
  after(() => {
    battery.charging = true;
    battery.dispatchEvent(new Event('chargingchange'));
  });
  after(() => {
    saverChoice.value = 'on';
  });
  after(() => {
    battery.charging = false;
    battery.dispatchEvent(new Event('chargingchange'));
    saverChoice.value = 'off';
  });
  expect(seen).toEqual([false, true, false, true, false, true, false]);
  expect(market.calls.filter((asked) => asked.startsWith('saving')).at(-1)).toBe('saving false');
});
