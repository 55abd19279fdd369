// HTTP conventions of the endpoints: base paths, limits, form encoding.

/** Base path of every endpoint. */
export const API_BASE = '/mmtb-api';
/** Version of the app (docs/specification.md 1). */
export const APP_VERSION = '1.0.0';
/** Path of the live feed. */
export const SOCKET_PATH = '/mmtb-api/ws';
/**
 * Top-level domains whose second-level names have one owner: below others ("co.uk", "github.io") the last two labels
 * may be shared.
 */
const OWNED: ReadonlySet<string> = new Set([
  'com',
  'net',
  'org',
  'info',
  'biz',
  'exchange',
  'finance',
  'markets',
  'trade',
  'trading',
]);

/**
 * Root domain of a host, its last two labels (docs/specification.md 7); null where several owners may share them, and
 * for anything but a domain.
 */
export function rootDomain(hostname: string): string | null {
  const labels = hostname.toLowerCase().split('.');
  return labels.length >= 2 && OWNED.has(labels.at(-1) ?? '') ? labels.slice(-2).join('.') : null;
}

/** Time-out of a call (docs/specification.md 9). */
export const REQUEST_TIMEOUT_MS = 60_000;
/** Largest body of a call; a larger one is refused with HTTP 413. Endpoints with pictures have limits of their own. */
export const BODY_LIMIT_BYTES = 64 * 1024;
/** Largest body of a call with up to two pictures of 400 KB, base64url. */
export const PICTURES_BODY_LIMIT_BYTES = 1_200_000;

export type Form = Record<string, string | number | boolean | undefined>;

/** Fields of a call as texts: absent values are left out, booleans become 0/1. */
export function formTexts(form: Form): [name: string, text: string][] {
  return Object.entries(form).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value)]],
  );
}

/** Form body of a call: everything is percent-encoded. */
export function encodeForm(form: Form): string {
  return formTexts(form)
    .map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
    .join('&');
}
