// What happens once when the app is opened at an address (docs/specification.md 2): codes of an invitation are kept,
// plain http moves to https.
import { stored } from '../../stores/device/storage.ts';

/** `d` is the invite code, `r` its result; each is kept under both of its names. */
export function keepInvitation(search: string): void {
  const query = new URLSearchParams(search);
  const code = query.get('d');
  const result = query.get('r');
  if (code !== null) {
    stored('fxproInviteCode').value = code;
    stored('inviteCode').value = code;
  }
  if (result !== null) {
    stored('fxproInviteCodeRes').value = result;
    stored('inviteCodeRes').value = result;
  }
}

/**
 * Address to move to when the page came over plain http, or null. This device itself is exempt, and so is an IP
 * address: no certificate is given for it, so that the move would end at an error page.
 */
export function httpsAddress({
  protocol,
  hostname,
  href,
}: {
  protocol: string;
  hostname: string;
  href: string;
}): string | null {
  const exempt =
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname.includes(':') || /^[\d.]+$/.test(hostname);
  return protocol === 'http:' && !exempt ? href.replace(/^http:/, 'https:') : null;
}
