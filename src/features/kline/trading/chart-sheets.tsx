// A chart joined with the user's orders and alerts, and the sheets that ask what a tap on them means.
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type Alert, MOST_ALERTS } from '../../../../contract/alert.ts';
import type { Instrument } from '../../../../contract/instrument.ts';
import type { Side, SpotOrder } from '../../../../contract/order.ts';
import type { PriceTicks } from '../../../../contract/units.ts';
import { closedText } from '../../../cells/closed-market.ts';
import { errorText } from '../../../cells/error-text.ts';
import { quoteSymbol } from '../../../cells/quote-symbol.ts';
import { useClosed } from '../../../cells/use-closed.ts';
import { cancelOrders } from '../../../state/cancel-orders.ts';
import { mayAddAlert, removeAlert, setPriceAlert } from '../../../state/alerts.ts';
import { tickerOf } from '../../../state/tickers.ts';
import { showToast } from '../../../state/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmSheet } from '../../../ui/confirm-sheet.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { ChartTrader, type Question, priceText } from './chart-trader.ts';
import type { ChartTradingProps } from './chart-trading.tsx';
import { leaveUnplaced, putBack, unplacedOrders } from './moving.ts';
import styles from './trading.module.css';

/** Nothing but sheets: lines and marks are on the chart behind `port`. */
export function ChartSheets({ port, instrument, onTrade }: ChartTradingProps) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => new ChartTrader(port, instrument, t, setQuestion).start(), [port, instrument, t]);
  const close = (): void => setQuestion(null);
  return (
    <>
      <PriceSheet instrument={instrument} priceTicks={question?.kind === 'price' ? question.priceTicks : null} onTrade={onTrade} onClose={close} />
      <OrderSheet order={question?.kind === 'order' ? question.order : null} onClose={close} />
      <AlertSheet instrument={instrument} alert={question?.kind === 'alert' ? question.alert : null} onClose={close} />
      <UnplacedSheet />
    </>
  );
}

/** What can be done at a price that was tapped. */
function PriceSheet({ instrument, priceTicks, onTrade, onClose }: Pick<ChartTradingProps, 'instrument' | 'onTrade'> & { priceTicks: PriceTicks | null; onClose: () => void }) {
  const { t } = useTranslation();
  const closed = useClosed(instrument);
  const { info } = instrument;
  const price = priceTicks === null ? '' : priceText(instrument, priceTicks);
  const trade = (side: Side): void => {
    onClose();
    if (priceTicks !== null) onTrade(side, priceTicks);
  };
  const setAlert = (): void => {
    onClose();
    if (priceTicks === null) return;
    if (!mayAddAlert()) return showToast(t('lines.alertFull', { count: MOST_ALERTS }), 'error');
    setPriceAlert(info.id, priceTicks, tickerOf(info.id).lastTicks.peek() || 0)
      .then(() => showToast(t('lines.alertSet', { price }), 'success'), (cause: unknown) => showToast(errorText(cause, t), 'error'));
  };
  return (
    <Sheet open={priceTicks !== null} onClose={onClose} title={t('lines.atPrice', { price: `${price} ${quoteSymbol(info)}` })} closeLabel={t('app.close')}>
      {closed && <p className={styles.closed} role="note">{closedText(closed, t)}</p>}
      <div className={styles.choices}>
        <Button kind="up" wide disabled={closed !== null} onClick={() => trade('buy')}>{t('lines.buyAt')}</Button>
        <Button kind="down" wide disabled={closed !== null} onClick={() => trade('sell')}>{t('lines.sellAt')}</Button>
        <Button wide onClick={setAlert}>{t('lines.setAlert')}</Button>
      </div>
    </Sheet>
  );
}

function OrderSheet({ order, onClose }: { order: SpotOrder | null; onClose: () => void }) {
  const { t } = useTranslation();
  const cancel = (): void => {
    onClose();
    if (order) cancelOrders(order).then(() => showToast(t('orders.cancelled'), 'success'), (cause: unknown) => showToast(errorText(cause, t), 'error'));
  };
  return (
    <ConfirmSheet
      open={order !== null}
      title={t('orders.cancelAsk')}
      text={order ? t('orders.cancelText', { side: t(`trade.${order.side}`), amount: order.amount, coin: order.symbol, price: order.price }) : ''}
      confirmLabel={t('orders.cancel')}
      cancelLabel={t('orders.keep')}
      closeLabel={t('app.close')}
      onConfirm={cancel}
      onCancel={onClose}
    />
  );
}

function AlertSheet({ instrument, alert, onClose }: { instrument: Instrument; alert: Alert | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ConfirmSheet
      open={alert !== null}
      title={t('lines.alertAsk')}
      text={alert ? t('lines.alertText', { pair: instrument.info.pair, price: priceText(instrument, alert.priceTicks) }) : ''}
      confirmLabel={t('lines.remove')}
      cancelLabel={t('orders.keep')}
      closeLabel={t('app.close')}
      onConfirm={() => {
        onClose();
        if (alert) removeAlert(alert).catch((cause: unknown) => showToast(errorText(cause, t), 'error'));
      }}
      onCancel={onClose}
    />
  );
}

/** An order that a move has lost: the way back stands until it is taken or refused. */
function UnplacedSheet() {
  const { t } = useTranslation();
  const [gone] = useSignalValue(unplacedOrders);
  const [busy, setBusy] = useState(false);
  const back = (): void => {
    if (!gone || busy) return;
    setBusy(true);
    putBack(gone, t).finally(() => setBusy(false)).catch((cause: unknown) => showToast(errorText(cause, t), 'error'));
  };
  const side = gone?.rest.side === 'sell' ? 'sell' : 'buy';
  return (
    <ConfirmSheet
      open={gone !== undefined}
      title={t('lines.goneTitle')}
      text={gone ? t('lines.goneText', { reason: gone.reason, side: t(`trade.${side}`), amount: gone.rest.amount, coin: gone.instrument.info.symbol, price: gone.rest.price }) : ''}
      confirmLabel={t('lines.putBack')}
      cancelLabel={t('lines.leave')}
      closeLabel={t('app.close')}
      onConfirm={back}
      onCancel={() => gone && !busy && leaveUnplaced(gone)}
    />
  );
}
