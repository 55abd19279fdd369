// Push subscriptions of browsers, by user.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Store } from '../../store/store.ts';
import { type PushMessage, type PushSubscription, type WebPush, isPushEndpoint } from './web-push.ts';

/** Browsers of one user; a further one replaces the oldest. */
const MAX_SUBSCRIPTIONS = 10;

export interface PushSubscriptions {
  /** Key that browsers subscribe with (base64url). */
  publicKey: string;
  /** Throws RejectError 1400 when the endpoint is not of a known push service. */
  add(uid: number, subscription: PushSubscription): Promise<void>;
  /** Absent or another user's: no change. */
  remove(uid: number, endpoint: string): Promise<void>;
  /** Starts a message to every browser of a user; does not wait for the push services. */
  send(uid: number, message: PushMessage): Promise<void>;
}

export function createPushSubscriptions(
  store: Store,
  push: WebPush,
  now: () => number,
  log: (event: string, error: unknown) => void,
): PushSubscriptions {
  const sendTo = async (subscription: PushSubscription, message: PushMessage): Promise<void> => {
    try {
      if ((await push.send(subscription, message)) === 'gone')
        await store.run('DELETE FROM push_targets WHERE endpoint = ?', [subscription.endpoint]);
    } catch (error) {
      log('push.send_failed', error);
    }
  };
  return {
    publicKey: push.publicKey,
    async add(uid, { endpoint, p256dh, auth }) {
      if (!isPushEndpoint(endpoint))
        throw new RejectError(CODE.fieldInvalid, { field: 'pushEndpoint', rule: 'no known push service' });
      await store.transaction(async (rows) => {
        // A browser belongs to the user who subscribed last.
        await rows.run('DELETE FROM push_targets WHERE endpoint = ?', [endpoint]);
        await rows.run('INSERT INTO push_targets (endpoint, uid, p256dh, auth, create_time) VALUES (?, ?, ?, ?, ?)', [
          endpoint,
          uid,
          p256dh,
          auth,
          now(),
        ]);
        const all = await rows.all<{ endpoint: string }>(
          'SELECT endpoint FROM push_targets WHERE uid = ? ORDER BY create_time DESC',
          [uid],
        );
        await rows.many(
          'DELETE FROM push_targets WHERE endpoint = ?',
          all.slice(MAX_SUBSCRIPTIONS).map((old) => [old.endpoint]),
        );
      });
    },
    remove: (uid, endpoint) =>
      store.run('DELETE FROM push_targets WHERE endpoint = ? AND uid = ?', [endpoint, uid]).then(() => undefined),
    async send(uid, message) {
      for (const subscription of await store.all<PushSubscription>(
        'SELECT endpoint, p256dh, auth FROM push_targets WHERE uid = ?',
        [uid],
      ))
        void sendTo(subscription, message);
    },
  };
}
