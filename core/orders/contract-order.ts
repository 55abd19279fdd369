// Contract orders: their shape as sent, states, and grid checks before submission.
import * as v from 'valibot';
import type { Instrument } from '../instruments/instrument.ts';
import { DIRECTIONS, type Direction } from '../risk/margin.ts';
import { ORDER_TYPES, type OrderType, amountLots, limitPrice, slipOf } from './spot-order.ts';
import type { Reject } from '../errors/errors.ts';
import type { Lots, PriceTicks } from '../units/units.ts';

/** Which price a take-profit or stop-loss waits for. */
export const TRIGGERS = ['mark', 'last'] as const;
export type TriggerBy = (typeof TRIGGERS)[number];

/** Status codes of a contract order (docs/api.md 2.13). */
export const CONTRACT_STATUS = { pending: 0, holding: 1, closed: 3, revoked: 4, refused: 5 } as const;
export type ContractStatus = (typeof CONTRACT_STATUS)[keyof typeof CONTRACT_STATUS];
/** How a position ended; 0 on the wire while it has not. */
export const CLOSE_TYPE = { none: 0, manual: 1, takeProfit: 2, stopLoss: 3, system: 4, liquidation: 5 } as const;
export type CloseType = (typeof CLOSE_TYPE)[keyof typeof CLOSE_TYPE];

/** ContractOrder as sent. Decimals are strings, times 13-digit ms; "" means no price. */
export const contractOrderSchema = v.looseObject({
  id: v.number(),
  orderNo: v.string(),
  clientNo: v.string(),
  coinInfoId: v.number(),
  symbol: v.string(),
  direction: v.picklist(DIRECTIONS),
  multiple: v.number(),
  /** Requested amount; `holdAmount` is the position now, `pendingAmount` what still rests to be opened. */
  amount: v.string(),
  holdAmount: v.optional(v.string()),
  pendingAmount: v.optional(v.string()),
  orderType: v.picklist(ORDER_TYPES),
  limitPrice: v.string(),
  /** Average prices of everything opened, and everything closed. */
  openPrice: v.string(),
  closePrice: v.string(),
  currentPrice: v.string(),
  markPrice: v.optional(v.string()),
  profitPrice: v.string(),
  lossPrice: v.string(),
  /** How much each closes when its price is reached; "" for the whole position. */
  profitAmount: v.optional(v.string()),
  lossAmount: v.optional(v.string()),
  triggerBy: v.optional(v.picklist(TRIGGERS)),
  securityDeposit: v.string(),
  addMgn: v.optional(v.string()),
  /** Fraction: "1" is 100 %. */
  riskRate: v.string(),
  liqPrice: v.optional(v.string()),
  bustPrice: v.optional(v.string()),
  breakEvenPrice: v.optional(v.string()),
  fee: v.string(),
  openFee: v.optional(v.string()),
  closeFee: v.optional(v.string()),
  fundingFee: v.optional(v.string()),
  /** Profit of the position at the mark while it is held; after closing the realised profit, all fees paid. */
  profit: v.string(),
  profitRate: v.string(),
  /** Realised profit of closed parts so far, closing fees paid. */
  realized: v.optional(v.string()),
  status: v.picklist([0, 1, 3, 4, 5]),
  closeType: v.picklist([0, 1, 2, 3, 4, 5]),
  closeReason: v.optional(v.string()),
  /**
   * For a contract closed by the system (`closeType` 4): a `ClosingProof` of its price. Parsed by `closingFault` alone,
   * so that other pages do not load that code.
   */
  closing: v.optional(v.unknown()),
  openTime: v.number(),
  closeTime: v.number(),
  createTime: v.number(),
  updateTime: v.number(),
  events: v.optional(
    v.array(
      v.looseObject({
        kind: v.picklist(['place', 'open', 'revoke', 'profit', 'loss', 'margin', 'funding', 'close']),
        price: v.string(),
        amount: v.string(),
        units: v.string(),
        fee: v.string(),
        reason: v.string(),
        ts: v.number(),
      }),
    ),
  ),
});
export type ContractOrder = v.InferOutput<typeof contractOrderSchema>;

/** Whether a part of the contract is held. */
export function isHeld(order: ContractOrder): boolean {
  return order.status === CONTRACT_STATUS.holding && Number(order.holdAmount ?? order.amount) > 0;
}

/** User input of a ticket or call; decimals as strings, "" and absence mean none. */
export interface ContractDraft {
  direction: Direction;
  orderType: OrderType;
  amount?: string | undefined;
  limitPrice?: string | undefined;
  profitPrice?: string | undefined;
  lossPrice?: string | undefined;
  maxSlip?: string | undefined;
}

/** A draft on the instrument's grids; prices of 0 mean none, `slipE8` of 0 means no slippage limit. */
export interface ContractIntent {
  direction: Direction;
  orderType: OrderType;
  lots: Lots;
  limitTicks: PriceTicks;
  profitTicks: PriceTicks;
  lossTicks: PriceTicks;
  slipE8: number;
}

/**
 * Checks a draft against the instrument's grids and sizes. Never rounds. Checks that need market prices are the
 * exchange's.
 */
export function contractIntent(instrument: Instrument, draft: ContractDraft): ContractIntent | Reject {
  const limitTicks = draft.orderType === 'limit' ? limitPrice(instrument, draft.limitPrice ?? '', 'limitPrice') : 0;
  if (typeof limitTicks !== 'number') return limitTicks;
  const lots = amountLots(instrument, draft.amount ?? '');
  if (typeof lots !== 'number') return lots;
  const profitTicks = triggerTicks(instrument, draft.profitPrice, 'profitPrice');
  if (typeof profitTicks !== 'number') return profitTicks;
  const lossTicks = triggerTicks(instrument, draft.lossPrice, 'lossPrice');
  if (typeof lossTicks !== 'number') return lossTicks;
  const slipE8 = slipOf(draft.maxSlip);
  if (typeof slipE8 !== 'number') return slipE8;
  return { direction: draft.direction, orderType: draft.orderType, lots, limitTicks, profitTicks, lossTicks, slipE8 };
}

/** Trigger price in ticks; 0 when absent. */
export function triggerTicks(instrument: Instrument, text: string | undefined, field: string): PriceTicks | Reject {
  return text === undefined || text === '' ? 0 : limitPrice(instrument, text, field);
}
