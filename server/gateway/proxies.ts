// Trusted proxies: their headers give the caller's address and protocol.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether an address is a trusted proxy's. */
export type ProxyMatcher = (address: string) => boolean;

/** From addresses and ranges ("10.0.0.0/8"); null when one of them is invalid. */
export function parseProxies(ranges: readonly string[]): ProxyMatcher | null {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits, more] = range.split('/');
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    if (family === 0 || more !== undefined || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      return null;
    list.addSubnet(address, bits === undefined ? most : Number(bits), `ipv${family as 4 | 6}`);
  }
  return (text) => {
    const address = text.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIP(address);
    return family !== 0 && list.check(address, `ipv${family as 4 | 6}`);
  };
}

const GROUPS = 8;
/** Of an IPv6 address those that a provider gives to a line; in the others a caller may take any. */
const GROUPS_OF_LINE = 4;

/** Whom limits count: an IPv4 address, or of an IPv6 one what the caller cannot choose ("2001:db8:0:1"). */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) !== 6) return plain;
  const [left = [], right = []] = plain.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, GROUPS_OF_LINE);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/**
 * Nearest address that is not a proxy's. Each proxy appends its peer's address; what precedes may be forged by the
 * caller.
 */
export function addressOf({ headers, socket }: IncomingMessage, isProxy: ProxyMatcher): string {
  const forwarded = headers['x-forwarded-for'];
  const hops = typeof forwarded === 'string' ? forwarded.split(',').map((hop) => hop.trim()) : [];
  let address = socket.remoteAddress ?? '';
  while (isProxy(address) && hops.length > 0) address = hops.pop() ?? '';
  return address;
}
