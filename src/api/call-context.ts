// What every call needs from the page: session token, language, and the handling of -1000 and -1001.
import type { SocketCall, SocketReply } from '../../core/worker-protocol/worker-protocol.ts';

export interface CallContext {
  /** Prefix of every call's path, e.g. "https://api.example.com/mmtb-api". */
  base: string;
  /** Session token, or '' for a visitor. */
  token: () => string;
  /** Value of the Accept-Language header. */
  language: () => string;
  /** Makes a call on the feed's socket, if that is live; absent: calls are made over HTTP. */
  socketCall?: (call: SocketCall) => Promise<SocketReply>;
  /** Called on code -1000: clears the session and navigates to login. `token` is the one the refused call carried. */
  onSessionEnded: (token: string) => void;
  /** Called on code -1001: shows the server's message for `durationMs`. */
  showToast: (text: string, durationMs: number) => void;
}

let context: CallContext | null = null;

/** Called once, before the first call. */
export function setCallContext(given: CallContext): void {
  context = given;
}

export function callContext(): CallContext {
  if (!context) throw new Error('call context not set');
  return context;
}

/** Token of the session that calls are made in; '' for a visitor, and before the app starts. */
export function currentSession(): string {
  return context?.token() ?? '';
}
