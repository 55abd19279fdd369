// After login or registration: back to where the user was, or home.
import { useRouter, useSearch } from '@tanstack/react-router';

export function useReturn(): () => void {
  const router = useRouter();
  const { back } = useSearch({ strict: false });
  // The path was checked to be one of ours when the query was read.
  return () => router.history.replace(back ?? '/pages/tabbar/home');
}
