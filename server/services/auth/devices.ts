// Devices that a person logged in from. Each brings a secret of its own making; the store keeps a keyed hash of it, one
// for each account.
import type { Store } from '../../store/store.ts';
import { normalEmail } from './users.ts';
import type { Vault } from './secret-box.ts';

/** Devices remembered of one person; a new one takes the place of the one that was away longest. */
const MOST_DEVICES = 20;

export interface Devices {
  /** Name of a device for one e-mail, of which nothing can be learned; '' where a call names none. */
  keyOf(email: string, secret: string | undefined): string;
  /** Whether the owner of that e-mail logged in from it. */
  isKnown(key: string): Promise<boolean>;
  /** Its owner has just logged in from it. */
  remember(uid: number, key: string): Promise<void>;
}

export function createDevices(store: Store, vault: Pick<Vault, 'mac'>, now: () => number): Devices {
  return {
    keyOf: (email, secret) => (secret === undefined ? '' : vault.mac(`device ${normalEmail(email)} ${secret}`)),
    isKnown: async (key) =>
      (await store.first('SELECT uid FROM known_devices WHERE device_key = ?', [key])) !== undefined,
    async remember(uid, key) {
      if (key === '') return;
      await store.transaction(async (rows) => {
        await rows.run(
          'INSERT INTO known_devices (device_key, uid, last_time) VALUES (?, ?, ?) ON CONFLICT (device_key) DO UPDATE SET last_time = excluded.last_time',
          [key, uid, now()],
        );
        const held = await rows.all<{ device_key: string }>(
          'SELECT device_key FROM known_devices WHERE uid = ? ORDER BY last_time DESC, device_key',
          [uid],
        );
        for (const { device_key: old } of held.slice(MOST_DEVICES))
          await rows.run('DELETE FROM known_devices WHERE device_key = ?', [old]);
      });
    },
  };
}
