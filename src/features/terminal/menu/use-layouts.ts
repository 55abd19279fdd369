// Fetches the account's layouts when the component is mounted, and after a login.
import { useEffect } from 'react';
import { loadLayouts } from '../../../stores/account/layouts.ts';
import { isLoggedIn } from '../../../stores/account/session.ts';

export function useLayouts(): void {
  useEffect(
    () =>
      isLoggedIn.subscribe(() => {
        // The copies of this device serve until the next time.
        loadLayouts().catch((cause: unknown) => console.warn('layouts fetch failed', cause));
      }),
    [],
  );
}
