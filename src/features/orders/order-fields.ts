// Labelled fields of an order for its details page, by kind of order.
import { type ContractOrder, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import type { SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import { amountCoin } from '../../components/ticket/amount-coin.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { rateText, separate } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { type OrderFigure, contractStatus, moneyFigure, priceText } from './order-summary.ts';

const coinOf = (id: number): string => instrumentById(id)?.info.symbol ?? '';
const withCoin = (text: string, coin: string): string => `${separate(text)} ${coin}`.trim();
const field = (label: string, text: string): OrderFigure => ({ label, text });
/** A time in ms; omitted when 0. */
const timeField = (label: string, at: number): OrderFigure[] => (at > 0 ? [field(label, dateTimeText(at))] : []);
const optionalField = (label: string, text: string | undefined): OrderFigure[] =>
  text === undefined || text === '' ? [] : [field(label, separate(text))];

export function spotFields(order: SpotOrder, t: Translate): OrderFigure[] {
  const quote = instrumentById(order.coinInfoId)?.info.quoteCoinId;
  const money = quote === undefined ? '' : coinOf(quote);
  return [
    field(t('order.type'), `${t(`order.type.${order.orderType}`)}${order.tif ? ` · ${order.tif}` : ''}`),
    field(t('trade.price'), order.orderType === 'market' ? t('trade.market') : priceText(order.price)),
    ...(Number(order.amount) > 0 ? [field(t('trade.amount'), withCoin(order.amount, order.symbol))] : []),
    ...(Number(order.total) > 0 ? [field(t('trade.total'), withCoin(order.total, money))] : []),
    field(t('orders.dealt'), withCoin(order.dealAmount, order.symbol)),
    field(t('order.dealTotal'), withCoin(order.dealTotal, money)),
    field(t('orders.average'), priceText(order.avgPrice)),
    field(t('orders.feePaid'), withCoin(order.fee, coinOf(order.feeCoinId))),
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
    field(t('trade.amount'), withCoin(order.amount, amountCoin(order))),
    ...(held && order.holdAmount !== undefined
      ? [field(t('order.held'), withCoin(order.holdAmount, amountCoin(order)))]
      : []),
    ...(order.orderType === 'limit' ? [field(t('order.limitPrice'), priceText(order.limitPrice))] : []),
    field(t('contracts.entry'), priceText(order.openPrice)),
    field(t('contracts.exit'), priceText(order.closePrice)),
    ...optionalField(t('contracts.mark'), held ? order.markPrice : undefined),
    ...optionalField(t('contracts.liq'), held ? order.liqPrice : undefined),
    ...optionalField(t('order.bust'), held ? order.bustPrice : undefined),
    ...optionalField(t('contracts.breakEven'), held ? order.breakEvenPrice : undefined),
    ...optionalField(t('contracts.profitPrice'), order.profitPrice),
    ...optionalField(t('contracts.lossPrice'), order.lossPrice),
    ...(order.triggerBy && (order.profitPrice !== '' || order.lossPrice !== '')
      ? [field(t('contracts.triggerBy'), t(order.triggerBy === 'mark' ? 'contracts.byMark' : 'contracts.byLast'))]
      : []),
    field(t('contracts.margin'), withCoin(order.securityDeposit, 'USDT')),
    ...(order.addMgn !== undefined && Number(order.addMgn) !== 0
      ? [field(t('order.added'), withCoin(order.addMgn, 'USDT'))]
      : []),
    ...(held ? [field(t('contracts.risk'), rateText(Number(order.riskRate)).replace('+', ''))] : []),
    moneyFigure(t('contracts.profit'), order.profit),
    field(t('order.profitRate'), rateText(Number(order.profitRate))),
    ...(order.status === CONTRACT_STATUS.closed ? [field(t('order.reason'), contractStatus(order, t))] : []),
    field(t('order.number'), order.orderNo),
    ...timeField(t('order.created'), order.createTime),
    ...timeField(t('order.opened'), order.openTime),
    ...timeField(t('order.closed'), order.closeTime),
  ];
}

/** Fees of a contract: opening, closing, funding and their sum. */
export function contractFees(order: ContractOrder, t: Translate): OrderFigure[] {
  const part = (label: string, text: string | undefined): OrderFigure[] =>
    text === undefined ? [] : [field(label, withCoin(text, 'USDT'))];
  return [
    ...part(t('order.openFee'), order.openFee),
    ...part(t('order.closeFee'), order.closeFee),
    ...part(t('order.fundingFee'), order.fundingFee),
    field(t('contracts.fees'), withCoin(order.fee, 'USDT')),
  ];
}

export function secondsFields(order: SecondsOrder, t: Translate): OrderFigure[] {
  return [
    field(t('order.period'), t('order.seconds', { count: order.period })),
    field(t('trade.amount'), withCoin(order.amount, 'USDT')),
    field(t('order.profitRate'), rateText(Number(order.profitRate))),
    field(t('order.expected'), withCoin(order.expectedReturn, 'USDT')),
    field(t('order.strike'), priceText(order.strikePrice)),
    field(t('order.execution'), priceText(order.executionPrice)),
    field(t('contracts.fees'), withCoin(order.fee, 'USDT')),
    ...(order.result === ''
      ? []
      : [field(t('order.payout'), withCoin(order.payout, 'USDT')), moneyFigure(t('contracts.profit'), order.profit)]),
    ...(order.reason
      ? [field(t('order.reason'), t(order.reason === 'fewTicks' ? 'order.void.fewTicks' : 'order.void.silence'))]
      : []),
    field(t('order.number'), order.orderNum),
    ...timeField(t('order.created'), order.buyTime),
    ...timeField(t('order.expires'), order.expirationTime),
    ...timeField(t('order.settled'), order.settleTime),
  ];
}
