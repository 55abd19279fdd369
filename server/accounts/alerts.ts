// Price alerts: kept for each person, looked at every second, told once when the last price reaches them.
import type { Instrument } from '../../contract/instrument.ts';
import { CODE, RejectError } from '../../contract/reject.ts';
import type { Store } from '../store/store.ts';
import { alertWords } from './alert-words.ts';
import type { Notices } from './notices.ts';
import { type PushTarget, type WebPush, isPushEndpoint } from './web-push.ts';

/** Alerts of one person that still wait; more are refused. */
export const MOST_ALERTS = 50;
/** Browsers of one person that are pushed to; the oldest makes room. */
const MOST_TARGETS = 10;
const LOOK_EVERY_MS = 1_000;

/** `above`: it waits for the price to come up to it. Times in ms; `fireTime` 0: not yet. */
export interface Alert { id: number; coinInfoId: number; priceTicks: number; above: 0 | 1; repeat: 0 | 1; waiting: 0 | 1; createTime: number; fireTime: number }

export interface Alerts {
  /** Newest first, those that were told included. */
  list(uid: number): Promise<Alert[]>;
  /** Waits on the side that the price is not on. Throws RejectError 1400 when there are as many as may be, or there is no such market. */
  add(uid: number, coinInfoId: number, priceTicks: number, repeat: boolean): Promise<void>;
  /** Takes one out; absent or somebody else's: no change. */
  remove(uid: number, id: number): Promise<void>;
  /** A browser that takes pushes. Throws RejectError 1400 when its address is of no push service that is known. */
  subscribe(uid: number, target: PushTarget): Promise<void>;
  pushKey: string;
  /** Looks at every alert once. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export interface AlertParts {
  store: Store;
  notices: Notices;
  push: WebPush;
  listed: ReadonlyMap<number, Instrument>;
  lastTicks(coinInfoId: number): number;
  languageOf(uid: number): string;
  now(): number;
  log(what: string, error: unknown): void;
}

interface Row { id: bigint; uid: bigint; coin_info_id: bigint; price_ticks: bigint; above: bigint; repeats: bigint; waiting: bigint; armed: bigint; create_time: bigint; fire_time: bigint }
type Waiting = Alert & { uid: number; armed: boolean };

/** Opens the room; those that wait are kept in memory, so that a second in which nothing happens costs no query. */
export async function openAlerts(parts: AlertParts): Promise<Alerts> {
  const { store, listed, lastTicks, now } = parts;
  const waiting = new Map<number, Waiting>();
  for (const row of await store.all<Row>('SELECT * FROM alerts WHERE waiting = 1')) waiting.set(Number(row.id), waitingOf(row));
  let looking: Promise<void> = Promise.resolve();
  const look = (): Promise<void> => (looking = looking.then(async () => {
    for (const alert of waiting.values()) await lookAt(parts, waiting, alert);
  }).catch((error: unknown) => parts.log('alerts', error)));
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return {
    pushKey: parts.push.publicKey,
    look,
    list: async (uid) => (await store.all<Row>('SELECT * FROM alerts WHERE uid = ? ORDER BY id DESC LIMIT 200', [uid])).map(alertOf),
    async add(uid, coinInfoId, priceTicks, repeat) {
      if (!listed.has(coinInfoId)) throw new RejectError(CODE.fieldInvalid, { field: 'alertCoin', rule: 'no such market' });
      if ([...waiting.values()].filter((alert) => alert.uid === uid).length >= MOST_ALERTS) throw new RejectError(CODE.fieldInvalid, { field: 'alertTicks', rule: `at most ${MOST_ALERTS}` });
      const above = priceTicks > lastTicks(coinInfoId) ? 1 : 0;
      const row = await store.transaction(async (rows) => {
        const last = await rows.first<{ last: bigint | null }>('SELECT MAX(id) AS last FROM alerts');
        const made: Waiting = { id: Number(last?.last ?? 0n) + 1, uid, coinInfoId, priceTicks, above, repeat: repeat ? 1 : 0, waiting: 1, armed: true, createTime: now(), fireTime: 0 };
        await rows.run('INSERT INTO alerts (id, uid, coin_info_id, price_ticks, above, repeats, waiting, armed, create_time, fire_time) VALUES (?, ?, ?, ?, ?, ?, 1, 1, ?, 0)',
          [made.id, uid, coinInfoId, priceTicks, above, made.repeat, made.createTime]);
        return made;
      });
      waiting.set(row.id, row);
    },
    async remove(uid, id) {
      await store.run('DELETE FROM alerts WHERE id = ? AND uid = ?', [id, uid]);
      if (waiting.get(id)?.uid === uid) waiting.delete(id);
    },
    async subscribe(uid, { endpoint, p256dh, auth }) {
      if (!isPushEndpoint(endpoint)) throw new RejectError(CODE.fieldInvalid, { field: 'pushEndpoint', rule: 'no known push service' });
      await store.transaction(async (rows) => {
        // A browser that changes hands belongs to whoever is in it now.
        await rows.run('DELETE FROM push_targets WHERE endpoint = ?', [endpoint]);
        await rows.run('INSERT INTO push_targets (endpoint, uid, p256dh, auth, create_time) VALUES (?, ?, ?, ?, ?)', [endpoint, uid, p256dh, auth, now()]);
        const all = await rows.all<{ endpoint: string }>('SELECT endpoint FROM push_targets WHERE uid = ? ORDER BY create_time DESC', [uid]);
        await rows.many('DELETE FROM push_targets WHERE endpoint = ?', all.slice(MOST_TARGETS).map((old) => [old.endpoint]));
      });
    },
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

async function lookAt(parts: AlertParts, waiting: Map<number, Waiting>, alert: Waiting): Promise<void> {
  const last = parts.lastTicks(alert.coinInfoId);
  if (last <= 0) return;
  const reached = alert.above ? last >= alert.priceTicks : last <= alert.priceTicks;
  if (reached && alert.armed) {
    alert.armed = false;
    // Written before it is told: an end in between loses one word, and never says it twice.
    const time = parts.now();
    await parts.store.run('UPDATE alerts SET armed = 0, waiting = ?, fire_time = ? WHERE id = ?', [alert.repeat, time, alert.id]);
    if (!alert.repeat) waiting.delete(alert.id);
    await tell(parts, alert);
  } else if (!reached && !alert.armed) {
    alert.armed = true;
    await parts.store.run('UPDATE alerts SET armed = 1 WHERE id = ?', [alert.id]);
  }
}

async function tell(parts: AlertParts, alert: Waiting): Promise<void> {
  const instrument = parts.listed.get(alert.coinInfoId);
  if (!instrument) return;
  const link = `/pages/kline/kline?coinInfoId=${alert.coinInfoId}`;
  const { title, others } = alertWords(instrument, alert);
  const noticeId = await parts.notices.tell(alert.uid, { category: 'risk', link, ...title, others });
  const words = others[parts.languageOf(alert.uid)] ?? title;
  const targets = await parts.store.all<PushTarget>('SELECT endpoint, p256dh, auth FROM push_targets WHERE uid = ?', [alert.uid]);
  // Nobody waits for a push service. An open page shows the same notice under the same tag: it stands there once.
  for (const target of targets) void pushTo(parts, target, { title: words.title, body: words.content, link, tag: `notice-${noticeId}` });
}

async function pushTo(parts: AlertParts, target: PushTarget, message: Parameters<WebPush['send']>[1]): Promise<void> {
  try {
    if (await parts.push.send(target, message) === 'gone') await parts.store.run('DELETE FROM push_targets WHERE endpoint = ?', [target.endpoint]);
  } catch (error) {
    parts.log('a push was not sent', error);
  }
}

function alertOf(row: Row): Alert {
  return {
    id: Number(row.id), coinInfoId: Number(row.coin_info_id), priceTicks: Number(row.price_ticks), above: row.above ? 1 : 0, repeat: row.repeats ? 1 : 0,
    waiting: row.waiting ? 1 : 0, createTime: Number(row.create_time), fireTime: Number(row.fire_time),
  };
}

function waitingOf(row: Row): Waiting {
  return { ...alertOf(row), uid: Number(row.uid), armed: row.armed === 1n };
}
