// Devices that a user has logged in from: a keyed hash per account of a secret that the device makes.
// The first is the one that the account was registered on, or that its password was last changed or set again from.
import type { Store } from '../../store/store.ts';
import { normalEmail } from './users.ts';
import type { SecretBox } from '../../store/secret-box.ts';

/** Devices remembered per user; a new one replaces the least recently used one. */
const MAX_DEVICES = 20;

export class Devices {
  readonly #store: Store;
  readonly #secretBox: Pick<SecretBox, 'mac'>;
  readonly #now: () => number;

  constructor(store: Store, secretBox: Pick<SecretBox, 'mac'>, now: () => number) {
    this.#store = store;
    this.#secretBox = secretBox;
    this.#now = now;
  }

  /** Key of a device for one e-mail, which reveals neither; '' where a call has no device secret. */
  keyOf(email: string, secret: string | undefined): string {
    return secret === undefined ? '' : this.#secretBox.mac(`device ${normalEmail(email)} ${secret}`);
  }

  /** Whether the owner of that e-mail has logged in from it. */
  async isKnown(key: string): Promise<boolean> {
    return (await this.#store.first('SELECT uid FROM known_devices WHERE device_key = ?', [key])) !== undefined;
  }

  /** Records a login of its owner from it. */
  async remember(uid: number, key: string): Promise<void> {
    if (key === '') return;
    await this.#store.transaction(async (rows) => {
      await rows.run(
        'INSERT INTO known_devices (device_key, uid, last_time) VALUES (?, ?, ?) ON CONFLICT (device_key) DO UPDATE SET last_time = excluded.last_time',
        [key, uid, this.#now()],
      );
      await rows.run('INSERT INTO first_devices (uid, device_key) VALUES (?, ?) ON CONFLICT (uid) DO NOTHING', [
        uid,
        key,
      ]);
      const held = await rows.all<{ device_key: string }>(
        'SELECT device_key FROM known_devices WHERE uid = ? ORDER BY last_time DESC, device_key',
        [uid],
      );
      for (const { device_key: old } of held.slice(MAX_DEVICES))
        await rows.run('DELETE FROM known_devices WHERE device_key = ?', [old]);
    });
  }

  /**
   * Makes a device the first one of its owner, who has just proven the mail or the authenticator on it; '': the first
   * device becomes the one of the owner's next login.
   */
  async setFirst(uid: number, key: string): Promise<void> {
    await this.#store.transaction(async (rows) => {
      await rows.run('DELETE FROM first_devices WHERE uid = ?', [uid]);
      if (key !== '') await rows.run('INSERT INTO first_devices (uid, device_key) VALUES (?, ?)', [uid, key]);
    });
  }

  /**
   * Whether guesses and codes from a device are counted apart from all others: if it is known, or the first one. The
   * first one stays so after it is forgotten, because a thief with the password can end the owner's sessions, or log in
   * from twenty devices.
   */
  async isCounted(key: string): Promise<boolean> {
    return (await this.isKnown(key)) || (await this.isFirst(key));
  }

  /** Whether it is the first device of its owner; unlike a known one it stays so when its sessions are ended. */
  async isFirst(key: string): Promise<boolean> {
    return (await this.#store.first('SELECT uid FROM first_devices WHERE device_key = ?', [key])) !== undefined;
  }
}
