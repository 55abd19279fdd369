// Random secret that identifies this device to the exchange, sent with logins and codes only.
// It outlives the session.
import { stored } from './storage.ts';

const BYTES = 32;

/** 256 bits as base64url; created on first use. */
export function deviceSecret(): string {
  const secret = stored('fxproDevice');
  if (secret.peek() === '') secret.value = base64url(crypto.getRandomValues(new Uint8Array(BYTES)));
  return secret.peek();
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
