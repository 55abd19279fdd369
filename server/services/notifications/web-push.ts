// Web Push without a library: messages sealed for one browser (RFC 8291) and signed as ours (RFC 8292).
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FOLDER, type Vault } from '../auth/secret-box.ts';

/** Where a browser takes its messages, as `PushSubscription.toJSON()` says it; keys in base64url. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What is shown. `link` is a path of the app; a message with the `tag` of an earlier one takes its place. */
export interface PushMessage {
  title: string;
  body: string;
  link: string;
  tag: string;
}

export interface WebPush {
  /** Key that browsers subscribe with: an uncompressed point of P-256, base64url. */
  publicKey: string;
  /** 'gone': the browser has left for good. Throws Error when the push service cannot be reached or refuses. */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>;
}

const KEY_FILE = 'push.key';
const PLACE = 'web push key';
const RECORD_BYTES = 4_096;
const TOKEN_LIFE_S = 43_200;
/** A price that nobody could be told of for an hour is no news. */
const TTL_S = 3_600;
const SEND_TIMEOUT_MS = 10_000;
/** Push services of the browsers: the exchange calls no other address because somebody asked it to. */
const SERVICES =
  /^(fcm\.googleapis\.com|([a-z0-9-]+\.)*push\.services\.mozilla\.com|([a-z0-9-]+\.)*notify\.windows\.com|([a-z0-9-]+\.)*push\.apple\.com)$/;

/** Whether an endpoint is of a push service that is known. */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username } = new URL(endpoint);
  return protocol === 'https:' && port === '' && username === '' && SERVICES.test(hostname);
}

/**
 * Opens the room's key, made at first start and sealed by the vault. `contact`: a mailto: or https: address for the
 * push services.
 */
export function openWebPush(dataDir: string, vault: Vault, contact: string, now: () => number): WebPush {
  const key = createPrivateKey({
    key: keyBytes(join(dataDir, PRIVATE_FOLDER, KEY_FILE), vault),
    format: 'der',
    type: 'pkcs8',
  });
  const { x, y } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x ?? '', 'base64url'),
    Buffer.from(y ?? '', 'base64url'),
  ]).toString('base64url');
  const token = (endpoint: string): string => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp: Math.floor(now() / 1_000) + TOKEN_LIFE_S, sub: contact })}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };
  return {
    publicKey,
    async send(target, message) {
      if (!isPushEndpoint(target.endpoint)) return 'gone';
      const answer = await fetch(target.endpoint, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        headers: {
          authorization: `vapid t=${token(target.endpoint)}, k=${publicKey}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(TTL_S),
          urgency: 'high',
        },
        body: new Uint8Array(sealFor(target, Buffer.from(JSON.stringify(message)))),
      });
      if (answer.status === 404 || answer.status === 410) return 'gone';
      if (!answer.ok) throw new Error(`the push service answered ${answer.status}`);
      return 'sent';
    },
  };
}

/**
 * The body of a message (RFC 8291, one record). `own` and `salt` are fresh for every message but in tests. Throws Error
 * on keys that are none.
 */
export function sealFor(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  text: Uint8Array,
  own: Buffer | null = null,
  salt: Buffer = randomBytes(16),
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const ecdh = createECDH('prime256v1');
  if (own) ecdh.setPrivateKey(own);
  else ecdh.generateKeys();
  const ours = ecdh.getPublicKey();
  const derive = (secret: Buffer, salted: Buffer, info: Buffer | string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, bytes));
  const secret = derive(
    ecdh.computeSecret(theirs),
    Buffer.from(auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]),
    32,
  );
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  const body = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, body]);
}

function keyBytes(path: string, vault: Vault): Buffer {
  if (existsSync(path)) return vault.open(readFileSync(path), PLACE);
  const made = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'der', type: 'pkcs8' });
  const part = `${path}.part`;
  const file = openSync(part, 'w', 0o600);
  try {
    writeSync(file, vault.seal(made, PLACE));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
  return made;
}
