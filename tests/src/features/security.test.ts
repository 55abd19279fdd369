// Security level of an account, and names of devices.
import { describe, expect, it } from 'vitest';
import { deviceName } from '../../../src/features/security/device-name.ts';
import { securityLevel } from '../../../src/features/security/security-level.ts';

describe('security level', () => {
  it.each([
    [{ google: false, kyc: true, phrase: true }, 'low'],
    [{ google: true, kyc: false, phrase: true }, 'medium'],
    [{ google: true, kyc: true, phrase: false }, 'medium'],
    [{ google: true, kyc: true, phrase: true }, 'high'],
  ] as const)('of %j is %s', (safety, level) => {
    expect(securityLevel(safety)).toBe(level);
  });
});

describe('deviceName', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0',
      'Edge · Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari · iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
      'Chrome · Android',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', ''],
  ])('names %j as %j', (agent, name) => {
    expect(deviceName(agent)).toBe(name);
  });
});
