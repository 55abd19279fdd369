// @vitest-environment happy-dom
// Typing numbers: separators and digits of other scripts, and the caret position.
import fc from 'fast-check';
import { act, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { numberStyleOf, writeDecimal } from '../../../core/units/number-style.ts';
import { isDecimal } from '../../../core/units/units.ts';
import { LANGUAGES } from '../../../src/locales/languages.ts';
import { NumberField } from '../../../src/ui/fields/number-field.tsx';
import { isOneNumber, latinDigit, readDecimalInput } from '../../../src/ui/fields/decimal-input.ts';
import { reactRoot, setValue as write } from '../../support/browser/react-root.ts';

const seed = Number(process.env['SEED'] ?? 20261121);
console.log(`number-field seed ${seed}`);

describe('readDecimalInput', () => {
  const cases: [string, string, string][] = [
    ['a point', '12.5', '12.5'],
    ['a comma', '12,5', '12.5'],
    ['Arabic digits and separator', '١٢٫٥', '12.5'],
    ['Persian digits', '۱۲۳', '123'],
    ['full-width digits', '１２．５', '12.5'],
    ['thousands in English', '1,234,567.89', '1234567.89'],
    ['thousands in German', '1.234,56', '1234.56'],
    ['thousands only', '1,234,567', '1234567'],
    ['a second point typed', '1.2.', '1.2'],
    ['a point first', '.5', '0.5'],
    ['a point last, still typing', '12.', '12.'],
    ['letters, signs, spaces', ' -1 2e3 USDT', '123'],
    ['a zero in front', '05', '5'],
    ['several zeros in front', '007.5', '7.5'],
    ['zeros alone', '000', '0'],
    ['zeros in front of a point', '00.5', '0.5'],
    ['zero point', '0.05', '0.05'],
    ['too many decimals', '1.123456789', '1.12345678'],
    ['nothing', '', ''],
  ];
  it.each(cases)('%s', (_, raw, text) => {
    expect(readDecimalInput(raw, raw.length, 8).text).toBe(text);
  });

  it('accepts no decimal separator where there are no decimals', () => {
    expect(readDecimalInput('12.5', 4, 0).text).toBe('12');
  });

  it('always yields a plain decimal, nothing, or an unfinished decimal; parsing it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 16 }), fc.nat(16), fc.nat(8), (raw, caret, decimals) => {
        const once = readDecimalInput(raw, Math.min(caret, raw.length), decimals);
        const whole = once.text.replace(/\.$/, '');
        expect(whole === '' || isDecimal(whole)).toBe(true);
        expect(once.caret).toBeGreaterThanOrEqual(0);
        expect(once.caret).toBeLessThanOrEqual(once.text.length);
        if (/^0\d/.test(once.text)) return;
        expect(readDecimalInput(once.text, once.caret, decimals)).toEqual(once);
      }),
      { seed, numRuns: 2000 },
    );
  });

  it.each(Object.keys(LANGUAGES))('parses back exactly what a page in %s writes', (language) => {
    const style = numberStyleOf(language);
    fc.assert(
      fc.property(fc.stringMatching(/^(0|[1-9]\d{0,12})(\.\d{1,8})?$/), (decimal) => {
        const text = writeDecimal(decimal, style);
        expect(readDecimalInput(text, text.length, 8, style).text).toBe(decimal);
      }),
      { seed, numRuns: 1000 },
    );
  });

  it.each([
    ['en-US', '67,459', '67459'],
    ['en-US', '0,459', '0.459'],
    ['de-DE', '67.459', '67459'],
    ['de-DE', '67,459', '67.459'],
  ])('reads a pasted number in %s: %s', (language, raw, text) => {
    expect(readDecimalInput(raw, raw.length, 8, numberStyleOf(language)).text).toBe(text);
    expect(readDecimalInput(raw, raw.length, 8).text, 'typed').toBe(raw.replace(',', '.'));
  });

  it.each(['1e3', '1E-05', '1.5e-7', '-5', '−0.3', '–5', '12:30', '2026-11-27', '0x1f', '5 of 10', '١e٣'])(
    'takes no number out of a pasted %s',
    (text) => expect(isOneNumber(text)).toBe(false),
  );

  it.each(['67k', '20.48K', '1.37G', '1,37 Mrd.', '2.5 Mio', '1.2M USDT', '3 млн', '6.7万', '1.2億', '5천', '2 ألف'])(
    'takes no number out of a pasted %s, which is worth thousands of its digits',
    (text) => expect(isOneNumber(text)).toBe(false),
  );

  it.each([
    '12',
    '.5',
    '1,234.56',
    '1.234,56',
    "1'234.5",
    '1 234,5',
    '1\u202f234,5',
    '$1,234.56',
    '12.5 USDT',
    '5%',
    '5 BTC',
    '2 KAS',
    '3 MATIC',
    '10 TRX',
    '5元',
    '١٬٢٣٤٫٥',
    '\u202a12\u202c',
    '',
  ])('takes the number of a pasted %s', (text) => expect(isOneNumber(text)).toBe(true));

  it('keeps the caret after the same digits at every position', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{0,6}[.,][0-9]{1,6}$/), fc.nat(16), (raw, at) => {
        const caret = Math.min(at, raw.length);
        const read = readDecimalInput(raw, caret, 8);
        expect(read.text.slice(0, read.caret)).toBe(raw.slice(0, caret).replace(',', '.'));
      }),
      { seed, numRuns: 1000 },
    );
  });
});

describe('NumberField', () => {
  const place = reactRoot();

  it('groups the digits by language while it is not edited, and takes a typed decimal comma', () => {
    document.documentElement.lang = 'de-DE';
    const values: string[] = [];
    function Form() {
      const [value, setValue] = useState('67459.63');
      return <NumberField label="Preis" value={value} onValue={(text) => setValue((values.push(text), text))} />;
    }
    act(() => place.root.render(<Form />));
    const input = place.host.querySelector('input')!;
    const edit = (text: string, caret: number, data: string | null, inputType = 'insertText'): void =>
      act(() => {
        input.focus();
        write(input, text);
        input.setSelectionRange(caret, caret);
        input.dispatchEvent(new InputEvent('input', { bubbles: true, data, inputType }));
      });
    const leave = (): void => act(() => input.blur());
    expect(input.value).toBe('67.459,63');
    act(() => input.focus());
    expect(input.value, 'the focus moves nothing').toBe('67.459,63');
    edit('627.459,63', 2, '2');
    expect([input.value, input.selectionStart]).toEqual(['627459,63', 2]);
    edit('627459,6', 8, null, 'deleteContentBackward');
    expect(input.value).toBe('627459,6');
    leave();
    expect(input.value).toBe('627.459,6');
    edit('627459,6', 3, null, 'deleteContentBackward');
    expect([input.value, input.selectionStart], 'a sign between groups is nothing to delete').toEqual(['627459,6', 3]);
    leave();
    edit('627.459', 7, null, 'deleteByCut');
    expect(input.value).toBe('627459');
    leave();
    edit('627.4595', 8, '5');
    expect(input.value).toBe('6274595');
    leave();
    edit('6.274.595.', 10, '.');
    expect(input.value, 'a point typed on a keypad without comma').toBe('6274595,');
    leave();
    edit('1.234,5', 7, '1.234,5', 'insertFromPaste');
    expect(input.value).toBe('1234,5');
    expect(values, 'a point at the end is no other number').toEqual([
      '627459.63',
      '627459.6',
      '627459',
      '6274595',
      '1234.5',
    ]);
    edit('1E-05', 5, '1E-05', 'insertFromPaste');
    expect(input.value, 'a number that would be another one').toBe('1234,5');
    expect(values.at(-1)).toBe('1234.5');
    edit('1.234', 5, '1.234', 'insertFromPaste');
    expect(input.value, 'a group').toBe('1234');
    edit('12345', 5, '5');
    expect(values.at(-1), 'a digit typed behind a pasted group').toBe('12345');
    document.documentElement.lang = '';
  });

  it('shows the parsed number and preserves the caret in the middle', () => {
    const values: string[] = [];
    function Form() {
      const [value, setValue] = useState('1234');
      return (
        <NumberField
          label="Amount"
          value={value}
          onValue={(text) => {
            values.push(text);
            setValue(text);
          }}
        />
      );
    }
    act(() => place.root.render(<Form />));
    const input = place.host.querySelector('input');
    if (!input) throw new Error('no field');
    const type = (text: string, caret: number): void =>
      act(() => {
        write(input, text);
        input.setSelectionRange(caret, caret);
        input.dispatchEvent(new InputEvent('input', { bubbles: true, data: text[caret - 1] ?? '' }));
      });
    type('12,34', 3);
    expect(input.value).toBe('12.34');
    expect(input.selectionStart).toBe(3);
    type('12x.34', 3);
    expect(input.value).toBe('12.34');
    expect(input.selectionStart).toBe(2);
    expect(values).toEqual(['12.34']);
  });

  /** A field with a value, what it reports, and edits of its text as a browser reports them. */
  function editable(initial: string) {
    const values: string[] = [];
    function Form() {
      const [value, setValue] = useState(initial);
      return <NumberField label="Amount" value={value} onValue={(text) => setValue((values.push(text), text))} />;
    }
    act(() => place.root.render(<Form />));
    const input = place.host.querySelector('input')!;
    const edit = (text: string, data: string | null, inputType = 'insertText', caret = text.length): void =>
      act(() => {
        input.focus();
        write(input, text);
        input.setSelectionRange(caret, caret);
        input.dispatchEvent(new InputEvent('input', { bubbles: true, data, inputType }));
      });
    const composition = (type: 'start' | 'end'): void =>
      act(() => void input.dispatchEvent(new CompositionEvent(`composition${type}`, { bubbles: true })));
    return { values, input, edit, composition };
  }

  it('takes back and repeats its own edits, and not what the browser makes of its texts', () => {
    const { values, input, edit } = editable('1234');
    edit('5', '5');
    edit('1,234', null, 'historyUndo');
    expect([input.value, values.at(-1)]).toEqual(['1234', '1234']);
    edit('5', null, 'historyRedo');
    expect([input.value, values.at(-1)]).toEqual(['5', '5']);
    edit('1,234', '1,234', 'insertFromPaste');
    edit('12345', null, 'historyUndo');
    expect([input.value, values.at(-1)]).toEqual(['1234', '1234']);
    edit('12341,234', null, 'historyRedo');
    expect([input.value, values.at(-1)]).toEqual(['1234', '1234']);
  });

  it('lets an input method finish before it writes digits of another script as Latin ones', () => {
    const { values, input, edit, composition } = editable('1234');
    composition('start');
    edit('1,234１', '１', 'insertCompositionText');
    edit('1,234１２', '１２', 'insertCompositionText');
    expect(input.value, 'what is composed is not written over').toBe('1,234１２');
    composition('end');
    expect([input.value, ...values]).toEqual(['123412', '12341', '123412']);
  });

  it('takes no second point: the digits would be worth another', () => {
    const { values, input, edit } = editable('1234.5');
    edit('12.34.5', '.', 'insertText', 3);
    expect([input.value, input.selectionStart]).toEqual(['1,234.5', 2]);
    edit('1,234.5,', ',');
    edit('1234.56', '6');
    edit('1234.56,', ',');
    expect([input.value, ...values]).toEqual(['1234.56', '1234.56']);
  });

  it('closes the keyboard on the screen by its Done key, which sends no form; Enter of a keyboard does', () => {
    const { input } = editable('1234');
    const press = (code: string): KeyboardEvent => {
      act(() => input.focus());
      const event = new KeyboardEvent('keydown', { key: 'Enter', code, bubbles: true, cancelable: true });
      act(() => void input.dispatchEvent(event));
      return event;
    };
    expect([press('').defaultPrevented, document.activeElement]).toEqual([true, document.body]);
    expect([press('Enter').defaultPrevented, document.activeElement]).toEqual([false, input]);
    expect(press('NumpadEnter').defaultPrevented).toBe(false);
  });
});

it('the digits of every script that the platform writes are the Latin ones', () => {
  const systems = Intl.supportedValuesOf('numberingSystem').map((name) => {
    const format = new Intl.NumberFormat('en', { numberingSystem: name, useGrouping: false });
    return { name, digits: Array.from({ length: 10 }, (_, digit) => format.format(digit)) };
  });
  // Chinese numerals are letters, which a number field drops.
  const numeric = systems.filter(({ digits }) => digits.every((digit) => /^\p{Nd}$/u.test(digit)));
  expect(numeric.length).toBeGreaterThan(40);
  for (const { name, digits } of numeric) expect(digits.map(latinDigit).join(''), name).toBe('0123456789');
});
