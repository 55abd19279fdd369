// What the `service` value of an account means: no chat, a page, or an email address.
import { parsedUrl } from '../../lib/parsed-url.ts';

/** Value of accounts without a chat (docs/specification.md 2). */
const NO_CHAT = '123';

export type CustomerService =
  | { kind: 'none' }
  | { kind: 'frame'; url: string }
  | { kind: 'page'; url: string }
  | { kind: 'mail'; address: string };

/**
 * Only a page of `origin` is shown in a frame; other https pages open in a new tab. Anything else is
 * `none`.
 */
export function serviceOf(value: string | undefined, origin: string): CustomerService {
  const text = (value ?? '').trim();
  if (text === '' || text === NO_CHAT) return { kind: 'none' };
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return { kind: 'mail', address: text };
  const url = /^https?:\/\//i.test(text) ? parsedUrl(text) : null;
  if (!url) return { kind: 'none' };
  const { href, origin: pageOrigin, protocol } = url;
  if (pageOrigin === origin) return { kind: 'frame', url: href };
  return protocol === 'https:' ? { kind: 'page', url: href } : { kind: 'none' };
}
