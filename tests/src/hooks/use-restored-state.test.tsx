// @vitest-environment happy-dom
// A form that is half filled in when its session ends, or its user leaves, is as it was when that user is back.
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FormState, useForm } from '../../../src/hooks/use-form.ts';
import type { Restoring } from '../../../src/hooks/use-restored-state.ts';
import { logOut } from '../../../src/stores/account/log-out.ts';
import { isLoggedIn, sessionRefused } from '../../../src/stores/account/session.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { useSignalValue } from '../../../src/ui/use-signal-value.ts';
import { reactRoot } from '../../support/browser/react-root.ts';
import { callAsStoredSession, logInAs } from '../../support/browser/stored-session.ts';

interface Values {
  name: string;
  number: string;
}

const place = reactRoot();
let form: FormState<Values>;
let restored: Restoring;
let sending: Promise<void>;

function Fields({ onState }: { onState: (state: FormState<Values>) => void }) {
  const state = useForm<Values>(
    { name: '', number: '' },
    () => ({}),
    () => sending,
    { restored },
  );
  onState(state);
  return <p>{`${state.form.name} ${state.form.number}`.trim()}</p>;
}

function Page() {
  return useSignalValue(isLoggedIn) ? <Fields onState={(state) => void (form = state)} /> : <i>Log in</i>;
}

const logIn = (id: number): Promise<void> => act(async () => logInAs(id));
const seen = (): string => place.host.textContent;

beforeEach(async () => {
  restored = { name: 'test identity' };
  sending = Promise.resolve();
  callAsStoredSession();
  await logIn(7);
  await act(async () => place.root.render(<Page />));
  await act(async () => form.change({ name: 'Lin Mei' }));
  await act(async () => form.change({ number: 'X123' }));
});
afterEach(() => act(async () => place.root.render(null)));

it.each([
  ['the exchange ends the session', () => sessionRefused('token 7')],
  ['another tab logs out', () => void (stored('fxproUserToken').value = '')],
])('a form is restored after the next login when %s', async (_, end) => {
  await act(async () => end());
  expect(seen()).toBe('Log in');
  await logIn(7);
  expect(seen()).toBe('Lin Mei X123');
});

it('a form is not restored for another user, nor where it was left before', async () => {
  await act(async () => sessionRefused('token 7'));
  await logIn(8);
  expect(seen()).toBe('');
  await act(async () => place.root.render(null));
  await act(async () => place.root.render(<Page />));
  await act(async () => void logOut());
  await logIn(7);
  expect(seen()).toBe('');
});

describe('a long form that its user left', () => {
  const leave = (): Promise<void> => act(async () => place.root.render(null));
  const comeBack = (): Promise<void> => act(async () => place.root.render(<Page />));

  beforeEach(async () => {
    await leave();
    restored = { name: 'long form', whenLeft: true };
    await comeBack();
    await act(async () => form.change({ name: 'Lin Mei' }));
  });

  it('is as it was, until it is sent', async () => {
    await leave();
    await comeBack();
    expect(seen()).toBe('Lin Mei');
    await act(async () => form.submit(new Event('submit') as never));
    await leave();
    await comeBack();
    expect(seen()).toBe('');
  });

  it('is done with, also where its answer comes after it went', async () => {
    let answer = (): void => undefined;
    sending = new Promise((resolve) => (answer = resolve));
    await act(async () => form.submit(new Event('submit') as never));
    await leave();
    await act(async () => answer());
    await comeBack();
    expect(seen()).toBe('');
  });

  it('is empty for the next user', async () => {
    await leave();
    await logIn(8);
    await comeBack();
    expect(seen()).toBe('');
  });
});
