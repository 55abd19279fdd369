// Button that opens a demo account; the reason of a refusal is a toast.
import { useEffect } from 'react';
import { useDemoStart } from '../../hooks/use-demo-start.ts';
import { isDemo, loadExchangeMode } from '../../stores/market/exchange-mode.ts';
import { Button } from '../../ui/button.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

/** Whether demo accounts are offered: not by an exchange with real money. Assumed while unknown. */
export function useDemoOffered(): boolean {
  useEffect(() => {
    // It is fetched again later; a tap before that is answered with a sentence.
    loadExchangeMode().catch((cause: unknown) => console.warn('exchange mode fetch failed', cause));
  }, []);
  return useSignalValue(isDemo) !== false;
}

export function StartDemo({ label, onOpened }: { label: string; onOpened: () => void }) {
  const { busy, start } = useDemoStart(onOpened);
  return (
    <Button kind="primary" wide busy={busy} onClick={start} data-testid="start-demo">
      {label}
    </Button>
  );
}
