// @vitest-environment happy-dom
// The language of a first visit is the browser's; a chosen one outlives the visit, also where it is the default.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferredLanguage } from '../../../src/locales/languages.ts';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

async function visitWith(languages: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  vi.resetModules();
  return import('../../../src/stores/device/language.ts');
}

describe('preferredLanguage', () => {
  it.each([
    [['de-DE'], 'de-DE'],
    [['de-AT', 'en-US'], 'de-DE'],
    [['zh-CN'], 'zh-TW'],
    [['ZH-hant-hk'], 'zh-TW'],
    [['it-IT', 'fr-CA', 'en'], 'fr-FR'],
    [['vi-VN'], 'vi'],
    [['it-IT'], undefined],
    [[''], undefined],
    [[], undefined],
  ])('of %o is %o', (wanted, code) => {
    expect(preferredLanguage(wanted)).toBe(code);
  });
});

describe('the language of the page', () => {
  it("is the browser's on a first visit", async () => {
    expect((await visitWith(['ko-KR', 'en-US'])).languageCode()).toBe('ko-KR');
    expect(localStorage.getItem('fxproLanguage')).toBe('ko-KR');
  });

  it('is the default where the browser has none of ours, and is then not stored', async () => {
    expect((await visitWith(['it-IT'])).languageCode()).toBe('zh-TW');
    expect(localStorage.getItem('fxproLanguage')).toBeNull();
  });

  it('is the stored one, whatever the browser has', async () => {
    localStorage.setItem('fxproLanguage', 'ja-JP');
    expect((await visitWith(['en-US'])).languageCode()).toBe('ja-JP');
  });

  it('is the later one of two that were chosen at once, whichever is loaded first', async () => {
    const { language, setLanguage } = await visitWith(['en-US']);
    const { i18n, startI18n } = await import('../../../src/locales/i18n.ts');
    await startI18n('en-US');
    // The texts of the second one are there.
    await Promise.all([setLanguage('de-DE'), setLanguage('en-US')]);
    expect([i18n.language, language.value, document.documentElement.lang]).toEqual(['en-US', 'en-US', 'en-US']);
  });

  it('stays the default language after it was chosen', async () => {
    const { setLanguage } = await visitWith(['en-US']);
    const { startI18n } = await import('../../../src/locales/i18n.ts');
    await startI18n('en-US');
    await setLanguage('zh-TW');
    expect((await visitWith(['en-US'])).languageCode()).toBe('zh-TW');
  });
});
