// Instrument registry, confirmed again on every connection before market data is applied.
import { type CoinInfo, type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import type { InstrumentList } from '../rest/rest-client.ts';

export class InstrumentRegistry {
  infos: readonly CoinInfo[] | null = null;
  /** Instruments with a market, by coinInfoId. */
  markets: ReadonlyMap<number, Instrument> = new Map();
  #version: string | undefined;
  /** Number of the socket for which the list was last confirmed. */
  #confirmed = NaN;
  #pending: { attempt: number; answer: Promise<void> } | null = null;
  readonly #fetchList: (known: string | undefined) => Promise<InstrumentList | null>;
  readonly #onList: (changed: ReadonlySet<number>, first: boolean) => void;

  /** `onList` is called for each new list, with the ids of instruments that vanished or changed. */
  constructor(
    fetchList: (known: string | undefined) => Promise<InstrumentList | null>,
    onList: (changed: ReadonlySet<number>, first: boolean) => void,
  ) {
    this.#fetchList = fetchList;
    this.#onList = onList;
  }

  /** Whether the list was confirmed after this socket was opened. */
  confirmedFor(attempt: number): boolean {
    return this.#confirmed === attempt;
  }

  /**
   * Confirms the list for a socket; one request per socket at a time. Rejects with an Error when the exchange cannot be
   * reached.
   */
  confirm(attempt: number): Promise<void> {
    if (this.#pending?.attempt === attempt) return this.#pending.answer;
    const answer = this.#fetch(attempt).finally(() => {
      if (this.#pending?.answer === answer) this.#pending = null;
    });
    this.#pending = { attempt, answer };
    return answer;
  }

  /** Fetches the list after the pending request, which may be older than the change. Rejects as `confirm` does. */
  async refetch(attempt: number): Promise<void> {
    await this.#pending?.answer.catch(() => undefined);
    return this.confirm(attempt);
  }

  async #fetch(attempt: number): Promise<void> {
    const list = await this.#fetchList(this.#version);
    // An answer for an older socket that arrives after a newer one is out of date.
    if (this.#confirmed > attempt) return;
    if (list) this.#apply(list);
    this.#confirmed = attempt;
  }

  #apply({ infos, version }: InstrumentList): void {
    const before = this.infos;
    // An invalid list throws here, before any of it is applied.
    const markets = new Map(infos.filter((info) => info.pair !== '').map((info) => [info.id, instrumentOf(info)]));
    this.#version = version;
    this.infos = infos;
    this.markets = markets;
    this.#onList(changedIds(before ?? [], infos), before === null);
  }
}

/**
 * Ids of `before` that are missing or different in `now`. Status and delisting time are not compared: they change
 * nothing that is drawn.
 */
function changedIds(before: readonly CoinInfo[], now: readonly CoinInfo[]): Set<number> {
  const byId = new Map(now.map((info) => [info.id, comparable(info)]));
  return new Set(before.filter((info) => byId.get(info.id) !== comparable(info)).map(({ id }) => id));
}

function comparable(info: CoinInfo): string {
  return JSON.stringify(info, (key, value: unknown) => (key === 'status' || key === 'delistTime' ? undefined : value));
}
