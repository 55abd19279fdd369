// Notices to one user or to all, and which of them each user has read.
import type { Notice } from '../../../core/endpoints/responses.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Rows, Store, Value } from '../../store/store.ts';
import { type Template, type Words, isTemplate, noticeText } from './notice-messages.ts';

const CATEGORIES = ['order', 'risk', 'fund', 'security', 'general'] as const;
type Category = (typeof CATEGORIES)[number];
/**
 * Most notices of a category that are stored for a user; the oldest are deleted beyond. 50 repeating alerts can write a
 * hundred thousand in an hour, and every new notice counts the unread ones.
 */
export const MAX_STORED = 500;
/** Uid of a notice to all users. */
const ALL_USERS = 0;

/** A notice as a user reads it (docs/api.md 2.12); `channels`: of a triggered alert, as bits. */
interface SentNotice extends Notice {
  category: Category;
  channels?: number;
}

/**
 * A new notice: a template with its values, or a text, also in other languages (`others`, by language). `channels`:
 * of an alert, passed to listeners as bits, not stored.
 */
export type NewNotice = { category: Category; link?: string; channels?: number } & (
  | { template: Template; params?: Record<string, string> }
  | (Words & { others?: Record<string, Words> })
);

/** In the column `template`: the text has versions in several languages. */
const MULTILINGUAL = 'languages';

interface NoticeFilter {
  kind: 'personal' | 'system' | 'all';
  unread: boolean;
  /** Time of the notice in ms, both included. */
  startTime?: number | undefined;
  endTime?: number | undefined;
  offset: number;
  limit: number;
  language: string;
}

/** Called with the recipient, the notice in their language and the number of unread ones. */
export type NoticeListener = (uid: number, notice: SentNotice, unreadNum: number) => void;

interface Row {
  id: bigint;
  uid: bigint;
  category: Category;
  template: string;
  title: string;
  content: string;
  link: string;
  create_time: bigint;
  reader: bigint | null;
}

/** A user's own notices, and those to all since the registration; for an unknown user those to all. */
const VISIBLE =
  '(n.uid = ? OR (n.uid = 0 AND n.create_time >= COALESCE((SELECT u.create_time FROM users u WHERE u.uid = ?), 0)))';
const READ = 'LEFT JOIN notice_reads r ON r.notice_id = n.id AND r.uid = ?';

export class Notices {
  readonly #store: Store;
  readonly #languageOf: (uid: number) => Promise<string>;
  readonly #now: () => number;
  readonly #listeners: NoticeListener[] = [];

  constructor(store: Store, languageOf: (uid: number) => Promise<string>, now: () => number) {
    this.#store = store;
    this.#languageOf = languageOf;
    this.#now = now;
  }

  /** Writes a notice to one user and calls the listeners; returns its id. */
  async notify(uid: number, draft: NewNotice): Promise<number> {
    const row = await this.#add(uid, draft);
    const unread = await this.unreadNum(uid);
    const channels = draft.channels === undefined ? {} : { channels: draft.channels };
    const notice = { ...noticeOf(row, await this.#languageOf(uid)), ...channels };
    for (const listener of this.#listeners) listener(uid, notice, unread);
    return Number(row.id);
  }

  /** Writes a notice to all current and future users; returns its id. Open sockets are not notified. */
  async announce(title: string, content: string, link = '', others?: Record<string, Words>): Promise<number> {
    return Number(
      (await this.#add(ALL_USERS, { category: 'general', title, content, link, ...(others ? { others } : {}) })).id,
    );
  }

  /** Newest first. */
  async list(
    uid: number,
    { kind, unread, startTime = 0, endTime = Number.MAX_SAFE_INTEGER, offset, limit, language }: NoticeFilter,
  ): Promise<{ list: SentNotice[]; total: number; unreadNum: number }> {
    const params: Value[] = [uid, uid, uid, startTime, endTime];
    const ofKind = kind === 'all' ? '' : kind === 'system' ? ' AND n.uid = 0' : ' AND n.uid <> 0';
    const where = `${VISIBLE}${ofKind}${unread ? ' AND r.uid IS NULL' : ''} AND n.create_time BETWEEN ? AND ?`;
    const rows = await this.#store.all<Row>(
      `SELECT n.*, r.uid AS reader FROM notices n ${READ} WHERE ${where} ORDER BY n.id DESC LIMIT ? OFFSET ?`,
      [...params, limit, offset],
    );
    const count = await this.#store.first<{ total: bigint }>(
      `SELECT COUNT(*) AS total FROM notices n ${READ} WHERE ${where}`,
      params,
    );
    return {
      list: rows.map((row) => noticeOf(row, language)),
      total: Number(count?.total ?? 0n),
      unreadNum: await this.unreadNum(uid),
    };
  }

  async unreadNum(uid: number, rows: Rows = this.#store): Promise<number> {
    const row = await rows.first<{ total: bigint }>(
      `SELECT COUNT(*) AS total FROM notices n ${READ} WHERE ${VISIBLE} AND r.uid IS NULL`,
      [uid, uid, uid],
    );
    return Number(row?.total ?? 0n);
  }

  /** A notice to all users, or null. */
  async system(id: number, language: string): Promise<SentNotice | null> {
    const row = await this.#store.first<Omit<Row, 'reader'>>('SELECT * FROM notices WHERE id = ? AND uid = 0', [id]);
    return row ? noticeOf({ ...row, reader: null }, language) : null;
  }

  /**
   * Marks some as read, or (null) all; returns the number of unread ones. Throws RejectError 1404 when one is not
   * visible to the user.
   */
  markRead(uid: number, ids: readonly number[] | null): Promise<number> {
    return this.#store.transaction(async (rows) => {
      const unread = await rows.all<{ id: bigint; reader: bigint | null }>(
        `SELECT n.id, r.uid AS reader FROM notices n ${READ} WHERE ${VISIBLE}`,
        [uid, uid, uid],
      );
      const visible = new Map(unread.map(({ id, reader }) => [Number(id), reader]));
      const wanted = [...new Set(ids ?? visible.keys())];
      if (wanted.some((id) => !visible.has(id))) throw new RejectError(CODE.notFound);
      await rows.many(
        'INSERT INTO notice_reads (uid, notice_id) VALUES (?, ?)',
        wanted.filter((id) => visible.get(id) === null).map((id) => [uid, id]),
      );
      return this.unreadNum(uid, rows);
    });
  }

  onNotice(listener: NoticeListener): void {
    this.#listeners.push(listener);
  }

  #add(uid: number, draft: NewNotice): Promise<Row> {
    return this.#store.transaction(async (rows) => {
      const last = await rows.first<{ last: bigint | null }>('SELECT MAX(id) AS last FROM notices');
      const row: Row = {
        id: (last?.last ?? 0n) + 1n,
        uid: BigInt(uid),
        category: draft.category,
        ...textsOf(draft),
        link: draft.link ?? '',
        create_time: BigInt(this.#now()),
        reader: null,
      };
      await rows.run(
        'INSERT INTO notices (id, uid, category, template, title, content, link, create_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [row.id, uid, row.category, row.template, row.title, row.content, row.link, row.create_time],
      );
      if (uid !== ALL_USERS) await deleteBeyond(rows, uid, row.category);
      return row;
    });
  }
}

/** Deletes a user's oldest notices of a category, with what was read of them. */
async function deleteBeyond(rows: Rows, uid: number, category: Category): Promise<void> {
  const old = await rows.all<{ id: bigint }>(
    `SELECT id FROM notices WHERE uid = ? AND category = ? ORDER BY id DESC LIMIT ${MAX_STORED} OFFSET ${MAX_STORED}`,
    [uid, category],
  );
  await rows.many(
    'DELETE FROM notice_reads WHERE uid = ? AND notice_id = ?',
    old.map(({ id }) => [uid, id]),
  );
  await rows.many(
    'DELETE FROM notices WHERE id = ?',
    old.map(({ id }) => [id]),
  );
}

/** A template is stored with its values, so that it can be rendered in any reader's language. */
function textsOf(draft: NewNotice): { template: string; title: string; content: string } {
  if ('template' in draft) return { template: draft.template, title: '', content: JSON.stringify(draft.params ?? {}) };
  const { title, content, others } = draft;
  return others
    ? { template: MULTILINGUAL, title, content: JSON.stringify({ content, others }) }
    : { template: '', title, content };
}

function noticeOf(row: Row, language: string): SentNotice {
  const words = textIn(row, language);
  return {
    id: Number(row.id),
    kind: Number(row.uid) === ALL_USERS ? 'system' : 'personal',
    category: row.category,
    ...words,
    read: row.reader === null ? 0 : 1,
    link: row.link,
    createTime: Number(row.create_time),
  };
}

function textIn({ template, title, content }: Row, language: string): Words {
  if (isTemplate(template)) return noticeText(template, JSON.parse(content) as Record<string, string>, language);
  if (template !== MULTILINGUAL) return { title, content };
  const texts = JSON.parse(content) as { content: string; others: Record<string, Words> };
  const other = Object.hasOwn(texts.others, language) ? texts.others[language] : undefined;
  return other ?? { title, content: texts.content };
}
