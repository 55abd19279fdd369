// Price and risk alerts of users, checked every second against last prices and margin ratios.
import { ALERT_CHANNEL, type Alert, MAX_ALERTS } from '../../../core/endpoints/alert.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import type { Rows, Store } from '../../store/store.ts';
import { alertNoticeTexts } from './alert-messages.ts';
import type { Notices } from './notices.ts';
import type { PushSubscriptions } from './push-subscriptions.ts';

const CHECK_INTERVAL_MS = 1_000;
/** Fired alerts that are stored of a user: the list shows them all beside those that wait. */
const MAX_FIRED = MAX_ALERTS;

/** A price of a market, or a margin ratio of its positions (`coinInfoId` 0: of any). */
type AlertCondition = { coinInfoId: number } & ({ priceTicks: number } | { ratePercent: number });

export interface AlertDeps {
  store: Store;
  notices: Notices;
  push: Pick<PushSubscriptions, 'send'>;
  listed: ReadonlyMap<number, Instrument>;
  lastTicks(coinInfoId: number): number;
  /** Highest margin ratio of a user's positions in a market (0: in all), in whole percent rounded down; 0 if none. */
  riskPercent(uid: number, coinInfoId: number): number;
  languageOf(uid: number): Promise<string>;
  now(): number;
  log(event: string, error: unknown): void;
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
type ActiveAlert = Alert & { uid: number; armed: boolean };

/** Active alerts are held in memory, so that a check needs no query. */
export class Alerts {
  readonly #deps: AlertDeps;
  readonly #active: Map<number, ActiveAlert>;
  readonly #timer: NodeJS.Timeout;
  /** Last id that was given: no other alert gets that of one that was removed. */
  #lastId = 0;
  /** Changes and checks run one after the other. */
  #queue: Promise<void> = Promise.resolve();

  private constructor(deps: AlertDeps, active: ActiveAlert[]) {
    this.#deps = deps;
    this.#active = new Map(active.map((alert) => [alert.id, alert]));
    this.#timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  static async open(deps: AlertDeps): Promise<Alerts> {
    const rows = await deps.store.all<Row>('SELECT * FROM alerts WHERE waiting = 1');
    return new Alerts(deps, rows.map(activeAlertOf));
  }

  /** Newest first, including triggered ones. */
  async list(uid: number): Promise<Alert[]> {
    const { store } = this.#deps;
    return (await store.all<Row>('SELECT * FROM alerts WHERE uid = ? ORDER BY id DESC LIMIT 200', [uid])).map(alertOf);
  }

  /** Checks every alert once. */
  check(): Promise<void> {
    return this.#serialize(async () => {
      for (const alert of this.#active.values()) await this.#evaluate(alert);
    }).catch((error: unknown) => this.#deps.log('alerts.check_failed', error));
  }

  /**
   * A price alert triggers when the market reaches it from its current side; an existing one is changed. Throws
   * RejectError 1400 at the maximum number, for an unknown market, and for one without such a value: it would never
   * fire.
   */
  set(
    uid: number,
    condition: AlertCondition,
    { repeat, channels }: { repeat: boolean; channels: number },
  ): Promise<void> {
    return this.#serialize(async () => {
      const { store, now } = this.#deps;
      this.#checkMarket(condition);
      const fields = this.#fieldsOf(condition);
      const options = { repeat: repeat ? 1 : 0, channels } as const;
      const known = this.#existing(uid, fields);
      if (known) {
        await store.run('UPDATE alerts SET repeats = ?, channels = ? WHERE id = ?', [
          options.repeat,
          channels,
          known.id,
        ]);
        Object.assign(known, options);
        return;
      }
      if (this.#of(uid).length >= MAX_ALERTS)
        throw new RejectError(CODE.fieldInvalid, {
          field: 'ratePercent' in condition ? 'alertRate' : 'alertTicks',
          rule: `at most ${MAX_ALERTS}`,
        });
      const alert = { ...fields, ...options, uid, createTime: now() };
      const id = await store.transaction((rows) => insert(rows, this.#lastId, alert));
      this.#lastId = id;
      this.#active.set(id, { ...alert, id, waiting: 1, armed: true, fireTime: 0 });
    });
  }

  /**
   * Moves an alert to another price and arms it. Absent, another user's, triggered or on a margin ratio: no change.
   * Onto an existing one: the two are merged.
   */
  move(uid: number, id: number, priceTicks: number): Promise<void> {
    return this.#serialize(async () => {
      const alert = this.#active.get(id);
      if (alert?.uid !== uid || alert.ratePercent > 0) return;
      const fields = this.#fieldsOf({ coinInfoId: alert.coinInfoId, priceTicks });
      const existing = this.#existing(uid, fields);
      if (existing && existing !== alert) await this.#delete(existing);
      await this.#deps.store.run('UPDATE alerts SET price_ticks = ?, above = ?, armed = 1 WHERE id = ?', [
        priceTicks,
        fields.above,
        id,
      ]);
      Object.assign(alert, fields, { armed: true });
    });
  }

  /** Absent or another user's: no change. */
  remove(uid: number, id: number): Promise<void> {
    return this.#serialize(async () => {
      await this.#deps.store.run('DELETE FROM alerts WHERE id = ? AND uid = ?', [id, uid]);
      if (this.#active.get(id)?.uid === uid) this.#active.delete(id);
    });
  }

  /** Resolves when no change or check is running. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#queue;
  }

  #serialize<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(act);
    this.#queue = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  #checkMarket(condition: AlertCondition): void {
    const info = this.#deps.listed.get(condition.coinInfoId)?.info;
    const hasValue =
      'ratePercent' in condition
        ? condition.coinInfoId === 0 || info?.contractEnable === 1
        : info !== undefined && info.pair !== '';
    if (!hasValue) throw new RejectError(CODE.fieldInvalid, { field: 'alertCoin', rule: 'no such market' });
  }

  #fieldsOf(condition: AlertCondition): Pick<Alert, 'coinInfoId' | 'priceTicks' | 'above' | 'ratePercent'> {
    const { coinInfoId } = condition;
    if ('ratePercent' in condition) return { coinInfoId, priceTicks: 0, above: 1, ratePercent: condition.ratePercent };
    return {
      coinInfoId,
      priceTicks: condition.priceTicks,
      above: condition.priceTicks > this.#deps.lastTicks(coinInfoId) ? 1 : 0,
      ratePercent: 0,
    };
  }

  #of(uid: number): ActiveAlert[] {
    return [...this.#active.values()].filter((alert) => alert.uid === uid);
  }

  #existing(
    uid: number,
    { coinInfoId, priceTicks, ratePercent }: Pick<Alert, 'coinInfoId' | 'priceTicks' | 'ratePercent'>,
  ): ActiveAlert | undefined {
    return this.#of(uid).find(
      (one) => one.coinInfoId === coinInfoId && one.priceTicks === priceTicks && one.ratePercent === ratePercent,
    );
  }

  async #delete({ id }: ActiveAlert): Promise<void> {
    await this.#deps.store.run('DELETE FROM alerts WHERE id = ?', [id]);
    this.#active.delete(id);
  }

  #isReached({ uid, coinInfoId, priceTicks, above, ratePercent }: ActiveAlert): boolean | null {
    if (ratePercent > 0) return this.#deps.riskPercent(uid, coinInfoId) >= ratePercent;
    const last = this.#deps.lastTicks(coinInfoId);
    if (last <= 0) return null;
    return above ? last >= priceTicks : last <= priceTicks;
  }

  async #evaluate(alert: ActiveAlert): Promise<void> {
    const { store, now } = this.#deps;
    const reached = this.#isReached(alert);
    if (reached === true && alert.armed) {
      alert.armed = false;
      // Stored before it is sent: an interruption in between loses one message and never sends it twice.
      await store.run('UPDATE alerts SET armed = 0, waiting = ?, fire_time = ? WHERE id = ?', [
        alert.repeat,
        now(),
        alert.id,
      ]);
      if (!alert.repeat) {
        this.#active.delete(alert.id);
        await deleteFiredBeyond(store, alert.uid);
      }
      await this.#notify(alert);
    } else if (reached === false && !alert.armed) {
      alert.armed = true;
      await store.run('UPDATE alerts SET armed = 1 WHERE id = ?', [alert.id]);
    }
  }

  async #notify(alert: ActiveAlert): Promise<void> {
    const { listed, notices, push, languageOf } = this.#deps;
    const instrument = listed.get(alert.coinInfoId) ?? null;
    if (!instrument && alert.coinInfoId !== 0) return;
    const link =
      alert.ratePercent > 0 ? '/pages/tabbar/contracts' : `/pages/kline/kline?coinInfoId=${alert.coinInfoId}`;
    const { title, others } = alertNoticeTexts(instrument, alert);
    const noticeId = await notices.notify(alert.uid, {
      category: 'risk',
      link,
      ...title,
      others,
      channels: alert.channels,
    });
    if (!(alert.channels & ALERT_CHANNEL.push)) return;
    const text = others[await languageOf(alert.uid)] ?? title;
    // An open page shows the same notice under the same tag, so that it appears once.
    await push.send(alert.uid, { title: text.title, body: text.content, link, tag: `notice-${noticeId}` });
  }
}

/** Deletes a user's alerts that fired first. */
async function deleteFiredBeyond(store: Store, uid: number): Promise<void> {
  const old = await store.all<{ id: bigint }>(
    `SELECT id FROM alerts WHERE uid = ? AND waiting = 0 ORDER BY fire_time DESC, id DESC LIMIT 500 OFFSET ${MAX_FIRED}`,
    [uid],
  );
  await store.many(
    'DELETE FROM alerts WHERE id = ?',
    old.map(({ id }) => [id]),
  );
}

async function insert(
  rows: Rows,
  lastId: number,
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
  const id = Math.max(lastId, Number(last?.last ?? 0n)) + 1;
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

function activeAlertOf(row: Row): ActiveAlert {
  return { ...alertOf(row), uid: Number(row.uid), armed: row.armed === 1n };
}
