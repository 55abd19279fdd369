// Alerts: kept for each person, looked at every second, told once when the last price or a risk rate reaches them.
import { ALERT_CHANNEL, type Alert, MOST_ALERTS } from '../../../core/endpoints/alert.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Rows, Store } from '../../store/store.ts';
import { alertWords } from './alert-messages.ts';
import type { Notices } from './notices.ts';
import type { PushTargets } from './push-targets.ts';

const LOOK_EVERY_MS = 1_000;

/** What an alert waits for: a price of a market, or a risk rate of its positions (`coinInfoId` 0: of any). */
type Aim = { coinInfoId: number } & ({ priceTicks: number } | { ratePercent: number });

export interface Alerts {
  /** Newest first, those that were told included. */
  list(uid: number): Promise<Alert[]>;
  /**
   * A price waits on the side that the market is not on; what waits already is changed. Throws RejectError 1400 when
   * there are as many as may be, or there is no such market.
   */
  set(uid: number, aim: Aim, how: { repeat: boolean; channels: number }): Promise<void>;
  /**
   * To another price, and waiting again; absent, somebody else's, told or of a risk rate: no change. Onto another one:
   * the two become one.
   */
  move(uid: number, id: number, priceTicks: number): Promise<void>;
  /** Takes one out; absent or somebody else's: no change. */
  remove(uid: number, id: number): Promise<void>;
  /** Looks at every alert once. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export interface AlertParts {
  store: Store;
  notices: Notices;
  push: Pick<PushTargets, 'send'>;
  listed: ReadonlyMap<number, Instrument>;
  lastTicks(coinInfoId: number): number;
  /**
   * Highest risk rate of a person's positions in a market, or (0) in all, in whole percent rounded down; 0 without any.
   */
  riskPercent(uid: number, coinInfoId: number): number;
  languageOf(uid: number): string;
  now(): number;
  log(what: string, error: unknown): void;
}

interface Row {
  id: bigint;
  uid: bigint;
  coin_info_id: bigint;
  price_ticks: bigint;
  above: bigint;
  rate_percent: bigint;
  repeats: bigint;
  channels: bigint;
  waiting: bigint;
  armed: bigint;
  create_time: bigint;
  fire_time: bigint;
}
type Waiting = Alert & { uid: number; armed: boolean };

/** Opens the room; those that wait are kept in memory, so that a second in which nothing happens costs no query. */
export async function openAlerts(parts: AlertParts): Promise<Alerts> {
  const { store } = parts;
  const room = new Room(parts, (await store.all<Row>('SELECT * FROM alerts WHERE waiting = 1')).map(waitingOf));
  const timer = setInterval(() => void room.look(), LOOK_EVERY_MS);
  timer.unref();
  return {
    look: () => room.look(),
    list: async (uid) =>
      (await store.all<Row>('SELECT * FROM alerts WHERE uid = ? ORDER BY id DESC LIMIT 200', [uid])).map(alertOf),
    set: (uid, aim, how) => room.set(uid, aim, how),
    move: (uid, id, priceTicks) => room.move(uid, id, priceTicks),
    remove: (uid, id) => room.remove(uid, id),
    async close() {
      clearInterval(timer);
      await room.settled();
    },
  };
}

class Room {
  readonly #parts: AlertParts;
  readonly #waiting: Map<number, Waiting>;
  /** Changes and looks come one after the other: none finds an alert in the middle of another. */
  #turn: Promise<void> = Promise.resolve();

  constructor(parts: AlertParts, waiting: Waiting[]) {
    this.#parts = parts;
    this.#waiting = new Map(waiting.map((alert) => [alert.id, alert]));
  }

  look(): Promise<void> {
    return this.#inTurn(async () => {
      for (const alert of this.#waiting.values()) await this.#lookAt(alert);
    }).catch((error: unknown) => this.#parts.log('alerts', error));
  }

  set(uid: number, aim: Aim, { repeat, channels }: { repeat: boolean; channels: number }): Promise<void> {
    return this.#inTurn(async () => {
      const { store, now } = this.#parts;
      this.#check(aim);
      const wanted = this.#aimed(aim);
      const how = { repeat: repeat ? 1 : 0, channels } as const;
      const known = this.#same(uid, wanted);
      if (known) {
        await store.run('UPDATE alerts SET repeats = ?, channels = ? WHERE id = ?', [how.repeat, channels, known.id]);
        Object.assign(known, how);
        return;
      }
      if (this.#of(uid).length >= MOST_ALERTS)
        throw new RejectError(CODE.fieldInvalid, {
          field: 'ratePercent' in aim ? 'alertRate' : 'alertTicks',
          rule: `at most ${MOST_ALERTS}`,
        });
      const id = await store.transaction((rows) => insert(rows, { ...wanted, ...how, uid, createTime: now() }));
      this.#waiting.set(id, { ...wanted, ...how, id, uid, waiting: 1, armed: true, createTime: now(), fireTime: 0 });
    });
  }

  move(uid: number, id: number, priceTicks: number): Promise<void> {
    return this.#inTurn(async () => {
      const alert = this.#waiting.get(id);
      if (alert?.uid !== uid || alert.ratePercent > 0) return;
      const wanted = this.#aimed({ coinInfoId: alert.coinInfoId, priceTicks });
      const there = this.#same(uid, wanted);
      if (there && there !== alert) await this.#drop(there);
      await this.#parts.store.run('UPDATE alerts SET price_ticks = ?, above = ?, armed = 1 WHERE id = ?', [
        priceTicks,
        wanted.above,
        id,
      ]);
      Object.assign(alert, wanted, { armed: true });
    });
  }

  remove(uid: number, id: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#parts.store.run('DELETE FROM alerts WHERE id = ? AND uid = ?', [id, uid]);
      if (this.#waiting.get(id)?.uid === uid) this.#waiting.delete(id);
    });
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#turn;
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(act);
    this.#turn = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  #check(aim: Aim): void {
    const known = this.#parts.listed.has(aim.coinInfoId) || ('ratePercent' in aim && aim.coinInfoId === 0);
    if (!known) throw new RejectError(CODE.fieldInvalid, { field: 'alertCoin', rule: 'no such market' });
  }

  #aimed(aim: Aim): Pick<Alert, 'coinInfoId' | 'priceTicks' | 'above' | 'ratePercent'> {
    const { coinInfoId } = aim;
    if ('ratePercent' in aim) return { coinInfoId, priceTicks: 0, above: 1, ratePercent: aim.ratePercent };
    return {
      coinInfoId,
      priceTicks: aim.priceTicks,
      above: aim.priceTicks > this.#parts.lastTicks(coinInfoId) ? 1 : 0,
      ratePercent: 0,
    };
  }

  #of(uid: number): Waiting[] {
    return [...this.#waiting.values()].filter((alert) => alert.uid === uid);
  }

  #same(
    uid: number,
    { coinInfoId, priceTicks, ratePercent }: Pick<Alert, 'coinInfoId' | 'priceTicks' | 'ratePercent'>,
  ): Waiting | undefined {
    return this.#of(uid).find(
      (one) => one.coinInfoId === coinInfoId && one.priceTicks === priceTicks && one.ratePercent === ratePercent,
    );
  }

  async #drop({ id }: Waiting): Promise<void> {
    await this.#parts.store.run('DELETE FROM alerts WHERE id = ?', [id]);
    this.#waiting.delete(id);
  }

  #isReached({ uid, coinInfoId, priceTicks, above, ratePercent }: Waiting): boolean | null {
    if (ratePercent > 0) return this.#parts.riskPercent(uid, coinInfoId) >= ratePercent;
    const last = this.#parts.lastTicks(coinInfoId);
    if (last <= 0) return null;
    return above ? last >= priceTicks : last <= priceTicks;
  }

  async #lookAt(alert: Waiting): Promise<void> {
    const { store, now } = this.#parts;
    const reached = this.#isReached(alert);
    if (reached === true && alert.armed) {
      alert.armed = false;
      // Written before it is told: an end in between loses one word, and never says it twice.
      await store.run('UPDATE alerts SET armed = 0, waiting = ?, fire_time = ? WHERE id = ?', [
        alert.repeat,
        now(),
        alert.id,
      ]);
      if (!alert.repeat) this.#waiting.delete(alert.id);
      await this.#tell(alert);
    } else if (reached === false && !alert.armed) {
      alert.armed = true;
      await store.run('UPDATE alerts SET armed = 1 WHERE id = ?', [alert.id]);
    }
  }

  async #tell(alert: Waiting): Promise<void> {
    const { listed, notices, push, languageOf } = this.#parts;
    const instrument = listed.get(alert.coinInfoId) ?? null;
    if (!instrument && alert.coinInfoId !== 0) return;
    const link =
      alert.ratePercent > 0 ? '/pages/tabbar/contracts' : `/pages/kline/kline?coinInfoId=${alert.coinInfoId}`;
    const { title, others } = alertWords(instrument, alert);
    const noticeId = await notices.tell(alert.uid, {
      category: 'risk',
      link,
      ...title,
      others,
      channels: alert.channels,
    });
    const words = others[languageOf(alert.uid)] ?? title;
    // An open page shows the same notice under the same tag: it stands there once.
    if (alert.channels & ALERT_CHANNEL.push)
      await push.send(alert.uid, { title: words.title, body: words.content, link, tag: `notice-${noticeId}` });
  }
}

async function insert(
  rows: Rows,
  {
    uid,
    coinInfoId,
    priceTicks,
    above,
    ratePercent,
    repeat,
    channels,
    createTime,
  }: Omit<Alert, 'id' | 'waiting' | 'fireTime'> & { uid: number },
): Promise<number> {
  const last = await rows.first<{ last: bigint | null }>('SELECT MAX(id) AS last FROM alerts');
  const id = Number(last?.last ?? 0n) + 1;
  await rows.run(
    'INSERT INTO alerts (id, uid, coin_info_id, price_ticks, above, rate_percent, repeats, channels, waiting, armed, create_time, fire_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, 1, ?, 0)',
    [id, uid, coinInfoId, priceTicks, above, ratePercent, repeat, channels, createTime],
  );
  return id;
}

function alertOf(row: Row): Alert {
  return {
    id: Number(row.id),
    coinInfoId: Number(row.coin_info_id),
    priceTicks: Number(row.price_ticks),
    above: row.above ? 1 : 0,
    ratePercent: Number(row.rate_percent),
    repeat: row.repeats ? 1 : 0,
    channels: Number(row.channels),
    waiting: row.waiting ? 1 : 0,
    createTime: Number(row.create_time),
    fireTime: Number(row.fire_time),
  };
}

function waitingOf(row: Row): Waiting {
  return { ...alertOf(row), uid: Number(row.uid), armed: row.armed === 1n };
}
