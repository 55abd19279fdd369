// The end of a session by its user.
import { call } from '../../api/call.ts';
import { clearSession, sessionToken } from './session.ts';

/** Logs out on the server and locally; locally even when the server cannot be reached. */
export async function logOut(): Promise<void> {
  const leaving = sessionToken.peek() === '' ? null : call('/user/info', { logout: true }, { timeoutMs: 5000 });
  clearSession();
  try {
    await leaving;
  } catch (cause) {
    console.warn('logout call failed', cause);
  }
}
