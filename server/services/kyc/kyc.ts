// Identity verification (KYC): the user's encrypted form and pictures, and the reviewer's decision.
import { KYC_STATUS, type KycStatus } from '../../../core/endpoints/kyc-status.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Store } from '../../store/store.ts';
import { createUserLock } from '../user-lock.ts';
import { type Pictures, readPicture } from './pictures.ts';
import type { SecretBox } from '../../store/secret-box.ts';

/** Fields of the form, in its order. */
export const KYC_FIELDS = ['country', 'certType', 'fullName', 'certNo', 'imgFront', 'imgBack'] as const;
type KycField = (typeof KYC_FIELDS)[number];

/** Texts as given, pictures by name. An absent field has not been given yet. */
export type KycForm = Partial<Record<KycField, string>>;

export interface Kyc {
  /** Null: not verified, perhaps with a draft. */
  status: KycStatus | null;
  form: KycForm;
  /** Why it failed, by field. */
  reasons: Record<string, string>;
  submitTime: number;
  reviewTime: number;
}

interface Row {
  status: bigint | null;
  form: string;
  reasons: string;
  submit_time: bigint;
  review_time: bigint;
}
const PICTURE_FIELDS = ['imgFront', 'imgBack'] as const;

export class KycStore {
  readonly #store: Store;
  readonly #secretBox: SecretBox;
  readonly #pictures: Pictures;
  readonly #now: () => number;
  readonly #lock = createUserLock();

  constructor(store: Store, secretBox: SecretBox, pictures: Pictures, now: () => number) {
    this.#store = store;
    this.#secretBox = secretBox;
    this.#pictures = pictures;
    this.#now = now;
  }

  /** Null for a user without a form. */
  async of(uid: number): Promise<Kyc | null> {
    const row = await this.#store.first<Row>(
      'SELECT status, form, reasons, submit_time, review_time FROM kyc WHERE uid = ?',
      [uid],
    );
    return row ? kycOf(this.#secretBox, uid, row) : null;
  }

  /**
   * Merges the given fields into the stored form (after a failure the accepted fields stay), and submits it for
   * review unless it is a draft. Throws RejectError 1400 for a missing or bad field, 1415 under review, 1415 with
   * `status` passed.
   */
  save(uid: number, given: KycForm, draft: boolean): Promise<Kyc> {
    // One at a time per user: of two concurrent drafts the later one would undo the first.
    return this.#lock(uid, () => this.#save(uid, given, draft));
  }

  /** A picture in the form field's format; null where none was given. */
  async picture(uid: number, field: 'imgFront' | 'imgBack'): Promise<string | null> {
    const name = (await this.of(uid))?.form[field];
    return name === undefined ? null : this.#pictures.read(uid, name);
  }

  /** Uids under review, oldest first. */
  async queue(): Promise<number[]> {
    return (
      await this.#store.all<{ uid: bigint }>('SELECT uid FROM kyc WHERE status = 0 ORDER BY submit_time, uid')
    ).map(({ uid }) => Number(uid));
  }

  /**
   * Records a decision: passed, or failed with reasons by field. `submitTime`: decides only the form that was submitted
   * at that time. Throws RejectError 1404 when nothing is under review, or another form.
   */
  async decide(uid: number, passed: boolean, reasons: Record<string, string>, submitTime?: number): Promise<void> {
    const kyc = await this.of(uid);
    if (kyc?.status !== KYC_STATUS.review || kyc.submitTime !== (submitTime ?? kyc.submitTime))
      throw new RejectError(CODE.notFound);
    await this.#write(
      uid,
      {
        ...kyc,
        status: passed ? KYC_STATUS.passed : KYC_STATUS.failed,
        reasons: passed ? {} : reasons,
        reviewTime: this.#now(),
      },
      0,
    );
  }

  #write(
    uid: number,
    { status, form, reasons, submitTime, reviewTime }: Kyc,
    was: bigint | number | null,
  ): Promise<void> {
    return this.#store.transaction(async (rows) => {
      // Of two concurrent writes the second finds a changed status and fails.
      const row = await rows.first<{ status: bigint | null }>('SELECT status FROM kyc WHERE uid = ?', [uid]);
      if ((row?.status ?? null) !== (was === null ? null : BigInt(was))) throw new RejectError(CODE.kycUnderReview);
      await rows.run(
        `INSERT INTO kyc (uid, status, form, reasons, submit_time, review_time) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (uid) DO UPDATE SET status = excluded.status, form = excluded.form, reasons = excluded.reasons,
         submit_time = excluded.submit_time, review_time = excluded.review_time`,
        [
          uid,
          status,
          this.#secretBox.sealText(JSON.stringify(form), contextOf(uid)),
          JSON.stringify(reasons),
          submitTime,
          reviewTime,
        ],
      );
    });
  }

  async #save(uid: number, given: KycForm, draft: boolean): Promise<Kyc> {
    const before = await this.of(uid);
    if (before?.status === KYC_STATUS.review || before?.status === KYC_STATUS.passed)
      throw new RejectError(CODE.kycUnderReview, { status: before.status });
    // Checked before a picture is stored: one of a refused form would stay for ever.
    if (!draft) requireAll({ ...before?.form, ...given }, before, given);
    const fresh = await savePictures(this.#pictures, uid, given);
    const form: KycForm = { ...before?.form, ...given, ...fresh };
    const after: Kyc = {
      status: draft ? (before?.status ?? null) : KYC_STATUS.review,
      form,
      reasons: draft && before ? openReasons(before, form) : {},
      submitTime: draft ? (before?.submitTime ?? 0) : this.#now(),
      reviewTime: 0,
    };
    try {
      await this.#write(uid, after, before?.status ?? null);
    } catch (error) {
      await this.#pictures.remove(Object.values(fresh));
      throw error;
    }
    await this.#pictures.remove(
      PICTURE_FIELDS.flatMap((field) => (fresh[field] && before?.form[field] ? [before.form[field]] : [])),
    );
    return after;
  }
}

/** Stores the given pictures; returns their names. Both are checked before either is stored. */
async function savePictures(pictures: Pictures, uid: number, given: KycForm): Promise<KycForm> {
  const read = PICTURE_FIELDS.flatMap((field) =>
    given[field] === undefined ? [] : [[field, readPicture(field, given[field])] as const],
  );
  const names: KycForm = {};
  try {
    for (const [field, picture] of read) names[field] = await pictures.add(uid, picture);
  } catch (error) {
    await pictures.remove(Object.values(names));
    throw error;
  }
  return names;
}

/** Throws RejectError 1400 for a field that is missing, or that failed and was not given again. */
function requireAll(form: KycForm, before: Kyc | null, given: KycForm): void {
  for (const field of KYC_FIELDS) {
    const failed = before?.status === KYC_STATUS.failed && field in before.reasons && given[field] === undefined;
    if (form[field] === undefined || failed) throw new RejectError(CODE.fieldInvalid, { field, rule: 'required' });
  }
}

/** The reasons of a failure that remain: not those of texts that were changed or pictures that were replaced. */
function openReasons({ form, reasons }: Kyc, after: KycForm): Kyc['reasons'] {
  return Object.fromEntries(
    Object.entries(reasons).filter(([field]) => form[field as KycField] === after[field as KycField]),
  );
}

function kycOf(secretBox: SecretBox, uid: number, row: Row): Kyc {
  return {
    status: row.status === null ? null : (Number(row.status) as KycStatus),
    form: JSON.parse(secretBox.openText(row.form, contextOf(uid))) as KycForm,
    reasons: JSON.parse(row.reasons) as Record<string, string>,
    submitTime: Number(row.submit_time),
    reviewTime: Number(row.review_time),
  };
}

const contextOf = (uid: number): string => `kyc ${uid}`;
