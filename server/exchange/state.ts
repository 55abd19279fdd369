// The machine's state between two commands: markets, ledger, open orders, and the last ids.
import type { Lots } from '../../core/units/units.ts';
import type { OpenContracts } from './contracts/open-contracts.ts';
import type { Funds } from './funds/fund.ts';
import type { IndexState } from './mark/index-price.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { ClockState } from './mark/clock-state.ts';
import type { Market } from './matching/spot-market.ts';
import type { LiveOrder } from './matching/live-order.ts';
import type { OpenOrders } from './matching/open-orders.ts';
import type { OpenBinaryOptions } from './binary-options/open-binary-options.ts';
import type { CommandContext } from './command-context.ts';

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
  /** Called when a resting order of the clearing account is filled for a contract. */
  readonly onMakerFill: (exchange: ExchangeState, context: CommandContext, maker: LiveOrder, lots: Lots) => void;
  /** Last order id and fill id that were assigned (M12). */
  orderId: number;
  dealId: number;
}
