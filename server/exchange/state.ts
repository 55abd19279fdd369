// The machine's state between two commands: markets, ledger, open orders, and the last ids.
import type { OpenContracts } from './contracts/open-contracts.ts';
import type { Funds } from './funds/fund.ts';
import type { IndexState } from './mark/index-price.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { ClockState } from './mark/clock-state.ts';
import type { Market } from './matching/spot-market.ts';
import type { OpenOrders } from './matching/open-orders.ts';
import type { OpenBinaryOptions } from './binary-options/open-binary-options.ts';

export interface ExchangeState {
  readonly markets: Map<number, Market>;
  readonly ledger: Ledger;
  readonly orders: OpenOrders;
  readonly contracts: OpenContracts;
  readonly funds: Funds;
  readonly binaryOptions: OpenBinaryOptions;
  /** State of the exchange clock. */
  readonly clock: ClockState;
  /** Index of every market with contracts or binary options. */
  readonly indexes: Map<number, IndexState>;
  /** Last order id and fill id that were assigned (M12). */
  orderId: number;
  dealId: number;
}
