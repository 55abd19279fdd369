// Returns to the page before the login or registration, or to home.
import { useRouter, useSearch } from '@tanstack/react-router';
import { useGoOn } from '../../components/account/use-go-on.ts';

export function useReturnToPage(): () => void {
  const router = useRouter();
  const goOn = useGoOn();
  const { back } = useSearch({ strict: false });
  // Route validation has already limited `back` to paths of this app.
  return () => goOn(() => router.history.replace(back ?? '/pages/tabbar/home'));
}
