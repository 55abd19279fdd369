// Whether power and data are saved: by the user's setting, or when the device requests it.
import { type ReadonlySignal, computed, effect, signal } from '@preact/signals-react';
import { marketWorker } from '../../api/market-worker.ts';
import { stored } from './storage.ts';

/** A discharging battery below this level is low. */
const LOW_BATTERY = 0.2;

export const saverChoice = stored('fxproSaver');
const dataSaverOn = signal(false);
const batteryLow = signal(false);

/** While true: 4 frames a second, and book deltas at a longer interval. */
export const saving: ReadonlySignal<boolean> = computed(
  () => saverChoice.value === 'on' || (saverChoice.value === 'auto' && (dataSaverOn.value || batteryLow.value)),
);

/** APIs available in some browsers only. */
interface NavigatorHints extends Navigator {
  connection?: EventTarget & { saveData?: boolean };
  getBattery?(): Promise<EventTarget & { level: number; charging: boolean }>;
}

/** Follows the device's state and forwards it to the market worker. Called once. */
export function watchPowerSaving(hints: NavigatorHints = navigator): void {
  const { connection } = hints;
  const readData = (): void => {
    dataSaverOn.value = connection?.saveData === true;
  };
  connection?.addEventListener('change', readData);
  readData();
  hints.getBattery?.().then(
    (battery) => {
      const readPower = (): void => {
        batteryLow.value = battery.level < LOW_BATTERY && !battery.charging;
      };
      battery.addEventListener('levelchange', readPower);
      battery.addEventListener('chargingchange', readPower);
      readPower();
    },
    (cause: unknown) => console.warn('battery status unavailable', cause),
  );
  effect(() => void marketWorker().setSaving(saving.value));
}
