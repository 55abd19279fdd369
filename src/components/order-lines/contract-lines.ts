// Positions, their triggers and liquidation, and pending contract orders as lines of the chart.
import type { TextKey, Translate } from '../../locales/use-translation.ts';
import type { TradeLine } from '../../../chart/api.ts';
import { type ContractOrder, isHeld } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, parseSteps, printMoney, printSteps, stepsToNumber } from '../../../core/units/units.ts';
import { triggerProfitAt } from '../ticket/position-profit.ts';
import { cellsOf } from '../../stores/account/contract-orders.ts';
import { separate, signedMoney } from '../../stores/market/number-format.ts';
import { type ProposedMove, type DraggedLine, shortAmount } from './spot-lines.ts';

/** A trigger price that closes a position: take-profit or stop-loss. */
export type TriggerKind = 'profit' | 'loss';
/** A take-profit or stop-loss of a contract. */
export interface Trigger {
  order: ContractOrder;
  kind: TriggerKind;
  priceTicks: PriceTicks;
}

export const waitingLineId = ({ id }: Pick<ContractOrder, 'id'>): string => `waiting ${id}`;
export const triggerLineId = (kind: TriggerKind, orderId: number): string => `${kind} ${orderId}`;

export interface ContractLineSource {
  instrument: Instrument;
  contracts: readonly ContractOrder[];
  /** Lines that are being moved, with their new prices. */
  moving: ReadonlyMap<string, PriceTicks>;
  dragged: DraggedLine | null;
  proposed: ProposedMove | null;
}

/** All take-profits and stop-losses of the market. */
export function triggersOf({ info, price: grid }: Instrument, contracts: readonly ContractOrder[]): Trigger[] {
  return contracts
    .filter(({ coinInfoId }) => coinInfoId === info.id)
    .flatMap((order) =>
      (['profit', 'loss'] as const).flatMap((kind) => {
        const priceTicks = parseSteps(kind === 'profit' ? order.profitPrice : order.lossPrice, grid);
        return typeof priceTicks === 'number' && priceTicks > 0 ? [{ order, kind, priceTicks }] : [];
      }),
    );
}

/** The contract of a line that cannot be moved: a position, or its liquidation. */
export function contractOfLine(contracts: readonly ContractOrder[], lineId: string): ContractOrder | undefined {
  const id = /^(?:position|liquidation) (\d+)$/.exec(lineId)?.[1];
  return contracts.find((order) => String(order.id) === id);
}

/** The contract lines of a market. Reads the profit signals of its positions. */
export function contractLines(source: ContractLineSource, t: Translate): TradeLine[] {
  const { instrument, contracts } = source;
  const here = contracts.filter(({ coinInfoId }) => coinInfoId === instrument.info.id);
  return [
    ...here.filter(isHeld).flatMap((order) => [positionLine(order, t), ...liquidationLine(order, t)]),
    ...here
      .filter(({ orderType, pendingAmount }) => orderType === 'limit' && Number(pendingAmount ?? 0) > 0)
      .map((order) => pendingLine(source, order, t)),
    ...triggersOf(instrument, here).map((trigger) => triggerLine(source, trigger, t)),
  ];
}

const FIXED_LINE = { movable: false, pending: false } as const;
const sideOf = ({ direction }: ContractOrder): TradeLine['side'] => (direction === 'long' ? 'buy' : 'sell');
const contractText = ({ direction, multiple }: ContractOrder, t: Translate): string =>
  `${t(`contracts.${direction}`)} ${multiple}x`;

function positionLine(order: ContractOrder, t: Translate): TradeLine {
  const label = t('lines.order', {
    side: contractText(order, t),
    amount: shortAmount(order.holdAmount ?? order.amount),
    price: signedMoney(cellsOf(order.id).profit.value),
  });
  return {
    id: `position ${order.id}`,
    kind: 'position',
    side: sideOf(order),
    price: Number(order.openPrice),
    label,
    ...FIXED_LINE,
  };
}

/** Empty where no price liquidates the position. */
function liquidationLine({ id, liqPrice = '', ...order }: ContractOrder, t: Translate): TradeLine[] {
  return liqPrice === ''
    ? []
    : [
        {
          id: `liquidation ${id}`,
          kind: 'liquidation',
          side: order.direction === 'long' ? 'buy' : 'sell',
          price: Number(liqPrice),
          label: t('contracts.liq'),
          ...FIXED_LINE,
        },
      ];
}

/** Limit price of a contract order in ticks; 0 for one off the grid, which no waiting order has. */
export function limitTicks({ price }: Instrument, { limitPrice }: ContractOrder): PriceTicks {
  const ticks = parseSteps(limitPrice, price);
  return typeof ticks === 'number' ? ticks : 0;
}

function pendingLine(source: ContractLineSource, order: ContractOrder, t: Translate): TradeLine {
  const side = sideOf(order);
  return movableLine(
    source,
    { id: waitingLineId(order), kind: 'order', side, priceTicks: limitTicks(source.instrument, order) },
    {
      text: () => [contractText(order, t), shortAmount(order.pendingAmount ?? '')],
      end: 'lines.cancelOrder',
      atOnce: side === 'buy' ? 'lines.buyNow' : 'lines.sellNow',
    },
    t,
  );
}

function triggerLine(source: ContractLineSource, trigger: Trigger, t: Translate): TradeLine {
  const { order, kind, priceTicks } = trigger;
  const [lineKind, name] =
    kind === 'profit' ? (['takeProfit', t('ticket.tp')] as const) : (['stopLoss', t('ticket.sl')] as const);
  return movableLine(
    source,
    { id: triggerLineId(kind, order.id), kind: lineKind, side: sideOf(order), priceTicks },
    {
      text: (shown) => [name, triggerProfitText(source.instrument, trigger, shown)],
      end: 'lines.remove',
      atOnce: 'lines.closeNow',
    },
    t,
  );
}

/** Of a line that can be moved: its name and figure at a price, and the labels of its buttons. */
interface LineWords {
  text: (shown: PriceTicks) => readonly [name: string, amount: string];
  end: TextKey;
  atOnce: TextKey;
}

function movableLine(
  { instrument, moving, dragged, proposed }: ContractLineSource,
  { id, kind, side, priceTicks }: Pick<TradeLine, 'id' | 'kind' | 'side'> & { priceTicks: PriceTicks },
  words: LineWords,
  t: Translate,
): TradeLine {
  const movingTicks = moving.get(id);
  const proposal = proposed?.id === id ? proposed : null;
  const shown = movingTicks ?? proposal?.priceTicks ?? (dragged?.id === id ? dragged.priceTicks : priceTicks);
  const [name, amount] = words.text(shown);
  return {
    id,
    kind,
    side,
    // The chart draws a dragged line at the pointer; this is its price before the drag.
    price: stepsToNumber(movingTicks ?? proposal?.priceTicks ?? priceTicks, instrument.price),
    label:
      movingTicks === undefined && (proposal === null || proposal.ends)
        ? `${name} ${amount}`
        : t('lines.moving', { side: name, amount, price: separate(printSteps(shown, instrument.price)) }),
    movable: movingTicks === undefined && !proposal?.ends,
    closable: movingTicks === undefined,
    pending: movingTicks !== undefined,
    ...(proposal && { ask: t(proposal.ends ? words.end : proposal.executesAtOnce ? words.atOnce : 'app.confirm') }),
  };
}

/** Profit of the trigger's part of the position at a price; '' while nothing is held. */
function triggerProfitText(instrument: Instrument, { order, kind }: Trigger, priceTicks: PriceTicks): string {
  if (!isHeld(order)) return '';
  const units = triggerProfitAt(instrument, order, kind, priceTicks);
  return units === null ? '' : signedMoney(printMoney(units));
}
