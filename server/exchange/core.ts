// Everything the machine knows between two commands: markets, ledger, open orders, and the next numbers.
import type { Ledger } from './ledger/ledger.ts';
import type { Market } from './matching/market.ts';
import type { OpenOrders } from './matching/open-orders.ts';

export interface Core {
  readonly markets: Map<number, Market>;
  readonly ledger: Ledger;
  readonly orders: OpenOrders;
  /** Last order id and deal id given out (M12). */
  orderId: number;
  dealId: number;
}
