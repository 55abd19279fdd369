// Push subscriptions of browsers, by user.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Store } from '../../store/store.ts';
import { type PushMessage, type PushSubscription, type WebPush, isPushEndpoint } from './web-push.ts';

/** Browsers of one user; a further one replaces the oldest. */
const MAX_SUBSCRIPTIONS = 10;

/**
 * Whether the holder of a subscription has a session now. The holder is the device that subscribed, or the session
 * where the client names no device. Subscriptions of earlier versions have no holder: any session of the user counts.
 */
const IS_LIVE = `EXISTS (SELECT 1 FROM sessions s WHERE s.uid = p.uid AND s.expire_time > ?
  AND (p.holder = '' OR p.holder = s.device OR p.holder = s.session_key))`;

export class PushSubscriptions {
  /** Key that browsers subscribe with (base64url). */
  readonly publicKey: string;
  readonly #store: Store;
  readonly #push: WebPush;
  readonly #now: () => number;
  readonly #log: (event: string, error: unknown) => void;

  constructor(store: Store, push: WebPush, now: () => number, log: (event: string, error: unknown) => void) {
    this.publicKey = push.publicKey;
    this.#store = store;
    this.#push = push;
    this.#now = now;
    this.#log = log;
  }

  /**
   * Registers the browser of a session. It gets messages while its user has a session there, that one or a later one.
   * Throws RejectError 1400 when the endpoint is not of a known push service.
   */
  async add(
    { uid, sessionKey }: { uid: number; sessionKey: string },
    { endpoint, p256dh, auth }: PushSubscription,
  ): Promise<void> {
    if (!isPushEndpoint(endpoint))
      throw new RejectError(CODE.fieldInvalid, { field: 'pushEndpoint', rule: 'no known push service' });
    await this.#store.transaction(async (rows) => {
      // A browser belongs to the user who subscribed last.
      await rows.run('DELETE FROM push_targets WHERE endpoint = ?', [endpoint]);
      const session = await rows.first<{ device: string }>('SELECT device FROM sessions WHERE session_key = ?', [
        sessionKey,
      ]);
      await rows.run(
        'INSERT INTO push_targets (endpoint, uid, p256dh, auth, create_time, holder) VALUES (?, ?, ?, ?, ?, ?)',
        [endpoint, uid, p256dh, auth, this.#now(), session?.device || sessionKey],
      );
      const all = await rows.all<{ endpoint: string }>(
        'SELECT endpoint FROM push_targets WHERE uid = ? ORDER BY create_time DESC',
        [uid],
      );
      await rows.many(
        'DELETE FROM push_targets WHERE endpoint = ?',
        all.slice(MAX_SUBSCRIPTIONS).map((old) => [old.endpoint]),
      );
    });
  }

  /** Absent or another user's: no change. */
  remove(uid: number, endpoint: string): Promise<void> {
    return this.#store
      .run('DELETE FROM push_targets WHERE endpoint = ? AND uid = ?', [endpoint, uid])
      .then(() => undefined);
  }

  /** Starts a message to every browser that a user is logged in from; does not wait for the push services. */
  async send(uid: number, message: PushMessage): Promise<void> {
    for (const subscription of await this.#store.all<PushSubscription>(
      `SELECT endpoint, p256dh, auth FROM push_targets p WHERE uid = ? AND ${IS_LIVE}`,
      [uid, this.#now()],
    ))
      void this.#sendTo(subscription, message);
  }

  async #sendTo(subscription: PushSubscription, message: PushMessage): Promise<void> {
    try {
      if ((await this.#push.send(subscription, message)) === 'gone')
        await this.#store.run('DELETE FROM push_targets WHERE endpoint = ?', [subscription.endpoint]);
    } catch (error) {
      this.#log('push.send_failed', error);
    }
  }
}
