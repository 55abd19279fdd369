// Users who lost their authenticator and recovery codes: their picture waits for a reviewer.
import type { Rows, Store } from '../../store/store.ts';
import { type Pictures, readPicture } from '../kyc/pictures.ts';

export class ResetReviews {
  readonly #store: Store;
  readonly #pictures: Pictures;
  readonly #now: () => number;

  constructor(store: Store, pictures: Pictures, now: () => number) {
    this.#store = store;
    this.#pictures = pictures;
    this.#now = now;
  }

  /** Stores a picture for review, replacing an earlier one. Throws RejectError 1400 when it is none. */
  async submit(uid: number, imgSelf: string): Promise<void> {
    const name = await this.#pictures.add(uid, readPicture('imgSelf', imgSelf));
    const before = await this.#store.transaction(async (rows) => {
      const replaced = await this.#nameOf(uid, rows);
      await rows.run(
        `INSERT INTO two_factor_review (uid, picture, submit_time) VALUES (?, ?, ?)
           ON CONFLICT (uid) DO UPDATE SET picture = excluded.picture, submit_time = excluded.submit_time`,
        [uid, name, this.#now()],
      );
      return replaced;
    });
    if (before) await this.#pictures.remove([before]);
  }

  /** Uids with an open request, oldest first. */
  async queue(): Promise<number[]> {
    return (await this.#store.all<{ uid: bigint }>('SELECT uid FROM two_factor_review ORDER BY submit_time, uid')).map(
      ({ uid }) => Number(uid),
    );
  }

  /** The picture in the form field's format; null without a request. */
  async picture(uid: number): Promise<string | null> {
    const name = await this.#nameOf(uid);
    return name === null ? null : this.#pictures.read(uid, name);
  }

  /** When the open request was made, in ms; 0 without one. */
  async submitTimeOf(uid: number): Promise<number> {
    const row = await this.#store.first<{ submit_time: bigint }>(
      'SELECT submit_time FROM two_factor_review WHERE uid = ?',
      [uid],
    );
    return Number(row?.submit_time ?? 0n);
  }

  /**
   * Deletes a decided or withdrawn request; with `submitTime` only one that was made at that time. Returns false when
   * there is none, or it was made at another time.
   */
  async close(uid: number, submitTime?: number): Promise<boolean> {
    const name = await this.#store.transaction(async (rows) => {
      const found = await rows.first<{ picture: string; submit_time: bigint }>(
        'SELECT picture, submit_time FROM two_factor_review WHERE uid = ?',
        [uid],
      );
      if (!found || Number(found.submit_time) !== (submitTime ?? Number(found.submit_time))) return null;
      await rows.run('DELETE FROM two_factor_review WHERE uid = ?', [uid]);
      return found.picture;
    });
    if (name === null) return false;
    await this.#pictures.remove([name]);
    return true;
  }

  async #nameOf(uid: number, rows: Rows = this.#store): Promise<string | null> {
    return (
      (await rows.first<{ picture: string }>('SELECT picture FROM two_factor_review WHERE uid = ?', [uid]))?.picture ??
      null
    );
  }
}
