// Launch parameters of the address (docs/specification.md 2): invitation codes are stored, http redirects to https.
import { stored } from '../../stores/device/storage.ts';

/** `d` is the invite code, `r` its result; each is stored under both of its names. */
const INVITATION = [
  ['d', ['fxproInviteCode', 'inviteCode']],
  ['r', ['fxproInviteCodeRes', 'inviteCodeRes']],
] as const;

export function storeInvitation(search: string): void {
  const query = new URLSearchParams(search);
  for (const [parameter, names] of INVITATION) {
    const value = query.get(parameter);
    if (value !== null) for (const name of names) stored(name).value = value;
  }
}

/** This device and IP addresses: they have no certificate, so the redirect would end on an error page. */
const EXEMPT = /(^|\.)localhost$|:|^[\d.]+$/;

/** The https address to redirect to, or null. */
export function httpsRedirect({
  protocol,
  hostname,
  href,
}: {
  protocol: string;
  hostname: string;
  href: string;
}): string | null {
  return protocol === 'http:' && !EXEMPT.test(hostname) ? href.replace(/^http:/, 'https:') : null;
}
