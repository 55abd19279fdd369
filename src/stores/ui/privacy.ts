// Privacy settings: hidden amounts and hidden small balances, both stored.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { stored } from '../device/storage.ts';

const hideAssets = stored('fxproHideAssets');
const hideSmall = stored('fxproHideSmall');

export const amountsHidden: ReadonlySignal<boolean> = computed(() => hideAssets.value === '1');
export const smallHidden: ReadonlySignal<boolean> = computed(() => hideSmall.value === '1');

export function hideAmounts(hide: boolean): void {
  hideAssets.value = hide ? '1' : '0';
}
export function hideSmallBalances(hide: boolean): void {
  hideSmall.value = hide ? '1' : '0';
}
