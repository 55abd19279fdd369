// Customer service links, and the install method of a device.
import { describe, expect, it } from 'vitest';
import { installMethod } from '../../../src/features/download/install-method.ts';
import { serviceOf } from '../../../src/features/download/customer-service.ts';

const HERE = 'https://app.example.com';

describe('customer service', () => {
  it.each([
    ['123', { kind: 'none' }],
    [undefined, { kind: 'none' }],
    ['hello', { kind: 'none' }],
    ['javascript:alert(1)', { kind: 'none' }],
    ['http://chat.example.org/', { kind: 'none' }],
    ['https://chat.example.org/a', { kind: 'page', url: 'https://chat.example.org/a' }],
    [`${HERE}/chat`, { kind: 'frame', url: `${HERE}/chat` }],
    ['help@example.com', { kind: 'mail', address: 'help@example.com' }],
  ] as const)('%j', (value, service) => {
    expect(serviceOf(value, HERE)).toEqual(service);
  });
});

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
