// Which instruments there are: what is offered in this mode, and what people may hold coins and orders of.
import { type CoinInfo, type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import type { Config } from './config.ts';
import type { Markets } from '../gateway/routes/spot-routes.ts';
import { LISTED_INSTRUMENTS } from '../simulation/listed-instruments.ts';
import { instrumentsFor } from '../venues/market-modes.ts';
import { forOperator } from './startup-errors.ts';

export interface Listing {
  /** Offered now. */
  infos: CoinInfo[];
  /**
   * The house's own markets are always there: people may hold coins and orders of them while a tape or a venue is
   * watched.
   */
  house: Instrument[];
  markets: Markets;
}

export async function listingOf({ market }: Config): Promise<Listing> {
  const infos = await forOperator(instrumentsFor(market));
  const house = LISTED_INSTRUMENTS.map(instrumentOf);
  const listed = new Map(infos.map((info) => [info.id, instrumentOf(info)]));
  const known = new Map([...house.map((instrument) => [instrument.info.id, instrument] as const), ...listed]);
  return { infos, house, markets: { listed, known } };
}
