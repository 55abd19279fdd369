// What follows an answer on another page: a user who has gone elsewhere meanwhile stays there.
import { useRouter } from '@tanstack/react-router';

/** Returns what runs `lead`, unless another page is open by then than at the render before. */
export function useGoOn(): (lead: () => unknown) => void {
  const router = useRouter();
  const { pathname } = router.state.location;
  return (lead) => {
    if (router.state.location.pathname === pathname) void lead();
  };
}
