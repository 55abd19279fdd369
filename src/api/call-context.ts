// What every call needs from the screen: who is calling, in which language, and what to do when the session is over.

export interface CallContext {
  /** Address in front of every call's path. */
  base: string;
  /** Token of the session, or '' for a visitor. */
  token: () => string;
  /** Accept-Language of the call. */
  language: () => string;
  /** Answer -1000: forget the session and send the user to login. `token` is the one the refused call carried. */
  sessionEnded: (token: string) => void;
  /** Answer -1001: the server's words, for this many ms. */
  toast: (text: string, durationMs: number) => void;
}

let context: CallContext | null = null;

/** Set once, before the first call. */
export function provideCallContext(given: CallContext): void {
  context = given;
}

export function callContext(): CallContext {
  if (!context) throw new Error('a call was made before the call context was provided');
  return context;
}
