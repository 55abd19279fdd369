// Web Push: messages encrypted for one browser (RFC 8291), signed (RFC 8292), to known push services.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FOLDER, type SecretBox } from '../../store/secret-box.ts';
import { FILE_MODE } from '../../store/private-folder.ts';

/** Fields of `PushSubscription.toJSON()`; keys in base64url. */
export interface PushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What is shown. `link` is a path of the app; a message replaces an earlier one with the same `tag`. */
export interface PushMessage {
  title: string;
  body: string;
  link: string;
  tag: string;
}

export interface WebPush {
  /** Key that browsers subscribe with: an uncompressed point of P-256, base64url. */
  publicKey: string;
  /** 'gone': the subscription has ended. Throws Error when the push service cannot be reached or refuses. */
  send(subscription: PushSubscription, message: PushMessage): Promise<'sent' | 'gone'>;
}

const KEY_FILE = 'push.key';
const KEY_CONTEXT = 'web push key';
/** An undelivered price alert expires after one hour. */
const TTL_S = 3_600;
const SEND_TIMEOUT_MS = 10_000;
/** Hosts of the browsers' push services; the server sends requests to no other host. */
const SERVICES =
  /^(fcm\.googleapis\.com|([a-z0-9-]+\.)*push\.services\.mozilla\.com|([a-z0-9-]+\.)*notify\.windows\.com|([a-z0-9-]+\.)*push\.apple\.com)$/;

/** Whether an endpoint is of a known push service. */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username } = new URL(endpoint);
  return protocol === 'https:' && port === '' && username === '' && SERVICES.test(hostname);
}

/**
 * Opens the signing key, made at first start and encrypted by the secret box. `contact`: a mailto: or https:
 * address for the push services.
 */
export function openWebPush(dataDir: string, secretBox: SecretBox, contact: string): WebPush {
  const key = createPrivateKey({
    key: keyBytes(join(dataDir, PRIVATE_FOLDER, KEY_FILE), secretBox),
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
      // Loaded with the first message: a start takes less without it.
      const { default: webPush } = await import('web-push');
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails, TTL: TTL_S, urgency: 'high' },
      );
      // The library's own sending has no overall timeout and no limit on the response.
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

/** Throws Error with a sentence for the operator. */
function openKey(path: string, secretBox: SecretBox): Buffer {
  const sealed = readFileSync(path);
  try {
    return secretBox.open(sealed, KEY_CONTEXT);
  } catch (cause) {
    throw new Error(`The key file ${path} is damaged; bring it back from a backup`, { cause });
  }
}

function keyBytes(path: string, secretBox: SecretBox): Buffer {
  if (existsSync(path)) return openKey(path, secretBox);
  const made = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'der', type: 'pkcs8' });
  const part = `${path}.part`;
  const file = openSync(part, 'w', FILE_MODE);
  try {
    writeSync(file, secretBox.seal(made, KEY_CONTEXT));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
  return made;
}
