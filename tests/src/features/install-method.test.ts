// How a device can install the app.
import { describe, expect, it } from 'vitest';
import { installMethod } from '../../../src/features/download/install-method.ts';

describe('installMethod', () => {
  const iphone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)', maxTouchPoints: 5 };
  const android = { userAgent: 'Mozilla/5.0 (Linux; Android 14) Mobile', maxTouchPoints: 5 };
  const desktop = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', maxTouchPoints: 0 };
  it('depends on what the device supports', () => {
    expect([
      installMethod(iphone, false, false),
      installMethod(android, false, true),
      installMethod(android, false, false),
      installMethod(desktop, false, false),
      installMethod(desktop, false, true),
    ]).toEqual(['ios', 'prompt', 'phone', 'desktop', 'prompt']);
    expect(installMethod(iphone, true, false)).toBe('installed');
  });
});
