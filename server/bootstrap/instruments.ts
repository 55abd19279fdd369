// The instruments: those offered in this mode, and those that users may hold coins and orders of.
import { type CoinInfo, type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import type { Config } from './config.ts';
import type { Markets } from '../gateway/routes/orders/spot-routes.ts';
import { LISTED_INSTRUMENTS } from '../simulation/listed-instruments.ts';
import { instrumentsFor } from '../venues/market-modes.ts';
import { asConfigError } from './startup-errors.ts';

export interface InstrumentSet {
  /** Offered now. */
  infos: CoinInfo[];
  /**
   * The exchange's own markets. They exist in every mode: users keep coins and orders of them while a recording or
   * a venue is shown.
   */
  own: Instrument[];
  markets: Markets;
}

export async function instrumentSetOf({ market }: Config): Promise<InstrumentSet> {
  const infos = await asConfigError(instrumentsFor(market));
  const own = LISTED_INSTRUMENTS.map(instrumentOf);
  const listed = new Map(infos.map((info) => [info.id, instrumentOf(info)]));
  const known = new Map([...own.map((instrument) => [instrument.info.id, instrument] as const), ...listed]);
  return { infos, own, markets: { listed, known } };
}
