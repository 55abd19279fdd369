// @vitest-environment happy-dom
// Explanations of indicators: every one of trades or of the book has a picture and two sentences, in all languages.
import { readFileSync } from 'node:fs';
import { type ReactElement, act } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { INDICATOR_PARAMS, type IndicatorName, isOfCandles } from '../../../../core/market-data/indicator-params.ts';
import { LANGUAGE_CODES } from '../../../../core/units/language.ts';
import { isExplained } from '../../../../src/features/kline/settings/explained.ts';
import { IndicatorPicture } from '../../../../src/features/kline/settings/indicator-picture.tsx';
import { IndicatorSheet } from '../../../../src/features/kline/settings/indicator-sheet.tsx';
import { loadNamespaces, startI18n } from '../../../../src/locales/i18n.ts';
import { translate } from '../../../../src/locales/use-translation.ts';
import { stored } from '../../../../src/stores/device/storage.ts';
import { reactRoot } from '../../../support/browser/react-root.ts';

const NAMES = (Object.keys(INDICATOR_PARAMS) as IndicatorName[]).filter((name) => !isOfCandles(name));
const fixture = reactRoot();
/** Renders into the document. */
async function render(element: ReactElement): Promise<HTMLElement> {
  await act(async () => fixture.root.render(element));
  return fixture.host;
}
const sheet = <IndicatorSheet open first={null} onClose={() => {}} />;

beforeAll(async () => {
  await startI18n('en-US');
  await loadNamespaces(['chart', 'market', 'indicators']);
});

afterEach(() => {
  stored('mainInd').value = 'MA';
});

describe('an indicator of trades or of the book', () => {
  it.each(NAMES)('%s has a picture and two sentences in every language', async (name) => {
    expect(isExplained(name)).toBe(true);
    const box = await render(<IndicatorPicture name={name} />);
    expect(box.querySelectorAll('svg *').length).toBeGreaterThan(1);
    for (const code of LANGUAGE_CODES) {
      const texts: Record<string, string> = JSON.parse(readFileSync(`src/locales/${code}/indicators.json`, 'utf8'));
      expect(texts[`explain.${name}`]?.match(/[.。]/gu)?.length, code).toBe(2);
    }
  });

  it('is explained in the sheet before it is selected', async () => {
    const box = await render(sheet);
    const explain = translate()('legend.explain');
    const button = [...box.querySelectorAll('button')].find(
      (each) => each.getAttribute('aria-label') === `${explain}: VPVR`,
    );
    act(() => button!.click());
    await expect.poll(() => box.querySelector('[data-testid=explanation] svg')).not.toBeNull();
    expect(box.querySelector('[data-testid=explanation]')!.textContent).toContain('point of control');
  });
});
