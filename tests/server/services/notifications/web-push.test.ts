// Web Push for a browser and a push service: encrypted for the one, signed for the other, sent to no other host.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSecretBox } from '../../../../server/store/secret-box.ts';
import { type WebPush, openWebPush } from '../../../../server/services/notifications/web-push.ts';
import { pushBrowser, signedClaims } from './push-browser.ts';

/** The receiver of RFC 8291, section 5. */
const browser = pushBrowser('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'BTBZMqHH6r4Tts7J_aSIgg');
const EXAMPLE =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
const TARGET = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc',
  p256dh: browser.p256dh,
  auth: browser.auth,
};
const MESSAGE = { title: 'Preisalarm: BTC/USDT ≤ 0.90', body: '€', link: '/pages/kline/kline?id=2', tag: 'alert 1' };

let folder: string;
let push: WebPush;
let sent: { url: string; init: RequestInit }[];
let status: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-push-'));
  sent = [];
  status = 201;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response(null, { status });
  });
  push = openWebPush(folder, openSecretBox(folder), 'mailto:exchange@example.com');
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

describe('web push', () => {
  it('is decrypted by its browser, as the example of RFC 8291 is', async () => {
    expect(browser.p256dh).toBe(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    );
    expect(browser.open(Buffer.from(EXAMPLE, 'base64url'))).toBe('When I grow up, I want to be a watermelon');
    for (let n = 0; n < 2; n += 1) expect(await push.send(TARGET, MESSAGE)).toBe('sent');
    const bodies = sent.map(({ init }) => Buffer.from(init.body as Uint8Array));
    for (const body of bodies) expect(JSON.parse(browser.open(body))).toEqual(MESSAGE);
    // A new key and salt for each.
    expect(bodies[0]!.equals(bodies[1]!)).toBe(false);
    expect(sent[0]!.url).toBe(TARGET.endpoint);
  });

  it('is signed for the push service, for half a day, with the key that browsers subscribe with', async () => {
    await push.send(TARGET, MESSAGE);
    const headers = new Headers(sent[0]!.init.headers);
    const { claims, publicKey } = signedClaims(headers.get('authorization')!);
    expect([publicKey, claims.aud, claims.sub]).toEqual([
      push.publicKey,
      'https://updates.push.services.mozilla.com',
      'mailto:exchange@example.com',
    ]);
    expect(claims.exp - Date.now() / 1000).toBeGreaterThan(0);
    expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(12 * 3600 + 1);
    expect(['content-encoding', 'content-type', 'ttl', 'urgency'].map((name) => headers.get(name))).toEqual([
      'aes128gcm',
      'application/octet-stream',
      '3600',
      'high',
    ]);
  });

  it('has the same key after a restart', () => {
    expect(openWebPush(folder, openSecretBox(folder), 'mailto:exchange@example.com').publicKey).toBe(push.publicKey);
  });

  it('reports ended subscriptions and refusals', async () => {
    for (const gone of [404, 410]) {
      status = gone;
      expect(await push.send(TARGET, MESSAGE)).toBe('gone');
    }
    status = 429;
    await expect(push.send(TARGET, MESSAGE)).rejects.toThrow('the push service answered 429');
    await expect(push.send({ ...TARGET, p256dh: 'AAAA' }, MESSAGE)).rejects.toThrow();
  });

  it('sends to known push services only', async () => {
    expect(await push.send({ ...TARGET, endpoint: 'https://127.0.0.1/x' }, MESSAGE)).toBe('gone');
    expect(sent).toEqual([]);
  });
});
