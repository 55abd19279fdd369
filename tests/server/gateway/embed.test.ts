// The embedded chart: the only page that other sites may frame, and the script that they load.
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { securityHeaders } from '../../../server/gateway/headers.ts';

const headers = (url: string) =>
  securityHeaders({ url, headers: { host: 'localhost:1' } } as IncomingMessage, false, { development: false });

describe('framing', () => {
  it('is open for the embedded chart', () => {
    const open = headers('/pages/kline/kline?embed=1&symbol=BTC/USDT');
    expect(open['content-security-policy']).toContain('frame-ancestors *');
    expect(open['x-frame-options']).toBeUndefined();
    expect(open['cross-origin-resource-policy']).toBe('cross-origin');
  });

  it.each([
    '/',
    '/embed',
    '/chart-frame.html',
    '/embed.js',
    '/pages/kline/kline',
    '/pages/kline/kline?embed=0',
    '/pages/tabbar/trade?embed=1',
    '/mmtb-api/user/info?embed=1',
  ])('is closed for %s', (url) => {
    const closed = headers(url);
    expect(closed['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(closed['x-frame-options']).toBe('DENY');
  });

  it('lets other sites load the script, and nothing else', () => {
    expect(headers('/embed.js?v=1')['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers('/theme.js')['cross-origin-resource-policy']).toBeUndefined();
  });
});
