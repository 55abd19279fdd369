// Users who lost their authenticator and recovery codes: their picture waits for a reviewer.
import type { Rows, Store } from '../../store/store.ts';
import { type Pictures, readPicture } from '../kyc/pictures.ts';

export interface ResetReviews {
  /** Stores a picture for review, replacing an earlier one. Throws RejectError 1400 when it is none. */
  submit(uid: number, imgSelf: string): Promise<void>;
  /** Uids with an open request, oldest first. */
  queue(): Promise<number[]>;
  /** The picture in the form field's format; null without a request. */
  picture(uid: number): Promise<string | null>;
  /** Deletes a decided or withdrawn request; false when there was none. */
  close(uid: number): Promise<boolean>;
}

export function createResetReviews(store: Store, pictures: Pictures, now: () => number): ResetReviews {
  const nameOf = async (uid: number, rows: Rows = store): Promise<string | null> =>
    (await rows.first<{ picture: string }>('SELECT picture FROM two_factor_review WHERE uid = ?', [uid]))?.picture ??
    null;
  return {
    async submit(uid, imgSelf) {
      const name = await pictures.add(uid, readPicture('imgSelf', imgSelf));
      const before = await store.transaction(async (rows) => {
        const replaced = await nameOf(uid, rows);
        await rows.run(
          `INSERT INTO two_factor_review (uid, picture, submit_time) VALUES (?, ?, ?)
           ON CONFLICT (uid) DO UPDATE SET picture = excluded.picture, submit_time = excluded.submit_time`,
          [uid, name, now()],
        );
        return replaced;
      });
      if (before) await pictures.remove([before]);
    },
    queue: async () =>
      (await store.all<{ uid: bigint }>('SELECT uid FROM two_factor_review ORDER BY submit_time, uid')).map(({ uid }) =>
        Number(uid),
      ),
    async picture(uid) {
      const name = await nameOf(uid);
      return name === null ? null : pictures.read(uid, name);
    },
    async close(uid) {
      const name = await nameOf(uid);
      if (name === null) return false;
      await store.run('DELETE FROM two_factor_review WHERE uid = ?', [uid]);
      await pictures.remove([name]);
      return true;
    },
  };
}
