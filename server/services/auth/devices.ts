// Devices that a user has logged in from: a keyed hash per account of a secret that the device makes.
import type { Store } from '../../store/store.ts';
import { normalEmail } from './users.ts';
import type { SecretBox } from '../../store/secret-box.ts';

/** Devices remembered per user; a new one replaces the least recently used one. */
const MAX_DEVICES = 20;

export interface Devices {
  /** Key of a device for one e-mail, which reveals neither; '' where a call has no device secret. */
  keyOf(email: string, secret: string | undefined): string;
  /** Whether the owner of that e-mail has logged in from it. */
  isKnown(key: string): Promise<boolean>;
  /** Records a login of its owner from it. */
  remember(uid: number, key: string): Promise<void>;
}

export function createDevices(store: Store, secretBox: Pick<SecretBox, 'mac'>, now: () => number): Devices {
  return {
    keyOf: (email, secret) => (secret === undefined ? '' : secretBox.mac(`device ${normalEmail(email)} ${secret}`)),
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
        for (const { device_key: old } of held.slice(MAX_DEVICES))
          await rows.run('DELETE FROM known_devices WHERE device_key = ?', [old]);
      });
    },
  };
}
