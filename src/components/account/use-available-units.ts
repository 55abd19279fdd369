// What a user may spend of a coin, in a component that follows it.
import { computed } from '@preact/signals-react';
import { useMemo } from 'react';
import type { Units } from '../../../core/units/units.ts';
import { type Account, availableUnits } from '../../stores/account/balances.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export function useAvailableUnits(coinInfoId: number, account: Account = 'spot'): Units {
  return useSignalValue(useMemo(() => computed(() => availableUnits(coinInfoId, account)), [coinInfoId, account]));
}
