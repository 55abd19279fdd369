// Web Push: messages sealed for one browser (RFC 8291), signed as ours (RFC 8292), and sent to known push services
// alone.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import webPush from 'web-push';
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
export function openWebPush(dataDir: string, vault: Vault, contact: string): WebPush {
  const key = createPrivateKey({
    key: keyBytes(join(dataDir, PRIVATE_FOLDER, KEY_FILE), vault),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '', y = '', d = '' } = key.export({ format: 'jwk' });
  const publicKey = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  );
  const vapidDetails = { subject: contact, publicKey, privateKey: d };
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, message) {
      if (!isPushEndpoint(endpoint)) return 'gone';
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails, TTL: TTL_S, urgency: 'high' },
      );
      // Not sent by the library, which follows no time limit as a whole and reads an answer of any length.
      const answer = await fetch(endpoint, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        headers: { ...headers, TTL: String(TTL_S) },
        body: new Uint8Array(body),
      });
      if (answer.status === 404 || answer.status === 410) return 'gone';
      if (!answer.ok) throw new Error(`the push service answered ${answer.status}`);
      return 'sent';
    },
  };
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
