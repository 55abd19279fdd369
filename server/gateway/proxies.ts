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
/** How an IPv4 address begins that is written as an IPv6 one: mapped, or translated by a network (RFC 6052). */
const IPV4_PREFIXES = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];
/** First group of 6to4 (RFC 3056): the two that follow are the IPv4 address of a caller who may take all the rest. */
const SIX_TO_FOUR = 0x2002;

/** An address with what some proxies add: brackets and a port. Without these in group 1 or 2. */
const DECORATED = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/**
 * Whom limits count: an IPv4 address, or of an IPv6 one what the caller cannot choose ("2001:db8:0:1"). All texts that
 * are no address, which a proxy passed on, are one caller: "unknown".
 */
export function networkOf(text: string): string {
  const [, inBrackets, beforePort] = DECORATED.exec(text) ?? [];
  const address = (inBrackets ?? beforePort ?? text).replace(/%.*$/s, '');
  const family = isIP(address);
  if (family !== 6) return family === 4 || text === '' ? address : 'unknown';
  const [left = [], right = []] = address.split('::').map(groupsOf);
  const groups = [...left, ...Array<number>(Math.max(0, GROUPS - left.length - right.length)).fill(0), ...right];
  const texts = groups.map((group) => group.toString(16));
  const isIpv4 = IPV4_PREFIXES.includes(texts.slice(0, -2).join(':'));
  if (!isIpv4 && groups[0] !== SIX_TO_FOUR) return texts.slice(0, GROUPS_OF_LINE).join(':');
  return (isIpv4 ? groups.slice(-2) : groups.slice(1, 3)).flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

/** Numbers of a part of an IPv6 address; its end may be written as an IPv4 address. */
function groupsOf(part: string): number[] {
  const hex = part.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  return hex
    .split(':')
    .filter((group) => group !== '')
    .map((group) => Number.parseInt(group, 16));
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
