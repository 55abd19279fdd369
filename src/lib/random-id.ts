// Random names. `crypto.randomUUID` is missing on pages without TLS, as on a phone that opens a computer's exchange.

/** 128 random bits in hex. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
