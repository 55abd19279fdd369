// @vitest-environment happy-dom
// The field for a six-digit code takes what apps, mails and keyboards of other scripts give it.
import { act, useState } from 'react';
import { expect, it } from 'vitest';
import { SixDigitsField } from '../../../src/ui/fields/six-digits-field.tsx';
import { reactRoot, setValue } from '../../support/browser/react-root.ts';

const place = reactRoot();

function Form() {
  const [code, setCode] = useState('');
  return <SixDigitsField label="Code" value={code} onValue={setCode} testId="code" />;
}

/** Puts a text in as a paste does: a browser cuts it at the limit of the input first. */
async function paste(text: string): Promise<string> {
  const input = place.host.querySelector('input')!;
  const most = input.maxLength > 0 ? input.maxLength : text.length;
  await act(async () => {
    setValue(input, text.slice(0, most));
    input.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertFromPaste' }));
  });
  return input.value;
}

it.each([
  ['in groups', '123 456'],
  ['with a hyphen', '123-456'],
  ['with what is around it', ' Code: 123456\n'],
  ['too many', '1234567'],
  ['Arabic', '١٢٣٤٥٦'],
  ['Persian', '۱۲۳۴۵۶'],
  ['full-width', '１２３４５６'],
  ['Bengali', '১২৩৪৫৬'],
  ['mathematical', '𝟏𝟸𝟯𝟜𝟻𝟞'],
])('%s', async (_, text) => {
  await act(async () => place.root.render(<Form />));
  expect(await paste(text)).toBe('123456');
});

it('lets an input method finish before it writes Latin digits', async () => {
  await act(async () => place.root.render(<Form />));
  const input = place.host.querySelector('input')!;
  const compose = (type: 'start' | 'end'): Promise<void> =>
    act(async () => void input.dispatchEvent(new CompositionEvent(`composition${type}`, { bubbles: true })));
  await compose('start');
  expect(await paste('１'), 'what is composed is not written over').toBe('１');
  expect(await paste('１２')).toBe('１２');
  await compose('end');
  expect(input.value).toBe('12');
});
