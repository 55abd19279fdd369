// Browsers that take pushes, by the person who is in them.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Store } from '../../store/store.ts';
import { type PushMessage, type PushTarget, type WebPush, isPushEndpoint } from './web-push.ts';

/** Browsers of one person that are pushed to; the oldest makes room. */
const MOST_TARGETS = 10;

export interface PushTargets {
  /** Key that browsers subscribe with (base64url). */
  publicKey: string;
  /** Throws RejectError 1400 when its address is of no push service that is known. */
  add(uid: number, target: PushTarget): Promise<void>;
  /** Takes one out; absent or somebody else's: no change. */
  remove(uid: number, endpoint: string): Promise<void>;
  /** Starts a message to every browser of a person; nobody waits for a push service. */
  send(uid: number, message: PushMessage): Promise<void>;
}

export function createPushTargets(
  store: Store,
  push: WebPush,
  now: () => number,
  log: (what: string, error: unknown) => void,
): PushTargets {
  const sendTo = async (target: PushTarget, message: PushMessage): Promise<void> => {
    try {
      if ((await push.send(target, message)) === 'gone')
        await store.run('DELETE FROM push_targets WHERE endpoint = ?', [target.endpoint]);
    } catch (error) {
      log('a push was not sent', error);
    }
  };
  return {
    publicKey: push.publicKey,
    async add(uid, { endpoint, p256dh, auth }) {
      if (!isPushEndpoint(endpoint))
        throw new RejectError(CODE.fieldInvalid, { field: 'pushEndpoint', rule: 'no known push service' });
      await store.transaction(async (rows) => {
        // A browser that changes hands belongs to whoever is in it now.
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
          all.slice(MOST_TARGETS).map((old) => [old.endpoint]),
        );
      });
    },
    remove: (uid, endpoint) =>
      store.run('DELETE FROM push_targets WHERE endpoint = ? AND uid = ?', [endpoint, uid]).then(() => undefined),
    async send(uid, message) {
      for (const target of await store.all<PushTarget>(
        'SELECT endpoint, p256dh, auth FROM push_targets WHERE uid = ?',
        [uid],
      ))
        void sendTo(target, message);
    },
  };
}
