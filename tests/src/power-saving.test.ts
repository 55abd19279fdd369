// @vitest-environment happy-dom
// When power and data are saved: as the user wishes, else as the device asks.
import { expect, it } from 'vitest';
import { joinMarket } from '../../src/api/market-worker.ts';
import { saverChoice, saving, watchPowerSaving } from '../../src/stores/device/power-saving.ts';
import { CONFIG, fakeMarket } from './stores/fake-market.ts';

class Battery extends EventTarget {
  level = 0.9;
  charging = false;
}

it('follows saveData and the battery unless the user said otherwise, and tells the market', async () => {
  const market = fakeMarket();
  joinMarket(market, CONFIG, () => undefined);
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
  expect(market.asked.filter((asked) => asked.startsWith('saving')).at(-1)).toBe('saving false');
});
