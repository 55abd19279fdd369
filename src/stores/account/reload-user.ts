// Fetches the user again where nothing depends on its success.
import { refreshUser } from './session.ts';

/** As `refreshUser`, but a failure is logged alone: what came before it is done. */
export function reloadUser(): Promise<void> {
  return refreshUser().catch((cause: unknown) => console.warn('user fetch failed', cause));
}
