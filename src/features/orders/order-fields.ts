// Labelled fields of an order for its details page, by kind of order.
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { type ContractOrder, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import type { SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import { amountCoin } from '../../components/ticket/amount-coin.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { type Figure, coinFigure, priceFigure } from '../../stores/market/figures.ts';
import { cutPercentText, signedPercentText } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { type OrderFigure, contractStatus, moneyFigure, quoteOf } from './order-summary.ts';

const coinOf = (id: number): string => instrumentById(id)?.info.symbol ?? '';
const field = (label: string, of: string | Figure): OrderFigure => ({
  label,
  ...(typeof of === 'string' ? { text: of } : of),
});
const usdt = (amount: string): Figure => coinFigure(amount, USDT_ID, 'USDT');
/** A time in ms; omitted when 0. */
const timeField = (label: string, at: number): OrderFigure[] => (at > 0 ? [field(label, dateTimeText(at))] : []);
const optionalPrice = (label: string, price: string | undefined, coinInfoId: number): OrderFigure[] =>
  price === undefined || price === '' ? [] : [field(label, priceFigure(price, coinInfoId))];

/** How long an order stays and whether it may take; undefined where the exchange does not say it. */
export const forceOf = ({ tif, postOnly }: Pick<SpotOrder, 'tif' | 'postOnly'>) => (postOnly === 1 ? 'POST' : tif);

export function spotFields(order: SpotOrder, t: Translate): OrderFigure[] {
  const ofBase = (amount: string): Figure => coinFigure(amount, order.coinInfoId, order.symbol);
  const force = order.orderType.endsWith('limit') ? forceOf(order) : undefined;
  const ofQuote = (amount: string): Figure => coinFigure(amount, quoteOf(order), coinOf(quoteOf(order)));
  return [
    field(t('order.type'), t(`order.type.${order.orderType}`)),
    ...(force === undefined ? [] : [field(t('trade.force'), t(`trade.force.${force}`))]),
    ...optionalPrice(t('trade.stopPrice'), order.stopPrice, order.coinInfoId),
    field(
      t('trade.price'),
      order.orderType.endsWith('market') ? t('trade.market') : priceFigure(order.price, order.coinInfoId),
    ),
    ...(Number(order.amount) > 0 ? [field(t('trade.amount'), ofBase(order.amount))] : []),
    ...(Number(order.total) > 0 ? [field(t('trade.total'), ofQuote(order.total))] : []),
    field(t('orders.dealt'), ofBase(order.dealAmount)),
    field(t('order.dealTotal'), ofQuote(order.dealTotal)),
    field(t('orders.average'), priceFigure(order.avgPrice, order.coinInfoId)),
    field(t('orders.feePaid'), coinFigure(order.fee, order.feeCoinId, coinOf(order.feeCoinId))),
    ...(order.reason ? [field(t('order.reason'), order.reason)] : []),
    field(t('order.number'), order.orderNo),
    ...timeField(t('order.created'), order.createTime),
    ...timeField(t('order.updated'), order.updateTime),
  ];
}

export function contractFields(order: ContractOrder, t: Translate): OrderFigure[] {
  const held = order.status === CONTRACT_STATUS.holding;
  return [
    field(t('order.type'), t(`order.type.${order.orderType}`)),
    field(t('trade.amount'), coinFigure(order.amount, order.coinInfoId, amountCoin(order))),
    ...(held && order.holdAmount !== undefined
      ? [field(t('order.held'), coinFigure(order.holdAmount, order.coinInfoId, amountCoin(order)))]
      : []),
    ...(order.orderType === 'limit'
      ? [field(t('order.limitPrice'), priceFigure(order.limitPrice, order.coinInfoId))]
      : []),
    field(t('contracts.entry'), priceFigure(order.openPrice, order.coinInfoId)),
    field(t('contracts.exit'), priceFigure(order.closePrice, order.coinInfoId)),
    ...optionalPrice(t('contracts.mark'), held ? order.markPrice : undefined, order.coinInfoId),
    ...optionalPrice(t('contracts.liq'), held ? order.liqPrice : undefined, order.coinInfoId),
    ...optionalPrice(t('order.bust'), held ? order.bustPrice : undefined, order.coinInfoId),
    ...optionalPrice(t('contracts.breakEven'), held ? order.breakEvenPrice : undefined, order.coinInfoId),
    ...optionalPrice(t('contracts.profitPrice'), order.profitPrice, order.coinInfoId),
    ...optionalPrice(t('contracts.lossPrice'), order.lossPrice, order.coinInfoId),
    ...(order.triggerBy && (order.profitPrice !== '' || order.lossPrice !== '')
      ? [field(t('contracts.triggerBy'), t(order.triggerBy === 'mark' ? 'contracts.byMark' : 'contracts.byLast'))]
      : []),
    field(t('contracts.margin'), usdt(order.securityDeposit)),
    ...(order.addMgn !== undefined && Number(order.addMgn) !== 0 ? [field(t('order.added'), usdt(order.addMgn))] : []),
    ...(held ? [field(t('contracts.risk'), cutPercentText(order.riskRate))] : []),
    moneyFigure(t('contracts.profit'), order.profit),
    field(t('order.profitRate'), signedPercentText(order.profitRate)),
    ...(order.status === CONTRACT_STATUS.closed ? [field(t('order.reason'), contractStatus(order, t))] : []),
    field(t('order.number'), order.orderNo),
    ...timeField(t('order.created'), order.createTime),
    ...timeField(t('order.opened'), order.openTime),
    ...timeField(t('order.closed'), order.closeTime),
  ];
}

/** Fees of a contract: opening and closing, its funding, and the sum of the two fees alone. */
export function contractFees(order: ContractOrder, t: Translate): OrderFigure[] {
  const part = (label: string, text: string | undefined): OrderFigure[] =>
    text === undefined ? [] : [field(label, usdt(text))];
  return [
    ...part(t('order.openFee'), order.openFee),
    ...part(t('order.closeFee'), order.closeFee),
    ...part(t('order.fundingFee'), order.fundingFee),
    field(t('contracts.fees'), usdt(order.fee)),
  ];
}

export function secondsFields(order: SecondsOrder, t: Translate): OrderFigure[] {
  return [
    field(t('order.period'), t('order.seconds', { count: order.period })),
    field(t('trade.amount'), usdt(order.amount)),
    field(t('order.profitRate'), signedPercentText(order.profitRate)),
    field(t('order.expected'), usdt(order.expectedReturn)),
    field(t('order.strike'), priceFigure(order.strikePrice, order.coinInfoId)),
    field(t('order.execution'), priceFigure(order.executionPrice, order.coinInfoId)),
    field(t('contracts.fees'), usdt(order.fee)),
    ...(order.result === ''
      ? []
      : [field(t('order.payout'), usdt(order.payout)), moneyFigure(t('contracts.profit'), order.profit)]),
    ...(order.reason
      ? [field(t('order.reason'), t(order.reason === 'fewTicks' ? 'order.void.fewTicks' : 'order.void.silence'))]
      : []),
    field(t('order.number'), order.orderNum),
    ...timeField(t('order.created'), order.buyTime),
    ...timeField(t('order.expires'), order.expirationTime),
    ...timeField(t('order.settled'), order.settleTime),
  ];
}
