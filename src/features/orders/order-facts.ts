// Every field of an order in the words of its page, by kind.
import { type ContractOrder, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import type { SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import { amountCoin } from '../../components/ticket/amount-coin.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { rateText, separate } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { type Figure, contractStatus, moneyFigure, priceText } from './order-rows.ts';

const coinOf = (id: number): string => instrumentById(id)?.info.symbol ?? '';
const withCoin = (text: string, coin: string): string => `${separate(text)} ${coin}`.trim();
const fact = (label: string, text: string): Figure => ({ label, text });
/** A time in ms; absent when it is 0. */
const timeFact = (label: string, at: number): Figure[] => (at > 0 ? [fact(label, dateTimeText(at))] : []);
const given = (label: string, text: string | undefined): Figure[] =>
  text === undefined || text === '' ? [] : [fact(label, separate(text))];

export function spotFacts(order: SpotOrder, t: Translate): Figure[] {
  const quote = instrumentById(order.coinInfoId)?.info.quoteCoinId;
  const money = quote === undefined ? '' : coinOf(quote);
  return [
    fact(t('order.type'), `${t(`order.type.${order.orderType}`)}${order.tif ? ` · ${order.tif}` : ''}`),
    fact(t('trade.price'), order.orderType === 'market' ? t('trade.market') : priceText(order.price)),
    ...(Number(order.amount) > 0 ? [fact(t('trade.amount'), withCoin(order.amount, order.symbol))] : []),
    ...(Number(order.total) > 0 ? [fact(t('trade.total'), withCoin(order.total, money))] : []),
    fact(t('orders.dealt'), withCoin(order.dealAmount, order.symbol)),
    fact(t('order.dealTotal'), withCoin(order.dealTotal, money)),
    fact(t('orders.average'), priceText(order.avgPrice)),
    fact(t('orders.feePaid'), withCoin(order.fee, coinOf(order.feeCoinId))),
    ...(order.reason ? [fact(t('order.reason'), order.reason)] : []),
    fact(t('order.number'), order.orderNo),
    ...timeFact(t('order.created'), order.createTime),
    ...timeFact(t('order.updated'), order.updateTime),
  ];
}

export function contractFacts(order: ContractOrder, t: Translate): Figure[] {
  const held = order.status === CONTRACT_STATUS.holding;
  return [
    fact(t('order.type'), t(`order.type.${order.orderType}`)),
    fact(t('trade.amount'), withCoin(order.amount, amountCoin(order))),
    ...(held && order.holdAmount !== undefined
      ? [fact(t('order.held'), withCoin(order.holdAmount, amountCoin(order)))]
      : []),
    ...(order.orderType === 'limit' ? [fact(t('order.limitPrice'), priceText(order.limitPrice))] : []),
    fact(t('contracts.entry'), priceText(order.openPrice)),
    fact(t('contracts.exit'), priceText(order.closePrice)),
    ...given(t('contracts.mark'), held ? order.markPrice : undefined),
    ...given(t('contracts.liq'), held ? order.liqPrice : undefined),
    ...given(t('order.bust'), held ? order.bustPrice : undefined),
    ...given(t('contracts.breakEven'), held ? order.breakEvenPrice : undefined),
    ...given(t('contracts.profitPrice'), order.profitPrice),
    ...given(t('contracts.lossPrice'), order.lossPrice),
    ...(order.triggerBy && (order.profitPrice !== '' || order.lossPrice !== '')
      ? [fact(t('contracts.triggerBy'), t(order.triggerBy === 'mark' ? 'contracts.byMark' : 'contracts.byLast'))]
      : []),
    fact(t('contracts.margin'), withCoin(order.securityDeposit, 'USDT')),
    ...(order.addMgn !== undefined && Number(order.addMgn) !== 0
      ? [fact(t('order.added'), withCoin(order.addMgn, 'USDT'))]
      : []),
    ...(held ? [fact(t('contracts.risk'), rateText(Number(order.riskRate)).replace('+', ''))] : []),
    moneyFigure(t('contracts.profit'), order.profit),
    fact(t('order.profitRate'), rateText(Number(order.profitRate))),
    ...(order.status === CONTRACT_STATUS.closed ? [fact(t('order.reason'), contractStatus(order, t))] : []),
    fact(t('order.number'), order.orderNo),
    ...timeFact(t('order.created'), order.createTime),
    ...timeFact(t('order.opened'), order.openTime),
    ...timeFact(t('order.closed'), order.closeTime),
  ];
}

/** What a contract cost: opening, closing and holding it, and their sum. */
export function contractFees(order: ContractOrder, t: Translate): Figure[] {
  const part = (label: string, text: string | undefined): Figure[] =>
    text === undefined ? [] : [fact(label, withCoin(text, 'USDT'))];
  return [
    ...part(t('order.openFee'), order.openFee),
    ...part(t('order.closeFee'), order.closeFee),
    ...part(t('order.fundingFee'), order.fundingFee),
    fact(t('contracts.fees'), withCoin(order.fee, 'USDT')),
  ];
}

export function secondsFacts(order: SecondsOrder, t: Translate): Figure[] {
  return [
    fact(t('order.period'), t('order.seconds', { count: order.period })),
    fact(t('trade.amount'), withCoin(order.amount, 'USDT')),
    fact(t('order.profitRate'), rateText(Number(order.profitRate))),
    fact(t('order.expected'), withCoin(order.expectedReturn, 'USDT')),
    fact(t('order.strike'), priceText(order.strikePrice)),
    fact(t('order.execution'), priceText(order.executionPrice)),
    fact(t('contracts.fees'), withCoin(order.fee, 'USDT')),
    ...(order.result === ''
      ? []
      : [fact(t('order.payout'), withCoin(order.payout, 'USDT')), moneyFigure(t('contracts.profit'), order.profit)]),
    ...(order.reason
      ? [fact(t('order.reason'), t(order.reason === 'fewTicks' ? 'order.void.fewTicks' : 'order.void.silence'))]
      : []),
    fact(t('order.number'), order.orderNum),
    ...timeFact(t('order.created'), order.buyTime),
    ...timeFact(t('order.expires'), order.expirationTime),
    ...timeFact(t('order.settled'), order.settleTime),
  ];
}
