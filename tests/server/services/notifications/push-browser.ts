// A browser's side of Web Push, written independently: decrypts messages (RFC 8291), verifies the sender (RFC 8292).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';

export interface Browser {
  p256dh: string;
  auth: string;
  open(body: Buffer): string;
}

/** `privateKey` and `auth` in base64url. */
export function pushBrowser(privateKey: string, auth: string): Browser {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const own = ecdh.getPublicKey();
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
  return {
    p256dh: own.toString('base64url'),
    auth,
    open(body) {
      const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
      const secret = derive(
        ecdh.computeSecret(theirs),
        Buffer.from(auth, 'base64url'),
        Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]),
        32,
      );
      const cipher = createDecipheriv(
        'aes-128-gcm',
        derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
        derive(secret, salt, 'Content-Encoding: nonce\0', 12),
      );
      cipher.setAuthTag(body.subarray(-16));
      const text = Buffer.concat([cipher.update(body.subarray(21 + theirs.length, -16)), cipher.final()]);
      // Padding: the last octet that is not 0 is the delimiter of a last record.
      const end = text.findLastIndex((octet) => octet !== 0);
      if (text[end] !== 2) throw new Error('no last record');
      return text.subarray(0, end).toString();
    },
  };
}

/** The claims of an Authorization header, once its signature is checked against the key it names. */
export function signedClaims(authorization: string): {
  claims: { aud: string; exp: number; sub: string };
  publicKey: string;
} {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const half = (from: number): string => point.subarray(from, from + 32).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: half(1), y: half(33) } });
  if (
    !verify(
      'sha256',
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  )
    throw new Error('not signed by that key');
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString()), publicKey };
}
