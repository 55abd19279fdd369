// The way to money, shown in place of a ticket's submit button while its account is empty.
import { computed } from '@preact/signals-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Units } from '../../../core/units/units.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { type Account, assets, availableUnits } from '../../stores/account/balances.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { isDemo } from '../../stores/market/exchange-mode.ts';
import { Button } from '../../ui/button.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

/** Where money for an empty account comes from. */
const STEPS = {
  transfer: { to: '/pages/wallet/transfer', key: 'title.transfer' },
  demo: { to: '/demo', key: 'trade.demoFunds' },
  deposit: { to: '/pages/wallet/recharge', key: 'title.recharge' },
} as const;
export type FundStep = keyof typeof STEPS;

/** In units; less than 1 USDT counts as nothing: market orders leave such remainders. */
const EMPTY_BELOW: Units = 100_000_000n;

/** The way to money for `coinInfoId` in an account; null while it has some, or its balance is unknown. */
function fundStep(account: Account, coinInfoId: number): FundStep | null {
  if (!isLoggedIn.value || assets.value === null) return null;
  if (availableUnits(coinInfoId, account) >= EMPTY_BELOW) return null;
  if (availableUnits(coinInfoId, account === 'spot' ? 'contract' : 'spot') >= EMPTY_BELOW) return 'transfer';
  if (isDemo.value === null) return null;
  return isDemo.value ? 'demo' : 'deposit';
}

/** `coinInfoId`: the coin that the order pays with; null for an order that does not pay with USDT. */
export function useFundStep(account: Account, coinInfoId: number | null): FundStep | null {
  return useSignalValue(
    useMemo(() => computed(() => (coinInfoId === null ? null : fundStep(account, coinInfoId))), [account, coinInfoId]),
  );
}

export function FundButton({ step, testId }: { step: FundStep; testId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { to, key } = STEPS[step];
  return (
    <Button kind="primary" wide onClick={() => void navigate({ to })} data-testid={testId} data-fund={step}>
      {t(key)}
    </Button>
  );
}
