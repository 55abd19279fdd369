// @vitest-environment happy-dom
// A call that is refused when it is made again: what an earlier try did is found, also where the browser sent that one.
import { act, useEffect } from 'react';
import { expect, it } from 'vitest';
import { CODE } from '../../../../core/errors/errors.ts';
import { CallError, FAILURE } from '../../../../src/api/call.ts';
import { useLostAnswer } from '../../../../src/components/account/use-lost-answer.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';

const place = reactRoot();

type CallOnce = ReturnType<typeof useLostAnswer>;

function Form({ onMade }: { onMade: (callOnce: CallOnce) => void }) {
  const callOnce = useLostAnswer();
  useEffect(() => void onMade(callOnce));
  return null;
}

/** Returns what presses the button of a form: its call is answered with `code`, and was done before or not. */
async function form(): Promise<(code: number, isDone: boolean, key?: string) => Promise<string>> {
  const made: CallOnce[] = [];
  await act(async () => place.root.render(<Form onMade={(callOnce) => made.push(callOnce)} />));
  return (code, isDone, key = 'ann@example.com') =>
    made[0]!({
      key,
      send: () => (code === 0 ? Promise.resolve('answered') : Promise.reject(new CallError(code, ''))),
      refusedAs: CODE.codeWrong,
      find: () => (isDone ? Promise.resolve('found') : Promise.reject(new CallError(CODE.loginWrong, ''))),
    }).catch((error: CallError) => String(error.code));
}
const WRONG = CODE.codeWrong;

it('what a call did whose answer was lost is found at the next try', async () => {
  const press = await form();
  expect(await press(FAILURE.network, false)).toBe(String(FAILURE.network));
  expect(await press(WRONG, true)).toBe('found');
});

it('what a call did that the browser sent twice is found at the first refusal', async () => {
  const press = await form();
  expect(await press(WRONG, true)).toBe('found');
});

it('what was not done is looked up once, and again after an answer that was lost', async () => {
  const press = await form();
  expect(await press(WRONG, false)).toBe(String(WRONG));
  expect(await press(WRONG, true)).toBe(String(WRONG));
  expect(await press(WRONG, true, 'ben@example.com')).toBe('found');
  expect(await press(FAILURE.timeout, true, 'ben@example.com')).toBe(String(FAILURE.timeout));
  expect(await press(WRONG, true, 'ben@example.com')).toBe('found');
  expect(await press(CODE.emailTaken, true, 'cas@example.com')).toBe(String(CODE.emailTaken));
});
