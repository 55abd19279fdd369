// Addresses of every chain: known ones are valid, one changed letter is not, made ones are valid.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../../server/services/funds/address-formats.ts';
import { networksOf } from '../../../../server/simulation/listed-networks.ts';
import { LISTED_INSTRUMENTS } from '../../../../server/simulation/listed-instruments.ts';

/** Examples of the standards, and well-known public addresses. */
const KNOWN: [chain: string, address: string][] = [
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
  ['OMNI', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['BEP20', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['AVAXC', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['ADA', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
  ['ADA', 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x'],
  ['DOT', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
];
const CHAINS = [...new Set(KNOWN.map(([chain]) => chain))];
const regexOf = (chain: string): RegExp =>
  new RegExp(
    LISTED_INSTRUMENTS.flatMap(({ symbol }) => networksOf(symbol)).find((network) => network.chain === chain)
      ?.addressRegex ?? 'never^',
  );

/** The address with one letter in the middle replaced by another that occurs in it. */
function mistyped(address: string, at: number): string {
  const other = Array.from(address.slice(6)).find((letter) => letter.toLowerCase() !== address[at]!.toLowerCase())!;
  return address.slice(0, at) + other + address.slice(at + 1);
}

describe('addresses', () => {
  it.each(KNOWN)('%s %s is valid, and invalid with one letter changed', (chain, address) => {
    const { normal } = formatOf(chain);
    const spelled = address.startsWith('BC1') ? address.toLowerCase() : address;
    expect(normal(address)).toBe(spelled);
    expect(regexOf(chain).test(address)).toBe(true);
    if (chain === 'SOL') return; // has no checksum
    for (let at = 6; at < address.length; at += 1)
      expect(normal(mistyped(address, at)), mistyped(address, at)).toBeNull();
  });

  it.each(CHAINS)('%s: made addresses are valid on that chain only, and always the same', (chain) => {
    for (let n = 0; n < 50; n += 1) {
      const hash = createHash('sha256').update(`${chain} ${n}`).digest();
      const address = formatOf(chain).of(hash);
      expect(formatOf(chain).of(hash)).toBe(address);
      expect(formatOf(chain).normal(address)).toBe(address);
      expect(regexOf(chain).test(address), address).toBe(true);
      const kin = [
        ['BTC', 'OMNI'],
        ['ERC20', 'BEP20', 'AVAXC'],
      ].find((list) => list.includes(chain)) ?? [chain];
      for (const other of CHAINS)
        if (!kin.includes(other)) expect(formatOf(other).normal(address), `${address} on ${other}`).toBeNull();
    }
  });

  it('EIP-55: single case is accepted and normalised with its checksum, mixed case must match', () => {
    const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const { normal } = formatOf('ERC20');
    expect(normal(right.toLowerCase())).toBe(right);
    expect(normal(`0x${right.slice(2).toUpperCase()}`)).toBe(right);
    expect(normal(right.replace('aA', 'Aa'))).toBeNull();
    expect(normal(right.slice(2))).toBeNull();
  });

  it('refuses addresses of test networks, of future versions, empty and hostile ones', () => {
    const { normal } = formatOf('BTC');
    for (const text of [
      '',
      'bc1',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4',
      'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
      '1'.repeat(500),
      '\u0000',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa ',
      '__proto__',
    ])
      expect(normal(text), text).toBeNull();
  });

  it('every listed network has a format, a charge below its smallest withdrawal, and a unique chain', () => {
    for (const { symbol, type, rechargeEnable } of LISTED_INSTRUMENTS) {
      if (type !== 'crypto') continue;
      const networks = networksOf(symbol);
      expect(networks.length > 0, symbol).toBe(rechargeEnable === 1);
      expect(new Set(networks.map(({ chain }) => chain)).size).toBe(networks.length);
      for (const { chain, minWithdraw, serviceCharge } of networks) {
        expect(formatOf(chain)).toBeDefined();
        expect(Number(minWithdraw)).toBeGreaterThan(Number(serviceCharge));
      }
    }
    expect(() => formatOf('NOPE')).toThrow(/no address format/);
  });
});
