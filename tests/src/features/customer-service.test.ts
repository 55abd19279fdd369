// What a customer-service address of the account links to.
import { describe, expect, it } from 'vitest';
import { serviceOf } from '../../../src/features/service/customer-service.ts';

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
