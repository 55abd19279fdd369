// What the service value of an account means: nothing to chat with, a page to open, or a mail address.

/** Value of accounts that get no chat (docs/specification.md 2). */
const NO_CHAT = '123';

export type Service =
  | { kind: 'none' }
  | { kind: 'frame'; url: string }
  | { kind: 'page'; url: string }
  | { kind: 'mail'; address: string };

/**
 * Only a page of `origin` may stand inside this one; others are opened beside it. Anything that is no https address or
 * mail address is nothing.
 */
export function serviceOf(value: string | undefined, origin: string): Service {
  const text = (value ?? '').trim();
  if (text === '' || text === NO_CHAT) return { kind: 'none' };
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return { kind: 'mail', address: text };
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return { kind: 'none' };
  const { href, origin: theirs, protocol } = new URL(text);
  if (theirs === origin) return { kind: 'frame', url: href };
  return protocol === 'https:' ? { kind: 'page', url: href } : { kind: 'none' };
}
