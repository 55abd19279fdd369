// Calls that are refused when they are made again: where the answer of one was lost, what it did is found.
import { useRef } from 'react';
import type { Code } from '../../../core/errors/errors.ts';
import { CallError } from '../../api/call.ts';
import { isOutcomeUnknown } from '../../api/order-submission.ts';

export interface SingleCall<T> {
  /** What the call is for; another try for it may come after it was done. */
  key: string;
  send: () => Promise<T>;
  /** The refusal of a call that was made before. */
  refusedAs: Code;
  /** What an earlier try did. Rejects where it did nothing. */
  find: () => Promise<T>;
  /** It is looked for after a lost answer only: what is tried counts as a wrong password. */
  afterLossOnly?: boolean;
}

/**
 * Returns what makes a call: its answer or, where an earlier try for the same did it, what is found of that. A browser
 * sends a call again by itself when its connection ends before the answer, so the first refusal may be one of a second
 * call too: it is looked up once, and again after each answer that was lost.
 */
export function useLostAnswer(): <T>(call: SingleCall<T>) => Promise<T> {
  const lost = useRef('');
  const lookedUp = useRef('');
  return async ({ key, send, refusedAs, find, afterLossOnly }) => {
    try {
      return await send();
    } catch (refusal) {
      if (isOutcomeUnknown(refusal)) {
        lost.current = key;
        lookedUp.current = '';
      }
      const isSecond = refusal instanceof CallError && refusal.code === refusedAs;
      const mayLook = lookedUp.current !== key && (!afterLossOnly || lost.current === key);
      if (!isSecond || !mayLook) throw refusal;
      lookedUp.current = key;
      return await find().catch(() => {
        throw refusal;
      });
    }
  };
}
