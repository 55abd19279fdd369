// @vitest-environment happy-dom
// The profit of the day on the home page: cut as everywhere, never rounded up.
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DayLine } from '../../../../src/features/home/day-line.tsx';
import { reactRoot } from '../../../support/browser/react-root.ts';
import { callAsAUser } from '../../../support/data/call-context.ts';

const place = reactRoot();

beforeEach(() => callAsAUser());
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['187.99', '0.018799', '+$187.99 (+1.87%)'],
  ['-187.99', '-0.018799', '-$187.99 (-1.87%)'],
  ['0', '0', '$0.00 (0.00%)'],
])('a profit of %s at a rate of %s is %s', async (profitToday, profitRate, text) => {
  const data = {
    profitToday,
    profitTotal: profitToday,
    profitRate,
    series: [],
    inviteNum: 0,
    inviteProfit: '0',
    inviteList: [],
  };
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, msg: '', data }));
  await act(async () => place.root.render(<DayLine />));
  await vi.waitFor(() => expect(place.host.textContent).toContain(text));
  await act(async () => place.root.render(null));
});
