// Everything the machine knows between two commands: markets, ledger, open orders, and the next numbers.
import type { Lots } from '../../core/units/units.ts';
import type { Contracts } from './contracts/open-contracts.ts';
import type { Funds } from './funds/fund.ts';
import type { IndexState } from './mark/index-price.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { ClockState } from './mark/beat-secret.ts';
import type { Market } from './matching/spot-market.ts';
import type { LiveOrder } from './matching/live-order.ts';
import type { OpenOrders } from './matching/open-orders.ts';
import type { OpenBinaryOptions } from './binary-options/open-binary-options.ts';
import type { CommandContext } from './command-context.ts';

export interface ExchangeState {
  readonly markets: Map<number, Market>;
  readonly ledger: Ledger;
  readonly orders: OpenOrders;
  readonly contracts: Contracts;
  readonly funds: Funds;
  readonly seconds: OpenBinaryOptions;
  /** What the clock has committed to. */
  readonly clock: ClockState;
  /** Index of every market that needs one. */
  readonly indexes: Map<number, IndexState>;
  /** Told by the book when a resting order that stands for a contract is met. */
  readonly onMakerFill: (exchange: ExchangeState, context: CommandContext, maker: LiveOrder, lots: Lots) => void;
  /** Last order id and deal id given out (M12). */
  orderId: number;
  dealId: number;
}
