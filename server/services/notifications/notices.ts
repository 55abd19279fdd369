// Notices: what the house tells everybody, what it tells one person, and what of it each has read.
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Rows, Store, Value } from '../../store/store.ts';
import { type Template, type Words, isTemplate, wordsOf } from './notice-messages.ts';

const CATEGORIES = ['order', 'risk', 'fund', 'security', 'general'] as const;
type Category = (typeof CATEGORIES)[number];
/** Uid of a notice for everybody. */
const EVERYBODY = 0;

/** A notice as a person reads it (docs/api.md 2.12). Times in ms. */
export interface Notice {
  id: number;
  kind: 'personal' | 'system';
  category: Category;
  title: string;
  content: string;
  read: 0 | 1;
  link: string;
  createTime: number;
  /** Of an alert as it is told: the bits of how. */
  channels?: number;
}

/**
 * `channels`: of an alert, the channels that notify, as bits; passed to listeners, not stored. What is written: a
 * template of ours with its values, or a text in the writer's own words, also in other languages (`others`, by
 * language).
 */
export type Letter = { category: Category; link?: string; channels?: number } & (
  | { template: Template; params?: Record<string, string> }
  | (Words & { others?: Record<string, Words> })
);

/** Stands for a template where a text has its own words for some languages. */
const MANY = 'languages';

interface NoticeFilter {
  kind: 'personal' | 'system' | 'all';
  unread: boolean;
  offset: number;
  limit: number;
  language: string;
}

/** Somebody to whom a notice went, and how many they have not read by now. */
export type NoticeListener = (uid: number, notice: (language: string) => Notice, unreadNum: number) => void;

export interface Notices {
  /** Writes to one person, and tells the listeners. */
  /** Answers with the id of the notice. */
  tell(uid: number, letter: Letter): Promise<number>;
  /** Writes to everybody who is here by now or comes later; answers its id. Open sockets learn of it when they ask. */
  announce(title: string, content: string, link?: string, others?: Record<string, Words>): Promise<number>;
  /** Newest first. */
  list(uid: number, filter: NoticeFilter): Promise<{ list: Notice[]; total: number; unreadNum: number }>;
  unreadNum(uid: number): Promise<number>;
  /** A notice for everybody, or null. */
  system(id: number, language: string): Promise<Notice | null>;
  /**
   * Marks some as read, or (null) all; answers what is left. Throws RejectError 1404 when one is not theirs to read.
   */
  markRead(uid: number, ids: readonly number[] | null): Promise<number>;
  onNotice(listener: NoticeListener): void;
}

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

/** Of a person: theirs, and everybody's from their first day on; of nobody (no such person): everybody's. */
const MINE =
  '(n.uid = ? OR (n.uid = 0 AND n.create_time >= COALESCE((SELECT u.create_time FROM users u WHERE u.uid = ?), 0)))';
const READ = 'LEFT JOIN notice_reads r ON r.notice_id = n.id AND r.uid = ?';

export function createNotices(store: Store, now: () => number): Notices {
  const listeners: NoticeListener[] = [];
  const unreadNum = async (uid: number, rows: Rows = store): Promise<number> => {
    const row = await rows.first<{ total: bigint }>(
      `SELECT COUNT(*) AS total FROM notices n ${READ} WHERE ${MINE} AND r.uid IS NULL`,
      [uid, uid, uid],
    );
    return Number(row?.total ?? 0n);
  };
  const add = (uid: number, letter: Letter): Promise<Row> =>
    store.transaction(async (rows) => {
      const last = await rows.first<{ last: bigint | null }>('SELECT MAX(id) AS last FROM notices');
      const row: Row = {
        id: (last?.last ?? 0n) + 1n,
        uid: BigInt(uid),
        category: letter.category,
        ...textsOf(letter),
        link: letter.link ?? '',
        create_time: BigInt(now()),
        reader: null,
      };
      await rows.run(
        'INSERT INTO notices (id, uid, category, template, title, content, link, create_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [row.id, uid, row.category, row.template, row.title, row.content, row.link, row.create_time],
      );
      return row;
    });
  return {
    async tell(uid, letter) {
      const row = await add(uid, letter);
      const unread = await unreadNum(uid);
      const how = letter.channels === undefined ? {} : { channels: letter.channels };
      for (const listener of listeners) listener(uid, (language) => ({ ...noticeOf(row, language), ...how }), unread);
      return Number(row.id);
    },
    announce: async (title, content, link = '', others) =>
      Number((await add(EVERYBODY, { category: 'general', title, content, link, ...(others ? { others } : {}) })).id),
    async list(uid, { kind, unread, offset, limit, language }) {
      const params: Value[] = [uid, uid, uid];
      const where = `${MINE}${kind === 'all' ? '' : kind === 'system' ? ' AND n.uid = 0' : ' AND n.uid <> 0'}${unread ? ' AND r.uid IS NULL' : ''}`;
      const rows = await store.all<Row>(
        `SELECT n.*, r.uid AS reader FROM notices n ${READ} WHERE ${where} ORDER BY n.id DESC LIMIT ? OFFSET ?`,
        [...params, limit, offset],
      );
      const count = await store.first<{ total: bigint }>(
        `SELECT COUNT(*) AS total FROM notices n ${READ} WHERE ${where}`,
        params,
      );
      return {
        list: rows.map((row) => noticeOf(row, language)),
        total: Number(count?.total ?? 0n),
        unreadNum: await unreadNum(uid),
      };
    },
    unreadNum,
    async system(id, language) {
      const row = await store.first<Omit<Row, 'reader'>>('SELECT * FROM notices WHERE id = ? AND uid = 0', [id]);
      return row ? noticeOf({ ...row, reader: null }, language) : null;
    },
    markRead: (uid, ids) =>
      store.transaction(async (rows) => {
        const unread = await rows.all<{ id: bigint; reader: bigint | null }>(
          `SELECT n.id, r.uid AS reader FROM notices n ${READ} WHERE ${MINE}`,
          [uid, uid, uid],
        );
        const mine = new Map(unread.map(({ id, reader }) => [Number(id), reader]));
        const asked = [...new Set(ids ?? mine.keys())];
        if (asked.some((id) => !mine.has(id))) throw new RejectError(CODE.notFound);
        await rows.many(
          'INSERT INTO notice_reads (uid, notice_id) VALUES (?, ?)',
          asked.filter((id) => mine.get(id) === null).map((id) => [uid, id]),
        );
        return unreadNum(uid, rows);
      }),
    onNotice: (listener) => {
      listeners.push(listener);
    },
  };
}

/**
 * A template keeps its values where a text keeps its words: it is read in the reader's language, whichever that will
 * be.
 */
function textsOf(letter: Letter): { template: string; title: string; content: string } {
  if ('template' in letter)
    return { template: letter.template, title: '', content: JSON.stringify(letter.params ?? {}) };
  const { title, content, others } = letter;
  return others
    ? { template: MANY, title, content: JSON.stringify({ content, others }) }
    : { template: '', title, content };
}

function noticeOf(row: Row, language: string): Notice {
  const words = textIn(row, language);
  return {
    id: Number(row.id),
    kind: Number(row.uid) === EVERYBODY ? 'system' : 'personal',
    category: row.category,
    ...words,
    read: row.reader === null ? 0 : 1,
    link: row.link,
    createTime: Number(row.create_time),
  };
}

function textIn({ template, title, content }: Row, language: string): Words {
  if (isTemplate(template)) return wordsOf(template, JSON.parse(content) as Record<string, string>, language);
  if (template !== MANY) return { title, content };
  const said = JSON.parse(content) as { content: string; others: Record<string, Words> };
  return said.others[language] ?? { title, content: said.content };
}
