// Returns to the page before the login or registration, or to home.
import { useRouter, useSearch } from '@tanstack/react-router';

export function useReturnToPage(): () => void {
  const router = useRouter();
  const { back } = useSearch({ strict: false });
  // Route validation has already limited `back` to paths of this app.
  return () => router.history.replace(back ?? '/pages/tabbar/home');
}
