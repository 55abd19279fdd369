// Whether power and data are saved: as the user wishes, or by itself where the device asks for it.
import { type ReadonlySignal, computed, effect, signal } from '@preact/signals-react';
import { market } from '../../api/market-worker.ts';
import { stored } from './storage.ts';

/** A battery below this share that is not being charged is low. */
const LOW = 0.2;

export const saverChoice = stored('fxproSaver');
const asksData = signal(false);
const asksPower = signal(false);

/** Four pictures a second, and books joined over as long. */
export const saving: ReadonlySignal<boolean> = computed(
  () => saverChoice.value === 'on' || (saverChoice.value === 'auto' && (asksData.value || asksPower.value)),
);

/** What only some browsers tell. */
interface NavigatorHints extends Navigator {
  connection?: EventTarget & { saveData?: boolean };
  getBattery?(): Promise<EventTarget & { level: number; charging: boolean }>;
}

/** Follows the device and tells the market. Called once. */
export function watchPowerSaving(told: NavigatorHints = navigator): void {
  const { connection } = told;
  const readData = (): void => {
    asksData.value = connection?.saveData === true;
  };
  connection?.addEventListener('change', readData);
  readData();
  told.getBattery?.().then(
    (battery) => {
      const readPower = (): void => {
        asksPower.value = battery.level < LOW && !battery.charging;
      };
      battery.addEventListener('levelchange', readPower);
      battery.addEventListener('chargingchange', readPower);
      readPower();
    },
    (cause: unknown) => console.warn('the battery is not told', cause),
  );
  effect(() => void market().setSaving(saving.value));
}
