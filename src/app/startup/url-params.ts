// Launch parameters of the address (docs/specification.md 2): invitation codes are stored, plain
// http redirects to https.
import { stored } from '../../stores/device/storage.ts';

/** `d` is the invite code, `r` its result; each is stored under both of its names. */
export function storeInvitation(search: string): void {
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
 * The https address to redirect to, or null. This device and IP addresses are exempt: they have no certificate, so the
 * redirect would end on an error page.
 */
export function httpsRedirect({
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
