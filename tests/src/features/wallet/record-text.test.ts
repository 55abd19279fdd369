// @vitest-environment happy-dom
// Amounts of ledger entries: signed, and what is frozen where nothing else changed.
import { expect, it } from 'vitest';
import type { RecordLine } from '../../../../core/endpoints/responses.ts';
import { entryFigure } from '../../../../src/features/wallet/record-text.ts';
import type { Translate } from '../../../../src/locales/use-translation.ts';

const USDT = 1;
const t = ((key: string, { amount }: { amount: string }) => `${key} ${amount}`) as Translate;
const line = (amount: string, freezeAfter: string): RecordLine =>
  ({ amount, coinInfoId: USDT, freezeAfter }) as RecordLine;

it('an entry that only froze money shows what is frozen, not 0', () => {
  expect(entryFigure(line('0', '666.44'), t)).toEqual({ text: 'assets.frozen 666.44', exact: undefined });
  expect(entryFigure(line('0.00000000', '666.44123456'), t, 'USDT')).toEqual({
    text: 'assets.frozen 666.44 USDT',
    exact: '666.44123456 USDT',
  });
});

it('any other amount has its sign', () => {
  expect(entryFigure(line('1000', '5'), t).text).toBe('+1,000.00');
  expect(entryFigure(line('-2', '5'), t, 'USDT').text).toBe('-2.00 USDT');
});
