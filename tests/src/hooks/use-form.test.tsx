// @vitest-environment happy-dom
// A form is sent once: not by a double press, and not before values that are still being made are there.
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { type FormState, useForm } from '../../../src/hooks/use-form.ts';
import { reactRoot } from '../../support/browser/react-root.ts';

interface Values {
  name: string;
  picture: string;
}

const place = reactRoot();
let state: FormState<Values>;
let sent: Values[];
/** Ends the oldest call that is under way. */
let answer: (() => void)[];

function Probe({ onState }: { onState: (state: FormState<Values>) => void }) {
  const probed = useForm<Values>(
    { name: '', picture: '' },
    ({ name, picture }) => ({
      ...(name === '' && { name: 'kyc.needName' as const }),
      ...(picture === '' && { picture: 'kyc.needFront' as const }),
    }),
    (values) => {
      sent.push(values);
      return new Promise((resolve) => answer.push(resolve));
    },
  );
  onState(probed);
  return null;
}

const submit = (): void => state.submit(new Event('submit') as never);
const errors = (): boolean[] => [state.errorOf('name') !== undefined, state.errorOf('picture') !== undefined];

beforeEach(async () => {
  [sent, answer] = [[], []];
  await act(async () => place.root.render(<Probe onState={(probed) => void (state = probed)} />));
  await act(async () => state.change({ name: 'Lin Mei' }));
});

it('two presses before a render send one call', async () => {
  await act(async () => state.change({ picture: 'AA' }));
  await act(async () => {
    submit();
    submit();
  });
  expect(sent).toEqual([{ name: 'Lin Mei', picture: 'AA' }]);
  await act(async () => answer[0]!());
  await act(async () => submit());
  expect(sent).toHaveLength(2);
});

it('waits for a value that is being made, and sends it once', async () => {
  // A field that was chosen ends with the functions of the render that it began in.
  const { change, onWork } = state;
  await act(async () => onWork('picture', 'begun'));
  await act(async () => {
    submit();
    submit();
  });
  expect([state.busy, sent.length, ...errors()]).toEqual([true, 0, false, false]);
  await act(async () => {
    change({ picture: 'AA' });
    onWork('picture', 'done');
  });
  expect(sent).toEqual([{ name: 'Lin Mei', picture: 'AA' }]);
  await act(async () => answer[0]!());
  expect([state.busy, sent.length]).toEqual([false, 1]);
});

it('says at once what else is missing, instead of waiting', async () => {
  await act(async () => {
    state.change({ name: '' });
    state.onWork('picture', 'begun');
  });
  await act(async () => submit());
  expect([state.busy, ...errors()]).toEqual([false, true, false]);
  await act(async () => {
    state.change({ picture: 'AA' });
    state.onWork('picture', 'done');
  });
  expect(sent).toEqual([]);
});

it('sends nothing when the value is given up, or another field is changed meanwhile', async () => {
  for (const end of [
    () => state.onWork('picture', 'failed'),
    () => {
      state.change({ name: 'Lin' });
      state.onWork('picture', 'done');
    },
  ]) {
    // The exchange may have an older picture: the form would be valid without the new one.
    await act(async () => {
      state.change({ picture: 'old' });
      state.onWork('picture', 'begun');
    });
    await act(async () => submit());
    expect(state.busy).toBe(true);
    await act(async () => end());
    expect([state.busy, sent.length]).toEqual([false, 0]);
  }
});
