// The secret by which the exchange knows this device again: made up here, kept when a session ends, told with logins
// and codes alone.
import { stored } from './storage.ts';

const BYTES = 32;

/** 256 bits as base64url; the same as long as the browser keeps it. */
export function deviceSecret(): string {
  const kept = stored('fxproDevice');
  if (kept.peek() === '') kept.value = base64url(crypto.getRandomValues(new Uint8Array(BYTES)));
  return kept.peek();
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
