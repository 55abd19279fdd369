// @vitest-environment happy-dom
// Sharing: the sheet gets title, text and link; without it, or when it fails, the text and the link are copied.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shareOrCopy } from '../../../src/lib/share.ts';

const WORDS = { title: 'DeFi', text: 'Trade with my code AB12', url: 'https://a.example/?d=AB12' };
const COPIED = 'Trade with my code AB12 https://a.example/?d=AB12';
const PICTURE = new File(['x'], 'a.png', { type: 'image/png' });

const copy = vi.fn<(text: string) => Promise<void>>();

/** The device's share sheet; null: it has none. */
function device(share: ((data: ShareData) => Promise<void>) | null, sharesFiles = false): void {
  Object.assign(navigator, { share: share ?? undefined, canShare: () => sharesFiles });
}

beforeEach(() => {
  copy.mockReset().mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copy }, configurable: true });
});
afterEach(() => device(null));

it('the share sheet gets title, text and link, and the picture where it takes files', async () => {
  const shared: ShareData[] = [];
  const sheet = (data: ShareData): Promise<void> => Promise.resolve(void shared.push(data));
  device(sheet);
  expect(await shareOrCopy(WORDS, PICTURE)).toBe('shared');
  device(sheet, true);
  expect(await shareOrCopy(WORDS, PICTURE)).toBe('shared');
  expect(shared).toEqual([WORDS, { ...WORDS, files: [PICTURE] }]);
  expect(copy).not.toHaveBeenCalled();
});

it('a device without a sheet copies text and link', async () => {
  device(null);
  expect(await shareOrCopy(WORDS, PICTURE)).toBe('copied');
  expect(copy).toHaveBeenCalledExactlyOnceWith(COPIED);
});

it('a sheet that fails copies them, one that the user closes does nothing', async () => {
  device(() => Promise.reject(new DOMException('no gesture', 'NotAllowedError')));
  expect(await shareOrCopy(WORDS)).toBe('copied');
  expect(copy).toHaveBeenCalledExactlyOnceWith(COPIED);
  device(() => Promise.reject(new DOMException('closed', 'AbortError')));
  expect(await shareOrCopy(WORDS)).toBe('cancelled');
  expect(copy).toHaveBeenCalledOnce();
});

it('rejects where copying is refused as well', async () => {
  device(null);
  copy.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await expect(shareOrCopy(WORDS)).rejects.toThrow('denied');
});
